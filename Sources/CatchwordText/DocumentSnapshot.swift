/// One version of an open document; it never changes.
public struct DocumentSnapshot: Sendable {
  /// The client's name for the document.
  public let uri: String
  /// The client's name for its language.
  public let languageID: String
  /// The client's number for this version.
  public let version: Int
  /// The text.
  public let text: Text
  /// Finds words by the rules of the document's language.
  public let scanner: WordScanner

  /// Creates a snapshot.
  ///
  /// - Parameters:
  ///   - segmentsIdeographs: Whether words are cut out of Chinese and Japanese.
  ///   - wordCharacters: Characters of words, in addition to those that the language has.
  public init(
    uri: String, languageID: String, version: Int, text: Text, segmentsIdeographs: Bool = true,
    wordCharacters: String = ""
  ) {
    var rules = WordRules.rules(for: languageID, segmentsIdeographs: segmentsIdeographs)
    if !wordCharacters.isEmpty { rules = rules.adding(wordCharacters) }
    self.init(uri: uri, languageID: languageID, version: version, text: text, scanner: WordScanner(rules))
  }

  private init(uri: String, languageID: String, version: Int, text: Text, scanner: WordScanner) {
    self.uri = uri
    self.languageID = languageID
    self.version = version
    self.text = text
    self.scanner = scanner
  }

  /// The same document with another text.
  public func updated(version: Int, text: Text) -> DocumentSnapshot {
    DocumentSnapshot(uri: uri, languageID: languageID, version: version, text: text, scanner: scanner)
  }
}
