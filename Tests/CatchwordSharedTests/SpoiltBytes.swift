import TestSupport

extension SeededRandom {
  /// Changes, adds or removes a byte, but for the last one.
  mutating func spoil(_ bytes: inout [UInt8]) {
    let place = below(bytes.count)
    switch below(3) {
    case 0: bytes[place] = UInt8(below(256))
    case 1: bytes.insert(UInt8(below(256)), at: place)
    default: if bytes.count > 1 { bytes.remove(at: place) }
    }
  }
}
