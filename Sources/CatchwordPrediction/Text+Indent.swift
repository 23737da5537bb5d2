import CatchwordText

extension Text {
  /// Returns the indentation of the line of a place; nil when anything but white space stands before the place.
  func lineIndent(before place: Int) -> Int? {
    let start = Swift.max(0, place - 256)
    let bytes = bytes(in: scalarBoundary(atOrBefore: start)..<place)
    var gap = Gap.Builder()
    for byte in bytes.reversed() {
      switch byte {
      case 0x20, 0x09: gap.add(byte)
      case 0x0A, 0x0D: return gap.take().width
      default: return nil
      }
    }
    return start == 0 ? gap.take().width : nil
  }
}
