/// A snippet of somebody's collection; its body is taken apart when it is offered.
package final class Snippet: Sendable {
  /// Where a snippet may stand.
  package struct Places: OptionSet, Sendable {
    package let rawValue: UInt8
    /// Only where nothing but white space is before it on its line.
    package static let lineStart = Places(rawValue: 1)
    /// Also in the middle of a word.
    package static let inWord = Places(rawValue: 2)

    package init(rawValue: UInt8) { self.rawValue = rawValue }
  }

  /// What is typed for it.
  package let trigger: String
  /// What it is called.
  package let name: String?
  /// A line about it.
  package let description: String?
  /// Its body in LSP's syntax.
  package let body: String
  /// The languages it is for, as canonical names; empty for those of its file.
  package let languages: [String]
  /// Where it may stand.
  package let places: Places
  /// Of several with one trigger, only those with the highest are offered; nil where the format has no priorities.
  package let priority: Int?
  /// Its file.
  package let path: String
  /// The line where it begins, from 1.
  package let line: Int
  /// The trigger in bytes, ASCII letters in small.
  package let folded: [UInt8]
  /// The trigger has characters that are no letters, digits or underscores.
  package let hasSymbols: Bool

  package init(
    trigger: String, name: String? = nil, description: String? = nil, body: String, languages: [String] = [],
    places: Places = [], priority: Int? = nil, path: String, line: Int
  ) {
    self.trigger = trigger
    self.name = name
    self.description = description
    self.body = body
    self.languages = languages
    self.places = places
    self.priority = priority
    self.path = path
    self.line = line
    folded = trigger.utf8.map(Snippet.folded)
    hasSymbols = folded.contains { !Snippet.isWordByte($0) }
  }

  /// Letters of ASCII in small.
  package static func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  /// Letters, digits, the underscore, and whatever is beyond ASCII.
  package static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
  }
}

/// What is wrong with a file, and where.
public struct SnippetProblem: Equatable, Sendable, CustomStringConvertible {
  /// The file.
  public var path: String
  /// The line, from 1; nil for the whole file.
  public var line: Int?
  /// The column, from 1, in bytes; nil for the whole line.
  public var column: Int?
  /// What is wrong, and what to do about it.
  public var message: String

  /// Creates a problem.
  public init(path: String, line: Int? = nil, column: Int? = nil, message: String) {
    self.path = path
    self.line = line
    self.column = column
    self.message = message
  }

  /// As in `file:line:column: what is wrong`.
  public var description: String {
    let place = [path, line.map(String.init), column.map(String.init)].compactMap { $0 }.joined(separator: ":")
    return "\(place): \(message)"
  }
}

/// What a file of snippets holds.
package struct ParsedSnippets: Sendable {
  package var snippets: [Snippet] = []
  /// The languages whose snippets are good here too, as canonical names.
  package var extends: [String] = []
  /// How many were left out, since they hold code.
  package var skippedWithCode = 0
  /// How many were left out, since they hold a transform of another editor's.
  package var skippedWithTransform = 0
  /// How many were left out, since they hold what looks like a key or a password.
  package var skippedWithSecret = 0
  package var problems: [SnippetProblem] = []

  package init() {}

  /// Notes a problem, up to a limit.
  package mutating func report(_ problem: SnippetProblem) {
    if problems.count < SnippetLimits.problemsPerFile { problems.append(problem) }
  }

  /// Notes the languages that a line names after "extends", up to a limit.
  package mutating func extend(_ names: String) {
    for name in names.split(whereSeparator: { $0 == "," || $0 == " " || $0 == "\t" }) {
      guard extends.count < SnippetLimits.languages else { return }
      extends.append(LanguageAliases.canonical(String(name)))
    }
  }

  /// Counts a snippet that is left out.
  package mutating func skip(_ obstacle: SnippetObstacle) {
    switch obstacle {
    case .code: skippedWithCode += 1
    case .transform: skippedWithTransform += 1
    }
  }
}
