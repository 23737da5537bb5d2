/// The best rows that a search has found, by kind of match.
struct SearchResults {
  /// The kinds, best first; exact matches count as prefixes.
  static let kinds: [MatchKind] = [.prefix, .wordPrefix, .initials, .substring, .scattered, .typo]

  let limit: Int
  private var best: [BestSelection<CandidateOrder>]
  /// True when some matches may be missing.
  private(set) var isCut = false

  init(limit: Int) {
    self.limit = limit
    best = SearchResults.kinds.map { _ in BestSelection(capacity: limit, by: <) }
  }

  /// Returns the number of rows of better kinds.
  func count(betterThan kind: Int) -> Int { best[..<kind].reduce(0) { $0 + $1.count } }

  /// Limits the rows of each kind to the places left for it, once all rows of the better kinds are known.
  mutating func restrict(from kind: Int) {
    let places = max(0, limit - count(betterThan: kind))
    for kind in kind..<best.count where best[kind].capacity > places {
      var smaller = BestSelection<CandidateOrder>(capacity: places, by: <)
      for order in best[kind].kept.sorted() where smaller.insert(order) { isCut = true }
      best[kind] = smaller
    }
  }

  @inline(__always) mutating func insert(_ order: CandidateOrder, kind: Int) {
    if hasPlace(for: order, kind: kind), best[kind].insert(order) { isCut = true }
  }

  /// True when a row would have a place among those of a kind; if not, notes that it was left out.
  @inline(__always) mutating func hasPlace(for order: CandidateOrder, kind: Int) -> Bool {
    guard let threshold = best[kind].threshold, threshold < order else { return true }
    isCut = true
    return false
  }

  /// The worst row of a kind that is kept, which others must precede once no place is left for the kind; until then what
  /// every row precedes.
  @inline(__always) func bar(of kind: Int) -> CandidateOrder { best[kind].threshold ?? .last }

  mutating func noteCut() { isCut = true }

  /// Returns the rows that were found, best first, with the index of their kinds.
  func sorted() -> [(order: CandidateOrder, kind: Int)] {
    var all: [(order: CandidateOrder, kind: Int)] = []
    all.reserveCapacity(limit)
    for kind in best.indices where all.count < limit {
      // By the operator itself, which is compiled in: the selection has it as a closure.
      for order in best[kind].kept.sorted().prefix(limit - all.count) { all.append((order, kind)) }
    }
    return all
  }

  /// True when all places are taken and some rows that were found have none.
  var hasMore: Bool { isCut || best.reduce(0) { $0 + $1.count } > limit }

  /// Returns the index of a kind in `kinds`.
  @inline(__always) static func index(of kind: MatchKind) -> Int {
    Int(MatchKind.prefix.rawValue) - Int(min(kind, .prefix).rawValue)
  }
}
