/// The names that users give to programs and servers, which are shown in lists and messages.
package enum SourceName {
  /// The maximum length of a name; a longer one leaves no room for the candidates under it.
  package static let maximumLength = 40

  /// The names of the sources that come with Catchword, which no other one may have.
  private static let taken: Set = [
    "words", "workspace", "lists", "paths", "snippets", "symbols", "tags", "keywords", "environment", "lines",
    "citations", "notes", "server", "prediction",
  ]

  /// Returns why a source that a user defines cannot have the name of one that comes with Catchword; nil for any other name.
  ///
  /// - Parameter kind: What is named, as the sentence begins.
  package static func refusalIfTaken(_ name: String, as kind: String) -> String? {
    taken.contains(name) ? "\(kind) \"\(name)\" has the name of another source; give it one of its own." : nil
  }

  /// Returns why a source that a user defines cannot have a name, in a sentence; nil for one that it can have.
  ///
  /// - Parameter kind: What is named, as the sentence begins.
  static func refusal(of name: String, as kind: String) -> String? {
    if let refusal = refusalIfTaken(name, as: kind) { return refusal }
    if canBeShown(name) { return nil }
    return
      "\(kind) \"\(inMessage(name))\" has no name that can be shown; write one without spaces, of at most \(maximumLength) "
      + "characters."
  }

  /// True when a name is not empty, not too long and fully visible. It must have no characters that are invisible or
  /// change how the rest is shown: control and direction characters, line breaks.
  ///
  /// - Parameter allowsSpaces: True to allow plain spaces, except at the ends.
  /// - Complexity: O(*n*).
  package static func canBeShown(_ name: String, allowsSpaces: Bool = false) -> Bool {
    let isAllowed = { (scalar: Unicode.Scalar) in isShown(scalar) || allowsSpaces && scalar == " " }
    return !name.isEmpty && name.count <= maximumLength && name.unicodeScalars.allSatisfy(isAllowed)
      && name.first != " " && name.last != " "
  }

  /// Returns a name that cannot be shown in a form for messages: cut, with U+FFFD for invisible characters.
  ///
  /// - Complexity: O(*n*).
  package static func inMessage(_ name: String) -> String {
    let scalars = name.unicodeScalars.prefix(maximumLength).map { isShown($0) || $0 == " " ? $0 : "\u{FFFD}" }
    return String(String.UnicodeScalarView(scalars))
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    let category = scalar.properties.generalCategory
    return !scalar.properties.isWhitespace && ![.control, .format, .unassigned, .privateUse].contains(category)
  }
}
