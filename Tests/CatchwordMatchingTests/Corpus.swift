import TestSupport

@testable import CatchwordMatching

/// A match that was found, or should be.
struct Found: Equatable {
  let row: CandidateIndex.Row
  let kind: MatchKind
}

/// Words in an index, and beside it.
struct Corpus {
  struct Word {
    let text: String
    let weight: UInt8
  }

  private static let letters = Array("abcABC_-12éÜ東\u{301}")

  var index: CandidateIndex
  private(set) var rows: [CandidateIndex.Row: Word] = [:]

  static func word(_ random: inout SeededRandom, upTo length: Int) -> String {
    String((0..<1 + random.below(length)).map { _ in letters[random.below(letters.count)] })
  }

  init(_ random: inout SeededRandom, upTo words: Int) {
    let count = 1 + random.below(words)
    let words = (0..<count).map { _ in
      Word(text: Corpus.word(&random, upTo: random.below(10) == 0 ? 90 : 7), weight: UInt8(random.below(3)))
    }
    self.init(words, cuts: [random.below(count), random.below(count)].sorted(), mutableFrom: random.below(count + 1))
    for row in rows.keys.sorted() where random.below(5) == 0 {
      index.remove(row)
      rows[row] = nil
    }
  }

  /// - Parameters:
  ///   - cuts: Where segments end.
  ///   - mutableFrom: From here on, words are inserted.
  init(_ words: [Word], cuts: [Int], mutableFrom: Int) {
    var segments: [IndexSegment] = []
    var builder = SegmentBuilder()
    for (number, word) in words[..<mutableFrom].enumerated() {
      if cuts.contains(number) { segments.append(builder.build()) }
      builder.append(word.text, weight: word.weight)
    }
    segments.append(builder.build())
    index = CandidateIndex(segments: segments)
    // Rows of segments are known by what is found in them, since they are sorted.
    for match in (try? index.search(Pattern(""), limit: words.count).matches) ?? [] {
      rows[match.row] = Word(text: index[match.row], weight: index.weight(of: match.row))
    }
    for word in words[mutableFrom...] { rows[index.insert(word.text, weight: word.weight)] = word }
  }

  /// Adds a word.
  mutating func insert(_ text: String) { rows[index.insert(text)] = Word(text: text, weight: 0) }

  /// Adds a word, or removes one, or both: the new one may then get the other's row.
  mutating func change(_ random: inout SeededRandom) {
    if random.below(3) > 0, let row = rows.keys.sorted().randomElement(using: &random) {
      index.remove(row)
      rows[row] = nil
    }
    if random.below(3) > 0 {
      let word = Word(text: Corpus.word(&random, upTo: 7), weight: UInt8(random.below(3)))
      rows[index.insert(word.text, weight: word.weight)] = word
    }
  }

  func someRows(_ random: inout SeededRandom) -> RowSet {
    var set = RowSet()
    for row in rows.keys where random.below(4) == 0 { set.insert(row) }
    return set
  }

  /// All that match, in order.
  func search(_ typed: String, preferred: [RowSet], allowsTypos: Bool) -> [Found] {
    let pattern = Pattern(typed)
    var found: [(kind: MatchKind, isOtherCase: Bool, preference: Int, weight: UInt8, length: Int, row: Int)] = []
    func add(_ row: Int, _ word: Word, _ kind: MatchKind, isOtherCase: Bool) {
      let length = min(255, word.text.unicodeScalars.count)
      found.append(
        (kind, isOtherCase, preferred.firstIndex { $0.contains(row) } ?? preferred.count, word.weight, length, row))
    }
    for (row, word) in rows {
      var matcher = Matcher(pattern)
      guard let kind = matcher.score(word.text).map({ min($0.kind, .prefix) }) else { continue }
      add(row, word, kind, isOtherCase: !pattern.isEmpty && Placements(pattern, word.text).bestKind != kind)
    }
    if allowsTypos && found.allSatisfy({ $0.kind < .wordPrefix }) {
      for (row, word) in rows {
        var matcher = Matcher(pattern, allowsTypos: true)
        if matcher.score(word.text)?.kind == .typo { add(row, word, .typo, isOtherCase: false) }
      }
    }
    found.sort { left, right in
      if left.kind != right.kind { return left.kind > right.kind }
      if left.isOtherCase != right.isOtherCase { return right.isOtherCase }
      if left.preference != right.preference { return left.preference < right.preference }
      if left.weight != right.weight { return left.weight > right.weight }
      return left.length != right.length ? left.length < right.length : left.row < right.row
    }
    return found.map { Found(row: $0.row, kind: $0.kind) }
  }
}

/// Every way to place a pattern in a text with the capitals and accents that were typed.
private struct Placements {
  private let pattern: Pattern
  private var candidate = FoldedCandidate()

  init(_ pattern: Pattern, _ text: String) {
    self.pattern = pattern
    candidate.load(text)
  }

  /// The best kind of all of them, prefixes at most.
  var bestKind: MatchKind? {
    // From each position of one character to those of the next: only what the kind depends on is kept.
    struct State: Hashable {
      let last: Int
      let isRun: Bool
      let begins: Int
      let areInitials: Bool
    }
    var states: Set<State> = []
    for position in 0..<candidate.count where accepts(position, 0) {
      states.insert(
        State(last: position, isRun: true, begins: position, areInitials: candidate.wordStarts.has(position)))
    }
    for place in pattern.folded.indices.dropFirst() {
      var next: Set<State> = []
      for state in states {
        for position in state.last + 1..<max(state.last + 1, candidate.count) where accepts(position, place) {
          let isNext = position == state.last + 1
          next.insert(
            State(
              last: position, isRun: state.isRun && isNext, begins: state.begins,
              areInitials: state.areInitials && (isNext || candidate.wordStarts.has(position))))
        }
      }
      states = next
    }
    return states.map { state in
      if state.isRun && state.begins == 0 { return .prefix }
      if state.isRun && candidate.wordStarts.has(state.begins) { return .wordPrefix }
      return state.areInitials ? .initials : state.isRun ? .substring : .scattered
    }.max()
  }

  private func accepts(_ position: Int, _ place: Int) -> Bool {
    let takesEffort = pattern.original[place] != pattern.folded[place]
    return takesEffort
      ? candidate.original[position] == pattern.original[place] : candidate.folded[position] == pattern.folded[place]
  }
}
