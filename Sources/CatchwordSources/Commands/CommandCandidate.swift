import CatchwordCompletion
import CatchwordRPC

/// Parses candidates as programs write them.
enum CommandCandidate {
  /// The reason why something is not a candidate, in words that follow "a candidate".
  struct Problem: Error, Equatable {
    let description: String
  }

  /// Parses a line: the text, and after a TAB its description; of ghost text all of it.
  static func parse(line: Substring, isInline: Bool = false) throws(Problem) -> Candidate {
    if isInline { return Candidate(try checked(String(line), isInline: true)) }
    let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
    let detail = parts.count > 1 ? String(parts[1]) : ""
    return Candidate(try checked(String(parts[0])), detail: detail.isEmpty ? nil : detail)
  }

  /// Parses a string, or an object with at least a `text`.
  ///
  /// - Parameter isInline: True for ghost text, which may have several lines.
  static func parse(_ value: JSONValue, isInline: Bool = false) throws(Problem) -> Candidate {
    if let text = value.stringValue { return Candidate(try checked(text, isInline: isInline)) }
    guard value.objectValue != nil else { throw Problem(description: "that is neither a string nor an object") }
    guard let text = try string("text", of: value) else { throw Problem(description: "without a \"text\"") }
    var candidate = Candidate(try checked(text, isInline: isInline))
    candidate.label = try string("label", of: value)
    candidate.filter = try string("filter", of: value)
    candidate.detail = try string("detail", of: value)
    candidate.documentation = try string("documentation", of: value)
    candidate.snippet = try string("snippet", of: value)
    candidate.isDeprecated = try bool("deprecated", of: value)
    candidate.kind = try kind(of: value) ?? (candidate.snippet == nil ? .text : .snippet)
    // Of the other kinds, only values are words that are given the typed case.
    if candidate.kind == .value { candidate.keepsCase = true }
    candidate.signals.frequency = try score(of: value)
    return candidate
  }

  private static func checked(_ text: String, isInline: Bool = false) throws(Problem) -> String {
    if text.isEmpty { throw Problem(description: "without a text") }
    let isControl = { (scalar: Unicode.Scalar) in
      if isInline, "\t\n\r".unicodeScalars.contains(scalar) { return false }
      return scalar.properties.generalCategory == .control || scalar.value & ~1 == 0x2028
    }
    if text.unicodeScalars.contains(where: isControl) {
      throw Problem(description: "with a line break or another control character in its text")
    }
    return text
  }

  private static func field(_ name: String, of value: JSONValue) -> JSONValue? {
    let field = value[name]
    if case .null? = field { return nil }
    return field
  }

  private static func string(_ name: String, of value: JSONValue) throws(Problem) -> String? {
    guard let field = field(name, of: value) else { return nil }
    guard let string = field.stringValue else { throw Problem(description: "whose \"\(name)\" is no string") }
    return string.isEmpty && name != "text" ? nil : string
  }

  private static func bool(_ name: String, of value: JSONValue) throws(Problem) -> Bool {
    guard let field = field(name, of: value) else { return false }
    guard let bool = field.boolValue else { throw Problem(description: "whose \"\(name)\" is neither true nor false") }
    return bool
  }

  private static func score(of value: JSONValue) throws(Problem) -> Double {
    guard let field = field("score", of: value) else { return 0 }
    guard let score = field.doubleValue else { throw Problem(description: "whose \"score\" is no number") }
    return min(max(score, 0), 1)
  }

  /// Returns a kind by its name or its number; nil when there is none, and text for an unknown one.
  private static func kind(of value: JSONValue) throws(Problem) -> CandidateKind? {
    guard let field = field("kind", of: value) else { return nil }
    if let number = field.intValue { return (1...kinds.count).contains(number) ? kinds[number - 1].value : .text }
    guard let name = field.stringValue else { throw Problem(description: "whose \"kind\" is no string") }
    return kinds.first { $0.key == name.lowercased() }?.value ?? .text
  }

  /// The kinds in the order of their numbers, which begin at 1.
  private static let kinds: KeyValuePairs<String, CandidateKind> = [
    "text": .text, "method": .method, "function": .function, "constructor": .constructor, "field": .field,
    "variable": .variable, "class": .class, "interface": .interface, "module": .module, "property": .property,
    "unit": .unit, "value": .value, "enum": .enum, "keyword": .keyword, "snippet": .snippet, "color": .color,
    "file": .file, "reference": .reference, "folder": .folder, "enummember": .enumMember, "constant": .constant,
    "struct": .structure, "event": .event, "operator": .operator, "typeparameter": .typeParameter,
  ]
}
