/// The places where sentences begin, as far as tokens tell.
extension Prediction {
  /// The maximum number of occurrences of a word that are looked at.
  private static let mostSentences = 16
  /// The maximum number of marks and line ends between the end of a sentence and the next word.
  private static let mostMarks = 8
  /// The maximum length of an abbreviation such as `Mrs.`, in bytes, which ends no sentence.
  private static let longestTitle = 3

  /// True in prose for a word that has been written, and only where sentences begin: its capital says nothing about it.
  ///
  /// Of many occurrences, a sample is looked at.
  ///
  /// - Complexity: O(log *n*), plus one search of each document that contains the word.
  package func onlyBeginsSentences(_ word: String) -> Bool {
    guard isProse, let token = vocabulary.token(of: word) else { return false }
    var (isWritten, beginsAll, left) = (false, true, Prediction.mostSentences)
    func look(_ tokens: ContiguousArray<Token>, _ index: Int) -> Bool {
      isWritten = true
      left -= 1
      beginsAll = beginsSentence(at: index, of: tokens)
      return beginsAll && left > 0
    }
    let counts = [counts] + otherCounts
    for (document, counts) in zip(evidence.documents, counts) where counts[token] > 0 && beginsAll && left > 0 {
      TokenSearch.forEachIndex(of: token, in: document.tokens, before: document.tokens.count) {
        look(document.tokens, $0)
      }
    }
    if beginsAll, let slice = corpus.slices(following: [token]).first {
      evidence.forEachPosition(in: slice, limit: Prediction.mostSentences) { position, _ in
        if beginsAll { _ = look(corpus.tokens, position - 1) }
      }
    }
    return isWritten && beginsAll
  }

  /// True when a sentence, a heading or an item of a list begins at an index.
  private func beginsSentence(at index: Int, of tokens: ContiguousArray<Token>) -> Bool {
    var isItem = false
    for index in (max(0, index - Prediction.mostMarks)..<index).reversed() {
      switch tokens[index] {
      case .separator: return true
      case .newline: if isItem { return true }
      case .hole: return false
      case let token:
        switch vocabulary.text(of: token) {
        case "!", "?", ":", "\u{2026}", "\u{3002}": return true
        case ".": return !isAbbreviation(before: index, of: tokens)
        case "-", "*", "#", "+", "|", "\u{2022}": isItem = true
        // Quotation marks and brackets stand on either side of the end of a sentence, and `>` quotes mail.
        case "\"", "'", "(", ")", "[", "_", ">", "\u{201C}", "\u{201D}", "\u{201E}", "\u{2018}", "\u{2019}", "\u{AB}",
          "\u{BB}", "\u{BF}", "\u{A1}":
          break
        default: return false
        }
      }
    }
    return index <= Prediction.mostMarks
  }

  /// True when the point at an index follows a title (`Dr.`), an initial or a number, and so ends no sentence.
  private func isAbbreviation(before point: Int, of tokens: ContiguousArray<Token>) -> Bool {
    guard point > 0 else { return false }
    let bytes = vocabulary.bytes(of: tokens[point - 1])
    guard let first = bytes.first else { return false }
    if first &- UInt8(ascii: "0") < 10 { return true }
    return bytes.count <= Prediction.longestTitle && first &- UInt8(ascii: "A") < 26
  }
}
