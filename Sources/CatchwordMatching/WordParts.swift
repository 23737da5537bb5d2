/// The words inside a text, as one types them to find it: `list` and `uli` find `user_list_item`.
///
/// A value with its own scratch memory, for one text after the other.
package struct WordParts {
  private var candidate = FoldedCandidate()
  /// The folded scalars of the text, without those that stand between its words.
  package private(set) var letters: [Unicode.Scalar] = []
  /// The indices in `letters` at which words begin, ascending.
  package private(set) var starts: [Int] = []
  /// The first letter of each word.
  package private(set) var initials: [Unicode.Scalar] = []

  /// Creates the parts of no text.
  package init() {}

  /// Takes a text; of one that is longer than what takes part in matching, the beginning.
  ///
  /// - Complexity: O(*n*).
  package mutating func load(_ text: String) {
    candidate.load(text)
    letters.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    initials.removeAll(keepingCapacity: true)
    for position in 0..<candidate.count {
      guard let scalar = Unicode.Scalar(candidate.original[position]), Kind(scalar) != .separator,
        let letter = Unicode.Scalar(candidate.folded[position])
      else { continue }
      if candidate.wordStarts.has(position) {
        starts.append(letters.count)
        initials.append(letter)
      }
      letters.append(letter)
    }
  }

  /// True for a character of ASCII that stands between words.
  package static func isSeparator(_ byte: UInt8) -> Bool { Kind(ascii: byte) == .separator }

  /// Returns folded scalars without those that stand between words.
  package static func letters(of folded: [Unicode.Scalar]) -> [Unicode.Scalar] {
    folded.filter { Kind($0) != .separator }
  }

  /// Returns true when the text itself, with all that stands between its words, begins with some folded scalars.
  package func textBegins(with scalars: some Collection<Unicode.Scalar>) -> Bool {
    var position = 0
    for scalar in scalars {
      guard position < candidate.count, candidate.folded[position] == scalar.value else { return false }
      position += 1
    }
    return true
  }
}
