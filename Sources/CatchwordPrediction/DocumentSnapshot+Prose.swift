import CatchwordText

extension DocumentSnapshot {
  /// True for natural-language text, whose words are not compounds of parts.
  ///
  /// Editors report unknown types as plain text; then the extension of the file name decides.
  package var isProse: Bool {
    guard scanner.rules.isProse else { return false }
    guard ["plaintext", "text", "txt", ""].contains(languageID.lowercased()) else { return true }
    let name = uri.split(separator: "/").last ?? ""
    let ending = name.split(separator: ".").dropFirst().last.map { $0.lowercased() }
    return ending.map { ["txt", "text", "asc", "adoc", "md", "markdown", "rst", "org", "tex"].contains($0) } ?? true
  }
}
