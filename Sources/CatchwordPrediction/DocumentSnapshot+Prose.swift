import CatchwordText

extension DocumentSnapshot {
  /// True for languages that people talk to each other in: their words are not made of parts.
  ///
  /// Editors call plain text whatever they do not know; then the end of the file's name tells more.
  package var isProse: Bool {
    guard scanner.rules.isProse else { return false }
    guard ["plaintext", "text", "txt", ""].contains(languageID.lowercased()) else { return true }
    let name = uri.split(separator: "/").last ?? ""
    let ending = name.split(separator: ".").dropFirst().last.map { $0.lowercased() }
    return ending.map { ["txt", "text", "asc", "adoc", "md", "markdown", "rst", "org", "tex"].contains($0) } ?? true
  }
}
