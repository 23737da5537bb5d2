/// All texts that a model knows, as votes on the next token.
struct Evidence {
  /// An open document, or a file that has changed.
  struct Document {
    let tokens: ContiguousArray<Token>
    let gaps: ContiguousArray<UInt8>
    /// The index of the cursor among the tokens; nil in other documents.
    let cursor: Int?
    /// The weight of a vote.
    let weight: Float
  }

  /// A place where a context, or its end, occurred before.
  struct Occurrence {
    /// The index of the token that followed, in its text.
    let position: Int
    /// The number of context tokens that match there.
    let length: Int
    let weight: Float
  }

  /// The maximum number of occurrences read in each document; the nearest ones are read.
  static let maximumOccurrences = 512

  let corpus: Corpus
  let dead: DeadFiles
  /// By far text: the files that do not count.
  var farDead: [FarDead] = []
  let documents: [Document]

  /// Returns the tokens that followed a context, as votes: for its last token, its last two, and so on.
  ///
  /// - Parameters:
  ///   - context: The tokens, the last one first.
  ///   - limit: The maximum number of corpus votes for each part, evenly spread, unless they were counted in advance.
  ///   - isWanted: The filter for the tokens whose votes count; nil for all.
  ///   - isFar: True to count the votes of far texts, too, which are for words alone.
  func votes(
    following context: [Token], limit: Int = FrequentContexts.border, where isWanted: ((Token) -> Bool)? = nil,
    isFar: Bool = false
  ) -> [Mixture.Votes] {
    let slices = corpus.slices(following: context)
    var orders = context.indices.map { order in
      Mixture.Votes(capacity: order < slices.count ? min(slices[order].count, limit) / 2 : 8)
    }
    var counted = 0
    for (order, slice) in slices.enumerated() {
      if let successors = corpus.frequent.successors(at: slice, order: order) {
        orders[order].add(successors, where: isWanted)
        // A longer context has fewer occurrences.
        counted = order + 1
      } else {
        forEachPosition(in: slice, limit: limit) { position, weight in
          let token = corpus.tokens[position]
          if isWanted?(token) ?? true { orders[order].add(token, weight) }
        }
      }
    }
    if counted > 0 {
      dead.forEachOccurrence(of: context.prefix(counted), in: corpus) { position, length in
        let token = corpus.tokens[position]
        guard isWanted?(token) ?? true else { return }
        // With a filter, only listed tokens were added, so only these are removed.
        for order in 0..<length where isWanted == nil || orders[order].weights.has(token) {
          orders[order].remove(token, corpus.weight(at: position))
        }
      }
    }
    if isFar { corpus.far.vote(&orders, following: context, farDead) }
    for document in documents {
      document.forEachOccurrence(of: context) { occurrence in
        let token = document.tokens[occurrence.position]
        guard isWanted?(token) ?? true else { return }
        for order in 0..<occurrence.length { orders[order].add(token, occurrence.weight) }
      }
    }
    // Of a shorter context only a sample is read, which may miss what a longer one has.
    return Array(orders.prefix((orders.lastIndex { $0.count > 0 } ?? -1) + 1))
  }

  /// Calls `body` with positions of a slice, each with the number of positions that it stands for.
  func forEachPosition(in slice: Range<Int>, limit: Int, _ body: (Int, Float) -> Void) {
    let step = (slice.count + limit - 1) / limit
    if step == 0 { return }
    for index in stride(from: slice.lowerBound, to: slice.upperBound, by: step) {
      let position = Int(corpus.positions[index])
      if !dead.contains(position) { body(position, Float(step) * corpus.weight(at: position)) }
    }
  }
}

extension Evidence.Document {
  /// Calls `body` with the places where a context, or its end, occurs in the document, the nearest first.
  ///
  /// - Complexity: O(*n*), as fast as memory is read.
  func forEachOccurrence(of context: [Token], _ body: (Evidence.Occurrence) -> Void) {
    guard let last = context.first else { return }
    let cursor = cursor ?? tokens.count
    var left = Evidence.maximumOccurrences
    func visit(_ index: Int) -> Bool {
      let position = index + 1
      // A hole counts: where only secrets followed, a likely next word is none, not that of a shorter context.
      guard position < tokens.count, position != self.cursor else { return true }
      let length = TokenSearch.length(of: context, in: tokens, endingAt: index)
      let recent = self.cursor == nil ? 0 : VoteWeights.hereRecent * Decay.recency[position - cursor]
      body(Evidence.Occurrence(position: position, length: length, weight: weight + recent))
      left -= 1
      return left > 0
    }
    TokenSearch.forEachIndex(of: last, in: tokens, before: min(cursor, tokens.count), visit)
    if left > 0 { TokenSearch.forEachIndex(of: last, in: tokens, min(cursor, tokens.count)..<tokens.count, visit) }
  }
}

/// The files of a corpus that no longer count, because they are open, changed or deleted.
struct DeadFiles: Sendable {
  private(set) var files: Set<Int> = []
  private var ranges: [Range<Int>] = []
  /// The number of occurrences of each token in these files.
  private(set) var counts = TokenTable<UInt32>(none: 0)
  private(set) var tokenCount = 0
  /// The weight of those of these files that have each token.
  private(set) var fileWeights = TokenTable<Float>(none: 0)
  /// The weight of the occurrences of each token in these files, and of all of them.
  private(set) var weights = TokenTable<Float>(none: 0)
  private(set) var weight = 0.0

  /// True when a position of the corpus is in one of these files.
  ///
  /// - Complexity: O(log number of files).
  func contains(_ position: Int) -> Bool { ranges.hold(position) }

  /// Calls `body` with each position in these files after a context, or its end, and the number of tokens that match.
  ///
  /// - Complexity: O(tokens of the files), as fast as memory is read.
  func forEachOccurrence(
    of context: ArraySlice<Token>, in corpus: Corpus, _ body: (_ position: Int, _ length: Int) -> Void
  ) {
    guard let last = context.first else { return }
    let context = Array(context)
    for range in ranges where !range.isEmpty {
      TokenSearch.forEachIndex(of: last, in: corpus.tokens, max(0, range.lowerBound - 1)..<range.upperBound - 1) {
        index in
        let length = TokenSearch.length(of: context, in: corpus.tokens, endingAt: index)
        body(index + 1, length)
        return true
      }
    }
  }

  /// Sets whether a file is dead; a file that is not dead counts.
  ///
  /// - Complexity: O(tokens of the file), and O(number of dead files), as fast as memory is moved.
  mutating func set(_ file: Int, isDead: Bool, in corpus: Corpus) {
    guard files.contains(file) != isDead else { return }
    let range = corpus.files[file]
    let place = ranges.partitioningIndex { $0.lowerBound >= range.lowerBound }
    if isDead {
      files.insert(file)
      ranges.insert(range, at: place)
      count(range, of: corpus, 1)
    } else {
      files.remove(file)
      ranges.remove(at: place)
      count(range, of: corpus, -1)
    }
  }

  /// Counts the tokens of a file.
  ///
  /// - Parameter sign: 1 for a file that is dead now, -1 for one that is dead no longer.
  private mutating func count(_ range: Range<Int>, of corpus: Corpus, _ sign: Int) {
    let each = Float(sign) * corpus.weight(at: range.lowerBound)
    var seen = TokenTable<Bool>(none: false, capacity: 1024)
    for token in corpus.tokens[range] {
      if seen.insert(token, true) { fileWeights[token] += each }
      counts[token] &+= UInt32(truncatingIfNeeded: sign)
      weights[token] += each
    }
    tokenCount += sign * range.count
    weight += Double(each) * Double(range.count)
  }

  /// Makes exactly these files dead.
  ///
  /// - Complexity: O(tokens of the files that are dead now or were before, but not both).
  mutating func update(to wanted: Set<Int>, in corpus: Corpus) {
    guard wanted != files else { return }
    for file in wanted.subtracting(files) { count(corpus.files[file], of: corpus, 1) }
    for file in files.subtracting(wanted) { count(corpus.files[file], of: corpus, -1) }
    files = wanted
    ranges = wanted.map { corpus.files[$0] }.sorted { $0.lowerBound < $1.lowerBound }
  }
}
