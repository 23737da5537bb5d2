import CatchwordText

/// A snippet of a collection; its body is parsed when it is offered.
package final class Snippet: Sendable {
  /// The options for where a snippet may be inserted.
  package struct Places: OptionSet, Sendable {
    package let rawValue: UInt8
    /// Only where nothing but white space precedes it on its line.
    package static let lineStart = Places(rawValue: 1)
    /// Also in the middle of a word.
    package static let inWord = Places(rawValue: 2)

    package init(rawValue: UInt8) { self.rawValue = rawValue }
  }

  /// The text that is typed to get the snippet.
  package let trigger: String
  /// The name of the snippet.
  package let name: String?
  /// A one-line description.
  package let description: String?
  /// Its body in LSP's syntax.
  package let body: String
  /// The languages it is for, as canonical names; empty for the languages of its file.
  package let languages: [String]
  /// The places where it may be inserted.
  package let places: Places
  /// The priority: of snippets with one trigger, only the highest are offered; nil where the format has none.
  package let priority: Int?
  /// The path of its file.
  package let path: String
  /// The line where it begins, from 1.
  package let line: Int
  /// The bytes of the trigger, ASCII letters in lower case.
  package let folded: [UInt8]
  /// True when the trigger has characters other than letters, digits and underscores.
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

  /// Returns a byte, an ASCII letter in lower case.
  package static func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  /// True for letters, digits, the underscore, and all bytes beyond ASCII.
  package static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
  }
}

/// A problem with a file, and its place.
package struct SnippetProblem: Equatable, Sendable, CustomStringConvertible {
  /// The path of the file.
  package var path: String
  /// The line, from 1; nil for the whole file.
  package var line: Int?
  /// The column, from 1, in bytes; nil for the whole line.
  package var column: Int?
  /// The problem, and what to do about it.
  package var message: String

  /// Creates a problem.
  package init(path: String, line: Int? = nil, column: Int? = nil, message: String) {
    self.path = path
    self.line = line
    self.column = column
    self.message = message
  }

  /// The problem in the form `file:line:column: message`.
  package var description: String {
    let place = [path, line.map(String.init), column.map(String.init)].compactMap { $0 }.joined(separator: ":")
    return "\(place): \(message)"
  }
}

/// A snippet that is left out.
package struct LeftOutSnippet: Equatable, Sendable, CustomStringConvertible {
  /// The text that would be typed to get it.
  package let trigger: String
  /// The path of its file.
  package let path: String
  /// The line where it begins, from 1.
  package let line: Int
  /// The reason.
  package let obstacle: SnippetObstacle

  /// Its place, its trigger and the reason.
  package var description: String {
    let reason =
      switch obstacle {
      case .code: "needs code, which is never run"
      case .transform: "changes what is typed in a way that LSP's snippets have no word for"
      case .secret: "has what looks like a key or a password"
      case .emptiness: "inserts nothing, since its places have no text"
      }
    return "\(path):\(line): \"\(trigger)\" \(reason)"
  }
}

/// The contents of a file of snippets.
package struct ParsedSnippets: Sendable {
  package var snippets: [Snippet] = []
  /// The languages whose snippets also apply here, as canonical names.
  package var extends: [String] = []
  /// The snippets that are left out, up to a limit.
  package private(set) var leftOut: [LeftOutSnippet] = []
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

  /// Notes a snippet that is left out, up to a limit.
  ///
  /// - Parameter line: The line where it begins, from 1.
  package mutating func leaveOut(_ trigger: String, in path: String, line: Int, for obstacle: SnippetObstacle) {
    guard leftOut.count < SnippetLimits.snippetsPerFile else { return }
    let trigger = trigger.prefix(bytes: SnippetLimits.triggerBytes)
    leftOut.append(LeftOutSnippet(trigger: trigger, path: path, line: line, obstacle: obstacle))
  }
}
