import CatchwordText

/// The tokens of a file, numbered by a vocabulary of its own.
///
/// So a file is read without what a model has learned, which meanwhile others may ask; taking it over is a fraction of the
/// work of reading it.
package struct FileTokens: Sendable {
  private let tokens: DocumentTokens
  private let vocabulary: Vocabulary

  /// Reads the beginning of a file, as far as that of a document is read.
  ///
  /// - Parameters:
  ///   - text: The file's text.
  ///   - extent: How much of it is read.
  ///   - seed: Something unknown to the authors of the texts.
  ///   - isLearned: Tells whether a word may be learned.
  /// - Complexity: O(bytes read).
  init(
    _ text: ContiguousArray<UInt8>, _ extent: DocumentTokens.Extent, seed: UInt64, isLearned: (String) -> Bool
  ) {
    // Enough for the window, and for where it ends to be seen.
    let head = String(decoding: text.prefix(extent.reach + extent.pieceLength * 2), as: UTF8.self)
    var tokens = DocumentTokens(extent)
    var vocabulary = Vocabulary(Corpus.empty.words, seed: seed)
    _ = tokens.read(Text(head), around: nil) { kind, word in
      vocabulary.token(adding: word) { kind == .mark || isLearned($0) }
    }
    self.tokens = tokens
    self.vocabulary = vocabulary
  }

  /// The tokens by the numbers of another vocabulary, which gets the words that it does not have.
  ///
  /// - Complexity: O(number of tokens).
  func tokens(in other: inout Vocabulary) -> DocumentTokens {
    let start = vocabulary.ownStart
    let numbers = ContiguousArray(
      (start..<vocabulary.end).map { number in
        vocabulary.bytes(of: Token(number)).withUnsafeBufferPointer { other.token(adding: $0) { _ in true } }
      })
    var tokens = tokens
    tokens.renumber { Int($0) < start ? $0 : numbers[Int($0) - start] }
    return tokens
  }
}
