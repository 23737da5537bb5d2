/// A line of a tags file, parsed: a name, where it is declared, and what is known about it.
///
/// Both formats are read: the old one ends after the place, and the extended one continues with `;"` and fields.
struct TagLine: Equatable {
  /// The place in the declaring file: a line number, or a pattern.
  enum Place: Equatable {
    case line(Int)
    /// The text of the line.
    case pattern(String, isWholeLine: Bool)
  }

  /// The maximum length of a line, in bytes; a longer one is left out.
  static let maximumBytes = 64 * 1024

  var name: String
  /// The declaring file, as it is written in the line.
  var file: String
  var place: Place
  /// The kind, as a letter or a word; empty when it is not given.
  var kind = ""
  /// The line number, from 1, when it is given besides the pattern.
  var line: Int?
  /// The scope that it is a member of, as `class Shape`.
  var scope: String?
  /// Its parameters, in parentheses.
  var signature: String?
  /// The language, under the name used by the program that wrote the file.
  var language: String?

  /// Parses a line.
  ///
  /// - Parameter bytes: A line without its end.
  /// - Returns: nil when it is not a line of a tags file.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count <= TagLine.maximumBytes, let first = bytes.firstIndex(of: TagLine.tab),
      let second = bytes[(first + 1)...].firstIndex(of: TagLine.tab),
      let name = TagLine.text(bytes[..<first]), !name.isEmpty,
      let file = TagLine.text(bytes[(first + 1)..<second]), !file.isEmpty,
      let (place, end) = TagLine.place(bytes[(second + 1)...])
    else { return nil }
    self.name = name
    self.file = file
    self.place = place
    let rest = bytes[end...]
    if rest.starts(with: ";\"".utf8) {
      for field in rest.dropFirst(2).split(separator: TagLine.tab) { take(field) }
    }
  }

  /// Returns the bytes of a line's name; nil when it has none.
  static func name(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    line.firstIndex(of: tab).map { line[..<$0] }
  }

  // MARK: Parts

  private static let tab = UInt8(ascii: "\t")
  private static let backslash = UInt8(ascii: "\\")

  /// The fields that do not name a scope.
  private static let otherFields: Set<String> = [
    "access", "file", "implementation", "inherits", "end", "typeref", "roles", "role", "extras", "xpath", "nth",
    "properties", "template", "epoch", "scopeKind", "input", "name", "pattern", "compact", "captures", "decorators",
    "throws", "macrodef", "version", "arity", "assignment", "home", "sectionMarker", "nameref",
  ]

  private mutating func take(_ field: ArraySlice<UInt8>) {
    guard let colon = field.firstIndex(of: UInt8(ascii: ":")) else {
      if kind.isEmpty, let text = TagLine.text(field) { kind = text }
      return
    }
    guard let key = TagLine.text(field[..<colon]), let value = TagLine.text(field[(colon + 1)...]) else { return }
    switch key {
    case "kind": kind = value
    case "line": line = Int(value).flatMap { $0 > 0 ? $0 : nil }
    case "signature": signature = value
    case "language": language = value
    case "scope":
      // `scope:class:Shape`
      let parts = value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: true).map(String.init)
      scope = parts.joined(separator: " ")
    case _ where TagLine.otherFields.contains(key) || value.isEmpty || scope != nil: break
    default: scope = "\(key) \(value)"
    }
  }

  /// Reads the place: a number, a pattern between slashes or question marks, or both with a semicolon between them.
  private static func place(_ bytes: ArraySlice<UInt8>) -> (Place, end: Int)? {
    var index = bytes.startIndex
    var number: Int?
    while index < bytes.endIndex, PathScan.isDigit(bytes[index]) {
      number = (number ?? 0).multipliedReportingOverflow(by: 10).partialValue
      number = number.map { ($0 &+ Int(bytes[index] - UInt8(ascii: "0"))) & 0x7FFF_FFFF }
      index += 1
    }
    if index < bytes.endIndex, number != nil, bytes[index] == UInt8(ascii: ";"), index + 1 < bytes.endIndex,
      isDelimiter(bytes[index + 1])
    {
      guard let (_, end) = pattern(bytes[(index + 1)...]) else { return nil }
      return (.line(number ?? 0), end)
    }
    if let number { return (.line(number), index) }
    return pattern(bytes)
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") }

  private static func pattern(_ bytes: ArraySlice<UInt8>) -> (Place, end: Int)? {
    guard let delimiter = bytes.first, isDelimiter(delimiter) else { return nil }
    var text: [UInt8] = []
    var index = bytes.startIndex + 1
    while index < bytes.endIndex, bytes[index] != delimiter {
      if bytes[index] == backslash, index + 1 < bytes.endIndex,
        bytes[index + 1] == backslash || isDelimiter(bytes[index + 1])
      {
        index += 1
      }
      text.append(bytes[index])
      index += 1
    }
    guard index < bytes.endIndex else { return nil }
    let isFromBeginning = text.first == UInt8(ascii: "^")
    let isToEnd = text.last == UInt8(ascii: "$")
    let line = text.dropFirst(isFromBeginning ? 1 : 0).dropLast(isToEnd ? 1 : 0)
    // A line in another encoding is shown with replacement characters, and is never found in its file.
    return (.pattern(String(decoding: line, as: UTF8.self), isWholeLine: isFromBeginning && isToEnd), index + 1)
  }

  /// Undoes the escapes of Universal Ctags for tabs, line breaks and other controls.
  ///
  /// - Returns: nil for bytes that are not UTF-8, or that hold controls.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.contains(backslash) else { return clean(Array(bytes)) }
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      guard byte == backslash, index < bytes.endIndex else {
        result.append(byte)
        continue
      }
      switch bytes[index] {
      case backslash: result.append(backslash)
      case UInt8(ascii: "t"), UInt8(ascii: "n"), UInt8(ascii: "r"): result.append(UInt8(ascii: " "))
      case UInt8(ascii: "x"):
        guard index + 2 < bytes.endIndex,
          let value = UInt8(String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
        else { return nil }
        result.append(value)
        index += 2
      // Other programs write backslashes unescaped.
      default: result += [backslash, bytes[index]]
      }
      index += 1
    }
    return clean(result)
  }

  private static func clean(_ bytes: [UInt8]) -> String? {
    if bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}
