/// Splits bytes that come in pieces into lines; longer lines than a limit are cut.
package struct LineSplitter {
  /// One line without its end, `\n` or `\r\n`.
  package struct Line: Equatable {
    package var bytes: ContiguousArray<UInt8>
    /// True when the line was longer than the limit, and its rest was dropped.
    package var isCut = false

    /// The line as text; bytes that are not UTF-8 are replaced.
    package var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  private let maximumLength: Int
  private var line = Line(bytes: [])

  /// - Parameter maximumLength: The maximum length of a line, in bytes.
  package init(maximumLength: Int) { self.maximumLength = maximumLength }

  /// Adds bytes, and returns the lines that they complete.
  ///
  /// - Complexity: O(*n*).
  package mutating func append(_ bytes: ContiguousArray<UInt8>.SubSequence) -> [Line] {
    var lines: [Line] = []
    var rest = bytes
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      take(rest[..<end])
      lines.append(takeLine())
      rest = rest[(end + 1)...]
    }
    take(rest)
    return lines
  }

  /// Returns the rest after the last line end; nil when there is none.
  package mutating func end() -> Line? { line.bytes.isEmpty && !line.isCut ? nil : takeLine() }

  private mutating func take(_ bytes: ContiguousArray<UInt8>.SubSequence) {
    let room = maximumLength - line.bytes.count
    line.bytes.append(contentsOf: bytes.prefix(room))
    if bytes.count > room { line.isCut = true }
  }

  private mutating func takeLine() -> Line {
    defer { line = Line(bytes: []) }
    if line.bytes.last == UInt8(ascii: "\r") { line.bytes.removeLast() }
    return line
  }
}
