/// The successors of contexts with very many occurrences, counted in advance: counting them for each key would take too
/// long, and a sample of the places misses the rare ones.
struct FrequentContexts: Sendable {
  /// The number of times that each token followed a context, the one with the greatest weight first.
  struct Successors {
    let tokens: ContiguousArray<Token>.SubSequence
    let counts: ContiguousArray<UInt32>.SubSequence
    /// The weights of these times.
    let weights: ContiguousArray<Float>.SubSequence
    let others: Others
  }

  /// The tokens that followed a context besides those that are listed.
  struct Others {
    /// The number of different tokens.
    let distinct: Int
    /// The number of times that they followed it, and the weight of these times.
    let count: Int
    let weight: Float
  }

  private struct Entry {
    let listed: Range<Int>
    let others: Others
  }

  /// The number of occurrences above which a context is counted.
  static let border = 1024
  /// The maximum number of tokens listed for each context.
  private static let mostListed = 512
  private var mostListed = FrequentContexts.mostListed

  private var entries: [UInt64: Entry] = [:]
  private var tokens: ContiguousArray<Token> = []
  private var counts: ContiguousArray<UInt32> = []
  private var weights: ContiguousArray<Float> = []
  private var border = FrequentContexts.border

  /// Creates an empty table.
  init() {}

  /// - Parameter border: The number of occurrences above which a context is counted.
  /// - Complexity: O(*n*) for each length of context.
  init(_ parts: CorpusBuilder.Parts, _ sorted: ContextSort.Result, border: Int = FrequentContexts.border) {
    self.init(
      parts.tokens, sorted, border: border, mostListed: FrequentContexts.mostListed, furtherStart: parts.furtherStart)
  }

  /// - Parameters:
  ///   - border: The number of occurrences above which a context is counted.
  ///   - mostListed: The maximum number of tokens listed for each context.
  ///   - furtherStart: The index of the first token of a further folder; nil for none.
  /// - Complexity: O(*n*) for each length of context.
  init(
    _ text: ContiguousArray<Token>, _ sorted: ContextSort.Result, border: Int, mostListed: Int, furtherStart: Int? = nil
  ) {
    (self.border, self.mostListed) = (border, mostListed)
    let tokenEnd = max(0, sorted.starts.count - 1)
    var scratch = Scratch(
      tally: ContiguousArray(repeating: 0, count: tokenEnd), further: ContiguousArray(repeating: 0, count: tokenEnd),
      furtherStart: furtherStart ?? text.count)
    for token in 0..<tokenEnd {
      count(Int(sorted.starts[token])..<Int(sorted.starts[token + 1]), order: 0, text, sorted.positions, &scratch)
    }
  }

  /// The memory size in bytes.
  var byteCount: Int { tokens.count * 12 + entries.count * 72 }

  /// Returns the successors of a context; nil when it is not frequent enough to be counted.
  ///
  /// - Parameters:
  ///   - slice: The range of the context among the sorted positions.
  ///   - order: One less than the number of its tokens.
  func successors(at slice: Range<Int>, order: Int) -> Successors? {
    guard slice.count > border, let entry = entries[FrequentContexts.key(slice, order)] else { return nil }
    return Successors(
      tokens: tokens[entry.listed], counts: counts[entry.listed], weights: weights[entry.listed], others: entry.others)
  }

  /// The contexts by their keys, six numbers each, and the tokens that followed them, each with its count.
  var stored: (entries: ContiguousArray<UInt32>, lists: ContiguousArray<UInt32>) {
    var (records, lists): (ContiguousArray<UInt32>, ContiguousArray<UInt32>) = ([], [])
    for (key, entry) in entries.sorted(by: { $0.key < $1.key }) {
      records += [
        UInt32(truncatingIfNeeded: key), UInt32(truncatingIfNeeded: key >> 32), UInt32(lists.count / 2),
        UInt32(entry.listed.count), UInt32(entry.others.distinct), UInt32(entry.others.count),
      ]
      for index in entry.listed { lists += [tokens[index], counts[index]] }
    }
    return (records, lists)
  }

  /// Returns a number that identifies a context.
  static func key(_ slice: Range<Int>, _ order: Int) -> UInt64 { UInt64(slice.lowerBound) << 8 | UInt64(order) }

  private struct Scratch {
    /// By token: the number of its occurrences in this slice.
    var tally: ContiguousArray<UInt32>
    /// By token: the number of those in further folders.
    var further: ContiguousArray<UInt32>
    /// The position where these begin.
    let furtherStart: Int
    var seen: [Token] = []

    /// Returns the weight of the occurrences of a token.
    func weight(_ token: Token) -> Float {
      Float(tally[Int(token)]) - (1 - VoteWeights.further) * Float(further[Int(token)])
    }
  }

  private mutating func count(
    _ slice: Range<Int>, order: Int, _ text: ContiguousArray<Token>, _ positions: ContiguousArray<UInt32>,
    _ scratch: inout Scratch
  ) {
    guard slice.count > border else { return }
    scratch.seen.removeAll(keepingCapacity: true)
    for place in slice {
      let position = Int(positions[place])
      let token = text[position]
      if scratch.tally[Int(token)] == 0 { scratch.seen.append(token) }
      scratch.tally[Int(token)] += 1
      if position >= scratch.furtherStart { scratch.further[Int(token)] += 1 }
    }
    let found = scratch.seen.map { (token: $0, weight: scratch.weight($0)) }
      .sorted { ($0.weight, $1.token) > ($1.weight, $0.token) }
    let listed = found.prefix(mostListed)
    let start = tokens.count
    for (token, weight) in listed {
      tokens.append(token)
      counts.append(scratch.tally[Int(token)])
      weights.append(weight)
    }
    let rest = found.dropFirst(listed.count)
    entries[FrequentContexts.key(slice, order)] = Entry(
      listed: start..<tokens.count,
      others: Others(
        distinct: rest.count, count: rest.reduce(0) { $0 + Int(scratch.tally[Int($1.token)]) },
        weight: rest.reduce(0) { $0 + $1.weight }))
    for (token, _) in found { (scratch.tally[Int(token)], scratch.further[Int(token)]) = (0, 0) }
    guard order + 1 < Corpus.maximumOrder else { return }
    // Longer contexts are consecutive parts of the slice.
    func farthest(_ place: Int) -> Token {
      let index = Int(positions[place]) - 2 - order
      return index < 0 ? .separator : text[index]
    }
    var first = slice.lowerBound
    while first < slice.upperBound {
      let token = farthest(first)
      var end = first + 1
      while end < slice.upperBound, farthest(end) == token { end += 1 }
      count(first..<end, order: order + 1, text, positions, &scratch)
      first = end
    }
  }
}
