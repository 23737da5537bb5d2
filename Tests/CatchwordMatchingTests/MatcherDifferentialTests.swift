import TestSupport
import Testing

@testable import CatchwordMatching

/// The matcher against a search through every way to place a pattern, and against a textbook's edit distance.
struct MatcherDifferentialTests {
  private let rounds = 4000

  @Test func theBestPlaceOfTheBestKind() {
    var random = SeededRandom()
    var seen: [MatchKind: Int] = [:]
    for _ in 0..<rounds {
      let text = Reference.text(&random, length: random.below(11))
      check(Reference.pattern(&random, from: text), text, &seen)
    }
    #expect(Set(seen.keys) == Set(MatchKind.allCases).subtracting([.typo]))
  }

  @Test func theBestPlaceInLongCandidates() {
    var random = SeededRandom()
    var seen: [MatchKind: Int] = [:]
    for _ in 0..<rounds / 4 {
      // What is between is in no pattern, so that there are not too many ways to place one.
      let between = (0..<40 + random.below(90)).map { _ in Reference.filler[random.below(Reference.filler.count)] }
      let ends = [Reference.text(&random, length: random.below(7)), Reference.text(&random, length: random.below(7))]
      check(Reference.pattern(&random, from: ends[0] + ends[1]), ends[0] + between + ends[1], &seen)
    }
    #expect(Set(seen.keys).isSuperset(of: [.prefix, .wordPrefix, .initials, .substring, .scattered]))
  }

  private func check(_ pattern: [Reference.Letter], _ text: [Reference.Letter], _ seen: inout [MatchKind: Int]) {
    let reference = Reference(pattern: pattern, text: text)
    var matcher = Matcher(Pattern(Reference.string(pattern)))
    let match = matcher.match(Reference.string(text))
    let place: Comment = "\(Reference.string(pattern)) in \(Reference.string(text))"
    // Who wants no positions gets the same answer by a shorter way.
    let score = matcher.score(Reference.string(text))
    #expect(score?.kind == match?.kind && score?.quality == match?.quality, place)
    // What is found out at once is true, and of texts in ASCII that take part as a whole, it is all.
    let mayMatch = matcher.pattern.mayMatch(Reference.string(text))
    let isCertain =
      !pattern.isEmpty && text.count <= FoldedCandidate.maximumLength && (pattern + text).allSatisfy(\.text.isASCII)
    #expect(isCertain ? mayMatch == (match != nil) : mayMatch || match == nil, place)
    guard !reference.pattern.isEmpty else {
      #expect(match?.quality == 1, place)
      return
    }
    let best = reference.best()
    #expect(match?.kind == best?.kind, place)
    guard let match, let best else { return }
    seen[match.kind, default: 0] += 1
    #expect(reference.kinds(of: match.positions).contains(match.kind), place)
    #expect(reference.points(match.positions) == best.points, place)
    #expect((0...1).contains(match.quality), place)
    #expect((match.quality > MatchWeights.band(.prefix)) == (match.kind >= .prefix), place)
  }

  @Test func typosAreMeasuredAsInATextbook() {
    var random = SeededRandom()
    var seen: [Int: Int] = [:]
    for _ in 0..<rounds {
      let text = Reference.text(&random, length: 3 + random.below(8))
      let pattern = Reference.misspelt(&random, text)
      let reference = Reference(pattern: pattern, text: text)
      guard !reference.pattern.isEmpty else { continue }
      var matcher = Matcher(Pattern(Reference.string(pattern)), allowsTypos: true)
      let match = matcher.match(Reference.string(text))
      let place: Comment = "\(Reference.string(pattern)) in \(Reference.string(text))"
      let edits = reference.best() == nil ? reference.edits() : nil
      #expect((match?.kind == .typo) == (edits != nil), place)
      guard let match, let edits else { continue }
      seen[edits, default: 0] += 1
      // The bands of one edit and of two do not overlap.
      #expect((match.quality > MatchWeights.bandWidth / 2) == (edits == 1), place)
      #expect(match.positions == match.positions.sorted() && Set(match.positions).count == match.positions.count, place)
      #expect(match.positions.allSatisfy { reference.pattern.map(\.folded).contains(reference.text[$0].folded) }, place)
      #expect(match.positions.count >= reference.pattern.count - edits, place)
      var strict = Matcher(Pattern(Reference.string(pattern)))
      #expect(strict.match(Reference.string(text)) == nil, place)
    }
    #expect(Set(seen.keys) == [1, 2])
  }
}

/// What the matcher is to do, written down as plainly as possible.
private struct Reference {
  struct Letter: Equatable {
    let text: Unicode.Scalar
    let folded: Unicode.Scalar
    let kind: Kind

    init(_ text: Unicode.Scalar, _ folded: Unicode.Scalar, _ kind: Kind) {
      self.text = text
      self.folded = folded
      self.kind = kind
    }
  }

  static let mark = Letter("\u{301}", "\u{301}", .separator)
  static let alphabet = [
    Letter("a", "a", .lower), Letter("A", "a", .upper), Letter("b", "b", .lower), Letter("B", "b", .upper),
    Letter("c", "c", .lower), Letter("e", "e", .lower), Letter("é", "e", .lower), Letter("É", "e", .upper),
    Letter("_", "_", .separator), Letter("-", "-", .separator), Letter("1", "1", .digit), Letter("東", "東", .ideograph),
    mark,
  ]
  static let filler = [Letter("x", "x", .lower), Letter("X", "x", .upper), Letter(".", ".", .separator)]

  static func text(_ random: inout SeededRandom, length: Int) -> [Letter] {
    // Few different letters in most, so that there is more than one way.
    let few = random.below(3) == 0 ? alphabet.count : 6
    let first = random.below(alphabet.count)
    return (0..<length).map { _ in alphabet[(first + random.below(few)) % alphabet.count] }
  }

  static func pattern(_ random: inout SeededRandom, from text: [Letter]) -> [Letter] {
    if random.below(4) == 0 { return self.text(&random, length: random.below(5)) }
    let from = random.below(text.count + 1)
    let to = min(text.count, from + 5)
    let isTogether = random.below(2) == 0
    return (isTogether ? text[from..<to] : text[...]).filter { _ in random.below(isTogether ? 8 : 2) > 0 }.map {
      letter in
      alphabet.filter { $0.folded == letter.folded }[0]
    }
  }

  static func misspelt(_ random: inout SeededRandom, _ text: [Letter]) -> [Letter] {
    var text = text.filter { $0 != mark }
    for _ in 0..<1 + random.below(3) {
      let place = random.below(text.count + 1)
      let letter = alphabet[random.below(alphabet.count)]
      switch random.below(4) {
      case 0: text.insert(letter, at: place)
      case 1 where place < text.count: text.remove(at: place)
      case 2 where place < text.count: text[place] = letter
      case 3 where place + 1 < text.count: text.swapAt(place, place + 1)
      default: break
      }
    }
    return text
  }

  static func string(_ letters: [Letter]) -> String {
    var string = ""
    string.unicodeScalars.append(contentsOf: letters.map(\.text))
    return string
  }

  let pattern: [Letter]
  let text: [Letter]
  let length: Int

  init(pattern: [Letter], text: [Letter]) {
    self.pattern = pattern.filter { $0 != Reference.mark }
    let letters = text.filter { $0 != Reference.mark }
    length = letters.count
    self.text = Array(letters.prefix(FoldedCandidate.maximumLength))
  }

  func isWordStart(_ index: Int) -> Bool {
    let kind = text[index].kind
    guard kind != .separator else { return false }
    guard index > 0 else { return true }
    let next = index + 1 < text.count ? text[index + 1].kind : .separator
    switch (text[index - 1].kind, kind) {
    case (.separator, _), (.ideograph, _), (_, .ideograph): return true
    case (.lower, .upper), (.digit, .upper), (.lower, .digit), (.upper, .digit): return true
    case (.upper, .upper): return next == .lower
    default: return false
    }
  }

  func best() -> (kind: MatchKind, points: Int32)? {
    var placements: [[Int]] = []
    extend([], &placements)
    let all = placements.map { (kinds: kinds(of: $0), points: points($0)) }
    guard let kind = all.flatMap(\.kinds).max() else { return nil }
    return (kind, all.filter { $0.kinds.contains(kind) }.map(\.points).max()!)
  }

  private func extend(_ placement: [Int], _ all: inout [[Int]]) {
    guard placement.count < pattern.count else { return all.append(placement) }
    for index in (placement.last ?? -1) + 1..<max(text.count, (placement.last ?? -1) + 1)
    where text[index].folded == pattern[placement.count].folded {
      extend(placement + [index], &all)
    }
  }

  /// Every kind that a placement realises.
  func kinds(of placement: [Int]) -> Set<MatchKind> {
    var kinds: Set<MatchKind> = [.scattered]
    let runs = placement.indices.filter { $0 == 0 || placement[$0] != placement[$0 - 1] + 1 }
    if runs.count == 1 { kinds.insert(.substring) }
    if runs.allSatisfy({ isWordStart(placement[$0]) }) { kinds.insert(.initials) }
    if runs.count == 1, isWordStart(placement[0]) { kinds.insert(.wordPrefix) }
    if runs.count == 1, placement[0] == 0 { kinds.insert(pattern.count == length ? .exact : .prefix) }
    return kinds
  }

  func points(_ placement: [Int]) -> Int32 {
    var points: Int32 = placement[0] == 0 ? MatchWeights.candidateStart : 0
    for (index, position) in placement.enumerated() {
      points += MatchWeights.character
      if isWordStart(position) { points += MatchWeights.wordStart }
      if text[position].text == pattern[index].text { points += MatchWeights.sameWriting }
      guard index > 0 else { continue }
      let gap = position - placement[index - 1] - 1
      points += gap == 0 ? MatchWeights.adjacency : MatchWeights.gapOpening + MatchWeights.gapExtension * Int32(gap - 1)
    }
    return points
  }

  /// The edits that a typo takes, or nil when it is none.
  func edits() -> Int? {
    let allowed = pattern.count < 4 ? 0 : pattern.count < 8 ? 1 : 2
    guard allowed > 0, let first = text.first, pattern.prefix(2).map(\.folded).contains(first.folded) else {
      return nil
    }
    let isTyped = text.count < pattern.count && text.map(\.folded) == pattern[..<text.count].map(\.folded)
    if isTyped { return nil }
    let least = (0...text.count).map { Reference.distance(pattern, Array(text[..<$0])) }.min()!
    return least <= allowed ? least : nil
  }

  /// The optimal string alignment distance, with the whole table.
  static func distance(_ left: [Letter], _ right: [Letter]) -> Int {
    var table = Array(repeating: Array(repeating: 0, count: right.count + 1), count: left.count + 1)
    for i in 0...left.count { table[i][0] = i }
    for j in 0...right.count { table[0][j] = j }
    for i in 1..<left.count + 1 {
      for j in 1..<right.count + 1 {
        let isSame = left[i - 1].folded == right[j - 1].folded
        var least = min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (isSame ? 0 : 1))
        if i > 1, j > 1, left[i - 1].folded == right[j - 2].folded, left[i - 2].folded == right[j - 1].folded {
          least = min(least, table[i - 2][j - 2] + 1)
        }
        table[i][j] = least
      }
    }
    return table[left.count][right.count]
  }
}
