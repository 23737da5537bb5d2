/// The scanner of a line's bytes for paths: where an unquoted one ends, where one begins, what is before it.
enum PathScan {
  /// True for a byte that ends an unquoted path.
  static func isDelimiter(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == 0x7F || delimiters.contains(byte) }

  /// True for letters, digits, the underscore, and bytes that are not ASCII.
  static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static let delimiters = Set("\"'`()[]{}<>|&;,=:!*?^".utf8)
  private static let endsOfURIs = Set("\"'`()[]{}<>|".utf8)

  /// Returns the start of the last run of bytes without a delimiter.
  ///
  /// A backslash makes the byte after it a part of the run, and so does `${…}` with its name.
  static func runStart(in line: [UInt8], from base: Int) -> Int {
    var start = base
    var index = base
    while index < line.count {
      let byte = line[index]
      if byte == UInt8(ascii: "\\") {
        index += 2
      } else if byte == UInt8(ascii: "$"), let end = endOfVariable(in: line, at: index) {
        index = end
      } else {
        index += 1
        if isDelimiter(byte) { start = index }
      }
    }
    return min(start, line.count)
  }

  /// Returns the index after the `${NAME}` that begins at `index`; nil when none does.
  private static func endOfVariable(in line: [UInt8], at index: Int) -> Int? {
    guard index + 1 < line.count, line[index + 1] == UInt8(ascii: "{") else { return nil }
    guard let end = line[(index + 2)...].firstIndex(where: { !isWordByte($0) }), line[end] == UInt8(ascii: "}") else {
      return nil
    }
    return end + 1
  }

  /// Returns the start of the URI that the line ends with; nil when there is none with `://`.
  static func uriStart(in line: [UInt8], from base: Int) -> Int? {
    let run = line[base...].lastIndex { $0 <= 0x20 || endsOfURIs.contains($0) }.map { $0 + 1 } ?? base
    guard let colon = firstIndex(of: "://", in: line, from: run) else { return nil }
    var start = colon
    while start > run, isWordByte(line[start - 1]) || "+-.".utf8.contains(line[start - 1]) { start -= 1 }
    return start
  }

  static func firstIndex(of text: StaticString, in line: [UInt8], from base: Int, to end: Int? = nil) -> Int? {
    let end = end ?? line.count
    return text.withUTF8Buffer { text in
      guard end - base >= text.count else { return nil }
      return (base...(end - text.count)).first { line[$0..<($0 + text.count)].elementsEqual(text) }
    }
  }

  /// True when the text before `end` seems to hold the beginning of a comment, in any of the usual languages.
  static func hasComment(in line: [UInt8], before end: Int) -> Bool {
    for mark in ["//", "/*", "#", "-- ", ";;", "\"\"\"", "<!--"] as [StaticString]
    where firstIndex(of: mark, in: line, from: 0, to: end) != nil { return true }
    return line[..<end].first { !isSpace($0) } == UInt8(ascii: "*")
  }

  /// Returns the last byte before a place that is not a space; nil when there is none on the line.
  static func lastVisible(in line: [UInt8], before end: Int) -> UInt8? { line[..<end].last { !isSpace($0) } }
}
