import CatchwordRPC
import CatchwordText

/// Reads VS Code's snippet files: an object of snippets by name, with `prefix`, `body`, `description` and `scope`.
///
/// Each snippet is parsed separately, so that a broken one does not affect the others.
package struct VSCodeSnippets {
  private let bytes: ContiguousArray<UInt8>
  private let path: String
  private var position = 0
  private var lines: LineCounter
  private var parsed = ParsedSnippets()
  /// The problems with bodies, which are offered all the same.
  private var bodyProblems: [SnippetProblem] = []

  /// Reads a file.
  ///
  /// - Complexity: O(*n*).
  package static func parse(_ bytes: ContiguousArray<UInt8>, path: String) -> ParsedSnippets {
    var bytes = bytes
    JSONComments.blank(&bytes)
    var reader = VSCodeSnippets(bytes, path: path)
    reader.read()
    // Last, as too many other problems end the file.
    for problem in reader.bodyProblems { reader.parsed.report(problem) }
    return reader.parsed
  }

  private init(_ bytes: ContiguousArray<UInt8>, path: String) {
    self.bytes = bytes
    self.path = path
    lines = LineCounter(bytes)
  }

  private mutating func read() {
    // An empty file is one that the user has not begun to write.
    guard let first = peek() else { return }
    guard first == UInt8(ascii: "{") else {
      return report("the file must be an object: {\"name\": {\"prefix\": …, \"body\": …}, …}", at: position)
    }
    position += 1
    while let next = peek() {
      if parsed.problems.count >= SnippetLimits.problemsPerFile { return }
      switch next {
      case UInt8(ascii: "}"):
        position += 1
        if peek() != nil { report("there is something after the last brace; a brace may be too many", at: position) }
        return
      case UInt8(ascii: ","): position += 1
      case UInt8(ascii: "\""):
        readEntry()
        guard parsed.snippets.count < SnippetLimits.snippetsPerFile else {
          return report("more than \(SnippetLimits.snippetsPerFile) snippets; split the file", at: position)
        }
      default:
        report("the name of a snippet in double quotes was expected", at: position)
        skipBroken(from: position)
      }
    }
    report("the file ends too early; a closing brace is missing", at: bytes.count)
  }

  private mutating func readEntry() {
    let start = position
    var reader = JSONReader(bytes, range: position..<bytes.count)
    do throws(JSONError) {
      let name = try reader.readString()
      position = reader.offset
      guard peek() == UInt8(ascii: ":") else {
        report("a colon was expected after the name of a snippet", at: position)
        return skipBroken(from: position)
      }
      position += 1
      reader = JSONReader(bytes, range: position..<bytes.count)
      var entry = VSCodeEntry()
      try entry.read(&reader)
      position = reader.offset
      add(entry, name: name, at: start)
      if let next = peek(), next != UInt8(ascii: ","), next != UInt8(ascii: "}") {
        report("a comma is missing after the snippet \"\(name.prefix(40))\"", at: position)
      }
    } catch {
      report(VSCodeSnippets.explain(error, in: bytes), at: min(error.offset, bytes.count))
      skipBroken(from: start, past: error.offset)
    }
  }

  private mutating func add(_ entry: VSCodeEntry, name: String, at start: Int) {
    // Skips `"$schema": "…"` and the like, and templates of whole files.
    guard entry.isObject else { return }
    guard !entry.prefixes.isEmpty else { return }
    guard let body = entry.body else {
      return report("the snippet \"\(name.prefix(40))\" has no body; add \"body\": \"…\" or a list of lines", at: start)
    }
    guard body.utf8.count <= SnippetLimits.bodyBytes else {
      return report("the body is longer than \(SnippetLimits.bodyBytes) bytes; it is left out", at: start)
    }
    let line = lines.line(at: start)
    noteMistake(in: body, of: name, line: line)
    let description = entry.description?.prefix(bytes: SnippetLimits.descriptionBytes)
    if entry.prefixes.count > SnippetLimits.prefixesPerSnippet {
      report(
        "the snippet \"\(name.prefix(40))\" has more than \(SnippetLimits.prefixesPerSnippet) prefixes; the first ones count",
        at: start)
    }
    for prefix in entry.prefixes.prefix(SnippetLimits.prefixesPerSnippet) where !prefix.isEmpty {
      guard prefix.utf8.count <= SnippetLimits.triggerBytes, !prefix.unicodeScalars.contains(where: isControl) else {
        report(
          "a prefix of the snippet \"\(name.prefix(40))\" cannot be typed; write one line of at most "
            + "\(SnippetLimits.triggerBytes) bytes", at: start)
        continue
      }
      parsed.snippets.append(
        Snippet(
          trigger: prefix, name: name.prefix(bytes: SnippetLimits.descriptionBytes), description: description,
          body: body, languages: entry.scopes, path: path, line: line))
    }
  }

  /// Notes a place that is not well-formed, up to a limit.
  private mutating func noteMistake(in body: String, of name: String, line: Int) {
    guard bodyProblems.count < SnippetLimits.problemsPerFile, let place = SnippetParser.brokenPlace(in: body) else {
      return
    }
    let message =
      "the body of the snippet \"\(name.prefix(40))\" has \(place.prefix(20)) without its end, which is inserted as "
      + "text; close it, or write \\\\$ for a dollar sign"
    bodyProblems.append(SnippetProblem(path: path, line: line, message: message))
  }

  private func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }

  // MARK: Broken entries

  /// Skips a broken entry: to the end of its braces or to the next line that begins like an entry, whichever is first.
  private mutating func skipBroken(from start: Int, past offset: Int = 0) {
    let end = JSONRecovery.end(ofEntryAt: start, past: offset, in: bytes)
    position = JSONRecovery.nextEntry(in: bytes, from: max(start, offset), before: end)
  }

  private mutating func report(_ message: String, at offset: Int) {
    let (line, column) = lines.place(of: offset)
    parsed.report(SnippetProblem(path: path, line: line, column: column, message: message))
  }

  /// Returns an explanation of an error for the author of the file.
  static func explain(_ error: JSONError, in bytes: ContiguousArray<UInt8>) -> String {
    switch error.reason {
    case .unexpectedEnd: "the file ends too early; a closing quote, bracket or brace is missing"
    case .unexpectedByte(UInt8(ascii: "\"")): "unexpected \"; a comma is missing before it"
    case .unexpectedByte(UInt8(ascii: "'")): "unexpected '; JSON has double quotes only"
    case .unexpectedByte(let byte) where byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]"):
      "unexpected \(Character(Unicode.Scalar(byte))); a value or the other bracket was expected"
    case .controlCharacter:
      "a line break or a tab within a string; write \\n or \\t, or close the string with a quote"
    case .invalidEscape: "unknown escape sequence; write \\\\ for a backslash"
    case .typeMismatch(let expected): "expected \(expected)"
    default: error.description.split(separator: " at byte ").first.map(String.init) ?? error.description
    }
  }

  private mutating func peek() -> UInt8? {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D else { return byte }
      position += 1
    }
    return nil
  }
}

/// The fields of a snippet that are used.
private struct VSCodeEntry {
  var isObject = false
  var prefixes: [String] = []
  var body: String?
  var description: String?
  var scopes: [String] = []

  mutating func read(_ reader: inout JSONReader) throws(JSONError) {
    guard try reader.peek() == .object else { return try reader.skipValue() }
    isObject = true
    try reader.readObject { (name, reader) throws(JSONError) in
      switch name {
      case "prefix": prefixes = try VSCodeEntry.strings(&reader) ?? []
      case "body": body = try VSCodeEntry.strings(&reader).map(VSCodeEntry.joined)
      case "description", "desciption":
        description = try VSCodeEntry.strings(&reader).map { $0.joined(separator: " ") }
      case "scope":
        scopes =
          try VSCodeEntry.strings(&reader)?.flatMap { $0.split(separator: ",") }.prefix(SnippetLimits.languages).map {
            LanguageAliases.canonical(String($0.filter { !$0.isWhitespace }))
          } ?? []
      default: break
      }
    }
  }

  /// Reads a string or a list of strings; nil for `null`.
  private static func strings(_ reader: inout JSONReader) throws(JSONError) -> [String]? {
    switch try reader.peek() {
    case .string: return [try reader.readString()]
    case .array:
      var strings: [String] = []
      try reader.readArray { (reader) throws(JSONError) in strings.append(try reader.readString()) }
      return strings
    case .null:
      _ = try reader.readNull()
      return nil
    default: throw JSONError(.typeMismatch(expected: "a string or a list of strings"), at: reader.offset)
    }
  }

  private static func joined(_ lines: [String]) -> String {
    let text = lines.count == 1 ? lines[0] : lines.joined(separator: "\n")
    guard text.utf8.contains(0x0D) else { return text }
    return String(decoding: text.utf8.filter { $0 != 0x0D }, as: UTF8.self)
  }
}
