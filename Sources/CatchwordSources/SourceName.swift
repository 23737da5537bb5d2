/// The names that users give to programs and servers, which are shown in lists and messages.
package enum SourceName {
  /// A longer name leaves no room for what is offered under it.
  package static let maximumLength = 40

  /// False for a name that is empty or too long, and for one with what shows nothing or changes how the rest is shown: control
  /// and direction characters, line breaks.
  ///
  /// - Parameter allowsSpaces: Plain spaces may be in it, but not at its ends.
  /// - Complexity: O(*n*).
  package static func canBeShown(_ name: String, allowsSpaces: Bool = false) -> Bool {
    let isAllowed = { (scalar: Unicode.Scalar) in isShown(scalar) || allowsSpaces && scalar == " " }
    return !name.isEmpty && name.count <= maximumLength && name.unicodeScalars.allSatisfy(isAllowed)
      && name.first != " " && name.last != " "
  }

  /// A name that cannot be shown, as a message can say it.
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
