/// The places where sentences begin, as far as tokens tell.
extension Prediction {
  /// The maximum number of occurrences of a word that are looked at.
  private static let mostSentences = 16
  /// The maximum number of marks and line ends between the end of a sentence and the next word.
  private static let mostMarks = 8
  /// The maximum length of a title such as `Mrs.`, in Unicode scalars, which ends no sentence.
  private static let longestTitle = 3

  /// What a place says about a word with a capital.
  private enum Place {
    /// The capital begins a sentence.
    case sentence
    /// The capital is the word's own.
    case name
    /// A heading, an item of a list or the beginning of a text, which may begin with either.
    case either
  }

  /// True in prose for a word that has been written where sentences begin, and nowhere within one: its capital says nothing
  /// about it.
  ///
  /// Of many occurrences, a sample is looked at.
  ///
  /// - Complexity: O(log *n*), plus one search of each document that contains the word.
  package func onlyBeginsSentences(_ word: String) -> Bool {
    guard isProse, let token = vocabulary.token(of: word) else { return false }
    var (hasBegun, isName, left) = (false, false, Prediction.mostSentences)
    func look(_ tokens: ContiguousArray<Token>, _ index: Int) -> Bool {
      left -= 1
      switch place(of: index, in: tokens) {
      case .sentence: hasBegun = true
      case .name: isName = true
      case .either: break
      }
      return !isName && left > 0
    }
    let counts = [counts] + otherCounts
    for (document, counts) in zip(evidence.documents, counts) where counts[token] > 0 && !isName && left > 0 {
      TokenSearch.forEachIndex(of: token, in: document.tokens, before: document.tokens.count) {
        look(document.tokens, $0)
      }
    }
    if !isName, let slice = corpus.slices(following: [token]).first {
      evidence.forEachPosition(in: slice, limit: Prediction.mostSentences) { position, _ in
        if !isName { _ = look(corpus.tokens, position - 1) }
      }
    }
    return hasBegun && !isName
  }

  /// Returns what the place of a word says.
  private func place(of index: Int, in tokens: ContiguousArray<Token>) -> Place {
    var isItem = false
    for before in (max(0, index - Prediction.mostMarks)..<index).reversed() {
      switch tokens[before] {
      case .separator: return .either
      case .newline: if isItem { return .either }
      case .hole: return .name
      case let token:
        switch vocabulary.text(of: token) {
        case "!", "?", "\u{2026}", "\u{3002}": return .sentence
        case ".": return isAbbreviation(before: before, of: tokens) ? .name : .sentence
        case ":": return .either
        case "-", "*", "#", "+", "|", "\u{2022}": isItem = true
        // Quotation marks and brackets stand on either side of the end of a sentence, and `>` quotes mail.
        case "\"", "'", "(", ")", "[", "_", ">", "\u{201C}", "\u{201D}", "\u{201E}", "\u{2018}", "\u{2019}", "\u{AB}",
          "\u{BB}", "\u{BF}", "\u{A1}":
          break
        default: return .name
        }
      }
    }
    return index <= Prediction.mostMarks ? .either : .name
  }

  /// True when the point at an index follows a title (`Dr.`), a letter or a number, and so ends no sentence.
  private func isAbbreviation(before point: Int, of tokens: ContiguousArray<Token>) -> Bool {
    let letters = point > 0 ? vocabulary.text(of: tokens[point - 1]).unicodeScalars : "".unicodeScalars
    guard let first = letters.first else { return false }
    if letters.count == 1 || first.properties.numericType != nil { return true }
    return letters.count <= Prediction.longestTitle && first.properties.isUppercase
  }
}
