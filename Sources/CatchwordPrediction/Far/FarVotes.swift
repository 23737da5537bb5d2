extension FarTier {
  /// The maximum number of occurrences read for each part of a context, in each segment.
  static let maximumVotes = 256

  /// Adds the votes of the words that followed a context.
  ///
  /// - Parameters:
  ///   - context: The tokens, the last one first.
  ///   - own: The text's tokens for the first of these.
  /// - Complexity: O(`maximumVotes`) for each part of the context, and O(log *n*), in each segment.
  func vote(_ orders: inout [Mixture.Votes], following context: [Token], _ own: [Token], _ dead: FarDead) {
    defer { withExtendedLifetime(text) {} }
    for segment in text.segments {
      let slices = text.slices(of: segment, following: own)
      let entries = slices.enumerated().map { text.entry(of: segment, $1, order: $0) }
      let taken = taken(of: segment, context.prefix((entries.lastIndex { $0 != nil } ?? -1) + 1), dead)
      for (order, slice) in slices.enumerated() {
        if let entry = entries[order] {
          add(entry, of: segment, without: taken[order], to: &orders[order])
          continue
        }
        let step = (slice.count + FarTier.maximumVotes - 1) / FarTier.maximumVotes
        for index in stride(from: slice.lowerBound, to: slice.upperBound, by: max(1, step)) {
          let position = text.position(of: segment, index)
          let token = tokens[text.token(of: segment, position)]
          if token != .hole, !dead.contains(segment.firstToken + position) {
            orders[order].add(token, Float(step) * weight)
          }
        }
      }
    }
  }

  /// Returns how often each token followed a context, and its ends, in files that were taken out later.
  private func taken(
    of segment: FarText.Segment, _ context: ArraySlice<Token>, _ dead: FarDead
  ) -> [TokenTable<UInt32>] {
    var taken = context.map { _ in TokenTable<UInt32>(none: 0) }
    dead.forEachOccurrence(of: context, in: segment) { token, length in
      for order in 0..<length { taken[order][token] += 1 }
    }
    return taken
  }

  private func add(
    _ entry: FarText.Entry, of segment: FarText.Segment, without taken: TokenTable<UInt32>,
    to votes: inout Mixture.Votes
  ) {
    for index in 0..<entry.count {
      let (own, count) = text.listed(of: segment, entry.start + index)
      let token = Int(own) < tokens.count ? tokens[Int(own)] : .hole
      let left = count - min(count, taken[token])
      if token != .hole, left > 0 { votes.add(token, Float(left) * weight, count: Int(left)) }
    }
    votes.addOthers(distinct: entry.otherTokens, count: entry.others, weight: Float(entry.others) * weight)
  }
}

/// Reading a segment. Its parts are within the file; what they say is checked here.
extension FarText {
  /// The tokens that followed a frequent context: some in a list, and the others.
  struct Entry {
    let start: Int
    let count: Int
    let otherTokens: Int
    let others: Int
  }

  /// Returns the token at a position of a segment; a separator when it has none, or the file is damaged.
  @inline(__always)
  func token(of segment: Segment, _ position: Int) -> Int {
    guard position >= 0, position < segment.tokenCount else { return Int(Token.separator) }
    let token = Int(number(at: segment.tokens + 3 * position) & 0xFF_FFFF)
    return token < wordCount + Int(Token.firstWord) ? token : Int(Token.hole)
  }

  /// Calls `body` with the text's tokens of a range.
  func forEachToken(in range: Range<Int>, _ body: (_ token: Int) -> Void) {
    defer { withExtendedLifetime(self) {} }
    for segment in segments {
      for position in range.clamped(to: segment.all) { body(token(of: segment, position - segment.firstToken)) }
    }
  }

  /// Returns one of the sorted positions; the index is in their range.
  @inline(__always)
  func position(of segment: Segment, _ index: Int) -> Int { Int(number(at: segment.positions + 4 * index)) }

  /// Returns the positions that follow a context: its last token, its last two, and so on, while there are any.
  ///
  /// - Parameter context: The tokens, the last one first.
  func slices(of segment: Segment, following context: [Token]) -> [Range<Int>] {
    var slices: [Range<Int>] = []
    for (depth, token) in context.prefix(Corpus.maximumOrder).enumerated() {
      var slice: Range<Int>
      if depth == 0 {
        guard Int(token) + 1 < segment.startCount else { break }
        let start = Int(number(at: segment.starts + 4 * Int(token)))
        let end = Int(number(at: segment.starts + 4 * Int(token) + 4))
        guard start <= end, end <= segment.positionCount else { break }
        slice = start..<end
      } else {
        func left(_ index: Int) -> Int { self.token(of: segment, position(of: segment, index) - 1 - depth) }
        let all = slices[depth - 1]
        let start = all.partitioningIndex { left($0) >= Int(token) }
        slice = start..<(start..<all.upperBound).partitioningIndex { left($0) > Int(token) }
      }
      if slice.isEmpty { break }
      slices.append(slice)
    }
    return slices
  }

  /// Returns what followed a context that was counted; nil when it was not.
  func entry(of segment: Segment, _ slice: Range<Int>, order: Int) -> Entry? {
    guard segment.entryCount > 0 else { return nil }
    let key = FrequentContexts.key(slice, order)
    func found(_ index: Int) -> UInt64 {
      UInt64(number(at: segment.entries + 24 * index)) | UInt64(number(at: segment.entries + 24 * index + 4)) << 32
    }
    let index = (0..<segment.entryCount).partitioningIndex { found($0) >= key }
    guard index < segment.entryCount, found(index) == key else { return nil }
    func value(_ place: Int) -> Int { Int(number(at: segment.entries + 24 * index + 4 * place)) }
    guard value(2) + value(3) <= segment.listCount else { return nil }
    return Entry(start: value(2), count: value(3), otherTokens: value(4), others: value(5))
  }

  /// Returns a token of a list, and its count.
  func listed(of segment: Segment, _ index: Int) -> (token: Token, count: UInt32) {
    (number(at: segment.lists + 8 * index), number(at: segment.lists + 8 * index + 4))
  }
}
