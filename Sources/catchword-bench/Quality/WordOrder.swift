/// An order in which an editor may offer words, as something to be compared with.
///
/// All have the same words to offer: those of at least three letters of the other files and of what has been typed.
enum WordOrder: CaseIterable {
  /// By the alphabet, whatever the case.
  case alphabetical
  /// What occurs most often in all files comes first.
  case frequency
  /// What was typed last comes first; then what occurs most often elsewhere.
  case recency
  /// What was typed last comes first; then what comes first in the other files.
  case nearestBackward

  var name: String {
    switch self {
    case .alphabetical: "alphabetical"
    case .frequency: "frequency"
    case .recency: "recency"
    case .nearestBackward: "nearest backward"
    }
  }

  /// True when words that differ in case from what was typed come after all others.
  var prefersCase: Bool { self != .alphabetical }
}

/// What there is to offer while a file is typed: the other files, and what of it stands before the cursor.
struct TypedSoFar {
  /// Shorter words are not offered.
  private static let leastLength: Int32 = 3

  private let corpus: ReplayCorpus
  private let span: Range<Int>
  /// How often an entry occurs in other files.
  private var elsewhere: [Int32]
  /// Where an entry comes first in other files.
  private var first: [Int32]
  /// How often an entry occurs in what was typed.
  private var typed: [Int32]
  /// Where an entry was typed last; -1 for nowhere.
  private var last: [Int32]
  /// What is typed next.
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

  /// Types all that stands before a token.
  mutating func type(upTo place: Int) {
    for place in next..<max(next, place) {
      let entry = Int(corpus.tokens[place])
      typed[entry] += 1
      last[entry] = Int32(place)
    }
    next = max(next, place)
  }

  /// True when a word is there to be offered.
  func isKnown(_ entry: Int) -> Bool { elsewhere[entry] + typed[entry] > 0 }

  /// The rank of a word in an order once some of its letters have been typed, from 1; 0 when it is not offered.
  ///
  /// - Complexity: O(entries that begin so).
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
