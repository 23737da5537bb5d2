/// An order in which an editor may offer words, for comparison with ours.
///
/// All orders offer the same words: those of at least three letters in the other files and in the text typed so far.
enum WordOrder: CaseIterable {
  /// Alphabetical, whatever the case.
  case alphabetical
  /// The most frequent words in all files first.
  case frequency
  /// The most recently typed words first; then the most frequent elsewhere.
  case recency
  /// The most recently typed words first; then those that come first in the other files.
  case nearestBackward

  var name: String {
    switch self {
    case .alphabetical: "alphabetical"
    case .frequency: "frequency"
    case .recency: "recency"
    case .nearestBackward: "nearest backward"
    }
  }

  /// True when words that differ in case from the typed letters come after all others.
  var prefersCase: Bool { self != .alphabetical }
}

/// The words available while a file is typed: those of the other files, and of its text before the cursor.
struct TypedSoFar {
  /// The minimum length of an offered word.
  private static let leastLength: Int32 = 3

  private let corpus: ReplayCorpus
  private let span: Range<Int>
  /// The number of occurrences of each entry in other files.
  private var elsewhere: [Int32]
  /// The first place of each entry in other files.
  private var first: [Int32]
  /// The number of occurrences of each entry in the typed text.
  private var typed: [Int32]
  /// The last place of each entry in the typed text; -1 for none.
  private var last: [Int32]
  /// The next token to type.
  private var next: Int

  /// - Complexity: O(*n*).
  init(_ corpus: ReplayCorpus, file number: Int) {
    self.corpus = corpus
    span = corpus.spans[number].tokens
    elsewhere = corpus.counts
    first = [Int32](repeating: Int32.max, count: corpus.vocabulary.count)
    typed = [Int32](repeating: 0, count: corpus.vocabulary.count)
    last = [Int32](repeating: -1, count: corpus.vocabulary.count)
    next = span.lowerBound
    for place in corpus.tokens.indices.reversed() {
      let entry = Int(corpus.tokens[place])
      if span.contains(place) { elsewhere[entry] -= 1 } else { first[entry] = Int32(place) }
    }
  }

  /// Types all tokens before a token.
  mutating func type(upTo place: Int) {
    for place in next..<max(next, place) {
      let entry = Int(corpus.tokens[place])
      typed[entry] += 1
      last[entry] = Int32(place)
    }
    next = max(next, place)
  }

  /// Returns true when a word can be offered.
  func isKnown(_ entry: Int) -> Bool { elsewhere[entry] + typed[entry] > 0 }

  /// Returns the rank of a word in an order once some of its letters are typed, from 1; 0 when it is not offered.
  ///
  /// - Complexity: O(entries that begin with these letters).
  func rank(of entry: Int, typed count: Int, in order: WordOrder) -> Int {
    guard isKnown(entry) else { return 0 }
    let prefix = String(corpus.vocabulary[entry].unicodeScalars.prefix(count))
    let worth = worth(entry, order)
    var rank = 1
    for other in corpus.entries(beginningWith: prefix) where other != entry {
      guard corpus.isWord[other], corpus.lengths[other] >= max(TypedSoFar.leastLength, Int32(count + 1)),
        isKnown(other)
      else { continue }
      let otherWorth = self.worth(other, order)
      guard otherWorth > worth || (otherWorth == worth && other < entry) else { continue }
      if order.prefersCase, !corpus.vocabulary[other].utf8.starts(with: prefix.utf8) { continue }
      rank += 1
    }
    return rank
  }

  private func worth(_ entry: Int, _ order: WordOrder) -> Int {
    switch order {
    case .alphabetical: 0
    case .frequency: Int(elsewhere[entry] + typed[entry])
    case .recency: last[entry] >= 0 ? 1 << 32 + Int(last[entry]) : Int(elsewhere[entry])
    case .nearestBackward: last[entry] >= 0 ? 1 << 32 + Int(last[entry]) : -Int(first[entry])
    }
  }
}
