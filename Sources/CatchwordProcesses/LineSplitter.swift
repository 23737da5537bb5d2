/// Makes lines of bytes that come in pieces; what is longer than a limit is cut there.
package struct LineSplitter {
  /// One line without its end, `\n` or `\r\n`.
  package struct Line: Equatable {
    package var bytes: ContiguousArray<UInt8>
    /// True when it was longer than the limit, and the rest of it is gone.
    package var isCut = false

    /// The line; what is not UTF-8 in it is replaced.
    package var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  private let maximumLength: Int
  private var line = Line(bytes: [])

  /// - Parameter maximumLength: In bytes.
  package init(maximumLength: Int) { self.maximumLength = maximumLength }

  /// The lines that are whole with these bytes.
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

  /// What came after the last line end, if anything did.
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
