import CatchwordText

/// The tokens of a file, numbered by a vocabulary of its own.
///
/// A file can thus be read without the learned text of a model, which can answer other requests meanwhile; taking over
/// the tokens is a fraction of the work of reading the file.
package struct FileTokens: Sendable {
  private let tokens: DocumentTokens
  private let vocabulary: Vocabulary

  /// Reads the beginning of a file, up to the same extent as a document.
  ///
  /// - Parameters:
  ///   - text: The file's text.
  ///   - extent: The amount of the text that is read.
  ///   - seed: A number that the authors of the texts do not know.
  ///   - isLearned: True for a word that may be learned.
  /// - Complexity: O(bytes read).
  init(
    _ text: ContiguousArray<UInt8>, _ extent: DocumentTokens.Extent, seed: UInt64, isLearned: (String) -> Bool
  ) {
    // Enough for the window and for finding its end.
    let head = String(decoding: text.prefix(extent.reach + extent.pieceLength * 2), as: UTF8.self)
    var tokens = DocumentTokens(extent)
    var vocabulary = Vocabulary(Corpus.empty, seed: seed)
    _ = tokens.read(Text(head), around: nil) { kind, word in
      vocabulary.token(adding: word) { kind == .mark || isLearned($0) }
    }
    self.tokens = tokens
    self.vocabulary = vocabulary
  }

  /// Returns the tokens by the numbers of another vocabulary; the words that it lacks are added to it.
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
