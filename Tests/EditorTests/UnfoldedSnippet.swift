/// A snippet of two lines in the user's own settings, as each editor is to show and to insert it.
enum UnfoldedSnippet {
  /// What is in the user's home.
  static let files = [
    ".config/catchword/config.json": #"{"snippets": {"files": ["~/plaintext.json"]}}"#,
    "plaintext.json": #"{"Loop": {"prefix": "foreach", "body": ["for ${1:item} in list {", "\tprint(item)", "}"]}}"#,
  ]
  /// What stands in the menu.
  static let name = "foreach"

  /// What stands in the text afterwards.
  ///
  /// - Parameters:
  ///   - indentation: That of the line.
  ///   - step: What a tab is.
  static func text(indentation: String, step: String) -> String {
    "for item in list {\n\(indentation)\(step)print(item)\n\(indentation)}"
  }
}
