/// One version of an open document; immutable.
public struct DocumentSnapshot: Sendable {
  /// The identifier of the document, as the client sends it.
  public let uri: String
  /// The language of the document, as the client sends it.
  public let languageID: String
  /// The version number, as the client sends it.
  public let version: Int
  /// The text.
  public let text: Text
  /// The scanner for words by the rules of the document's language.
  public let scanner: WordScanner

  /// Creates a snapshot.
  ///
  /// - Parameters:
  ///   - segmentsIdeographs: True when Chinese and Japanese text is divided into words.
  ///   - wordCharacters: Characters of words, in addition to those of the language.
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

  /// Returns the same document with another version and text.
  public func updated(version: Int, text: Text) -> DocumentSnapshot {
    DocumentSnapshot(uri: uri, languageID: languageID, version: version, text: text, scanner: scanner)
  }
}
