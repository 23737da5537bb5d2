/// The files of a workspace as a model reads them; immutable.
///
/// The tokens of all files are stored one after the other, and their positions again, sorted by the tokens to the left
/// of each. So all positions after the same tokens are one slice, of any size, and nothing need be counted in advance.
public final class Corpus: Sendable {
  /// The number of context tokens by which the positions are sorted.
  static let maximumOrder = 5

  let words: WordNumbers
  let tokens: ContiguousArray<Token>
  /// The gap before each token.
  let gaps: ContiguousArray<UInt8>
  /// The positions, sorted by the tokens to the left of each, the nearest first.
  let positions: ContiguousArray<UInt32>
  /// By token: the index in `positions` where the positions after that token begin.
  let starts: ContiguousArray<UInt32>
  /// By token: the number of its occurrences in the corpus.
  let counts: ContiguousArray<UInt32>
  /// The range of each file in `tokens`.
  let files: ContiguousArray<Range<Int>>
  /// The index of each file in `files`, by path.
  let numbers: [String: Int]
  /// The index in `tokens` where the files of further folders begin.
  let furtherStart: Int
  /// By token: the number of its occurrences in these files; empty without any.
  private let furtherCounts: ContiguousArray<UInt32>
  /// By token: the number of files of open folders that have it, and of further ones, up to the greatest number; the latter
  /// is empty without any.
  private let fileCounts: ContiguousArray<UInt16>
  private let furtherFileCounts: ContiguousArray<UInt16>
  let places: LinePlaces
  let frequent: FrequentContexts
  /// The far texts behind it.
  let far: FarTiers

  init(
    _ parts: CorpusBuilder.Parts, _ sorted: ContextSort.Result, _ places: LinePlaces, _ frequent: FrequentContexts,
    _ far: FarTiers = FarTiers()
  ) {
    self.far = far
    words = parts.words
    tokens = parts.tokens
    gaps = parts.gaps
    files = parts.files
    numbers = parts.numbers
    positions = sorted.positions
    starts = sorted.starts
    counts = sorted.counts
    furtherStart = parts.furtherStart ?? parts.tokens.count
    var further = ContiguousArray<UInt32>(
      repeating: 0, count: furtherStart < parts.tokens.count ? sorted.counts.count : 0)
    for token in parts.tokens[furtherStart...] { further[Int(token)] += 1 }
    furtherCounts = further
    let start = furtherStart
    let firstFurther = parts.files.indices.partitioningIndex { parts.files[$0].lowerBound >= start }
    fileCounts = Corpus.fileCounts(parts, ..<firstFurther, words: sorted.counts.count)
    let hasFurther = firstFurther < parts.files.count
    furtherFileCounts = hasFurther ? Corpus.fileCounts(parts, firstFurther..., words: sorted.counts.count) : []
    self.places = places
    self.frequent = frequent
  }

  private static func fileCounts(
    _ parts: CorpusBuilder.Parts, _ files: some RangeExpression<Int>, words: Int
  ) -> ContiguousArray<UInt16> {
    var counts = ContiguousArray<UInt16>(repeating: 0, count: words)
    var lastFiles = ContiguousArray<Int32>(repeating: -1, count: words)
    for (number, range) in parts.files[files].enumerated() {
      for token in parts.tokens[range] where lastFiles[Int(token)] != Int32(number) {
        lastFiles[Int(token)] = Int32(number)
        if counts[Int(token)] < .max { counts[Int(token)] += 1 }
      }
    }
    return counts
  }

  /// A corpus without files.
  static let empty = Corpus(
    CorpusBuilder.Parts(seed: 0), ContextSort.Result(positions: [], starts: [0, 0, 0, 0], counts: [0, 0, 0]),
    LinePlaces(), FrequentContexts())

  /// The memory size in bytes.
  public var byteCount: Int {
    tokens.count * 4 + gaps.count + positions.count * 4 + (starts.count + counts.count + furtherCounts.count) * 4
      + (fileCounts.count + furtherFileCounts.count) * 2
      + words.byteCount + places.byteCount + frequent.byteCount + far.byteCount
      + numbers.reduce(0) { $0 + $1.key.utf8.count + 64 }
  }

  /// The number of tokens, line ends included.
  public var tokenCount: Int { tokens.count }

  /// The weight of all tokens, where one in an open folder weighs 1.
  var weight: Double {
    Double(furtherStart) + Double(VoteWeights.further) * Double(tokens.count - furtherStart)
  }

  /// True for a file that it has from a further folder.
  func isFurther(_ path: String) -> Bool { numbers[path].map { files[$0].lowerBound >= furtherStart } ?? false }

  /// Returns the weight of the token at a position.
  func weight(at position: Int) -> Float { position < furtherStart ? 1 : VoteWeights.further }

  /// Returns the weight of all uses of a token.
  func weight(of token: Token) -> Double {
    guard Int(token) < counts.count else { return 0 }
    let further = furtherCounts.isEmpty ? 0 : Double(furtherCounts[Int(token)])
    return Double(counts[Int(token)]) - further * Double(1 - VoteWeights.further)
  }

  /// Returns the weight of all files that have a token.
  func fileWeight(of token: Token) -> Double {
    guard Int(token) < counts.count else { return 0 }
    let further = furtherFileCounts.isEmpty ? 0 : Double(furtherFileCounts[Int(token)])
    return Double(fileCounts[Int(token)]) + further * Double(VoteWeights.further)
  }

  /// Returns the positions that follow a context: its last token, its last two, and so on, while there are any.
  ///
  /// - Parameter context: The tokens, the last one first.
  /// - Returns: Ranges of `positions`, each within the previous one.
  /// - Complexity: O(log *n*) each.
  func slices(following context: [Token]) -> [Range<Int>] {
    var slices: [Range<Int>] = []
    for (depth, token) in context.prefix(Corpus.maximumOrder).enumerated() {
      var slice: Range<Int>
      if depth == 0 {
        guard Int(token) + 1 < starts.count else { break }
        slice = Int(starts[Int(token)])..<Int(starts[Int(token) + 1])
      } else {
        slice = narrowed(slices[depth - 1], at: depth, to: token)
      }
      if slice.isEmpty { break }
      slices.append(slice)
    }
    return slices
  }

  private func narrowed(_ slice: Range<Int>, at depth: Int, to token: Token) -> Range<Int> {
    func left(_ index: Int) -> Token { self.token(Int(positions[index]), back: depth) }
    let start = slice.partitioningIndex { left($0) >= token }
    return start..<(start..<slice.upperBound).partitioningIndex { left($0) > token }
  }

  /// Returns the token `depth` places before the one directly to the left of a position.
  private func token(_ position: Int, back depth: Int) -> Token {
    let index = position - 1 - depth
    return index < 0 ? .separator : tokens[index]
  }
}
