import CatchwordCompletion
import CatchwordText

/// The beginning of a line that is being written.
struct LineBeginning: Sendable {
  /// The text from the first character that is no space on.
  let text: ContiguousArray<UInt8>
  /// The offset of that, in bytes.
  let start: Int
  /// The number of the line.
  let line: Int

  /// The minimum number of bytes: of fewer, too many lines begin so.
  private static let leastBytes = 3
  /// The maximum number of bytes of a line.
  static let mostBytes = 400

  /// Nil where a line is not written at its end, or too little of it is there.
  init?(_ query: CompletionQuery) {
    let text = query.document.text
    line = text.line(at: query.offset)
    let range = text.lineRange(line)
    guard query.offset - range.lowerBound <= LineBeginning.mostBytes,
      range.upperBound - query.offset <= LineBeginning.mostBytes,
      text.bytes(in: query.offset..<range.upperBound).allSatisfy(LineBeginning.isSpace)
    else { return nil }
    let bytes = text.bytes(in: range.lowerBound..<query.offset)
    let written = bytes.drop(while: LineBeginning.isSpace)
    guard written.count >= LineBeginning.leastBytes else { return nil }
    self.text = ContiguousArray(written)
    start = range.lowerBound + bytes.count - written.count
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
