/// The files of a workspace as a model sees them; it never changes.
///
/// All files' tokens stand one behind the other, and their positions once more, sorted by the tokens to the left of each:
/// so all places where some tokens stood are one slice, whatever their number, and nothing is counted beforehand.
public final class Corpus: Sendable {
  /// How many tokens of the context the positions are sorted by.
  static let maximumOrder = 5

  let words: WordTable
  let tokens: ContiguousArray<Token>
  /// The gap before each token.
  let gaps: ContiguousArray<UInt8>
  /// The positions, sorted by the tokens to the left of each, the nearest first.
  let positions: ContiguousArray<UInt32>
  /// By token: where in `positions` those behind it begin.
  let starts: ContiguousArray<UInt32>
  /// By token: how often it stands here.
  let counts: ContiguousArray<UInt32>
  /// Where each file's tokens are.
  let files: ContiguousArray<Range<Int>>
  /// The files' numbers by their paths.
  let numbers: [String: Int]
  let places: LinePlaces
  let frequent: FrequentContexts

  init(
    _ parts: CorpusBuilder.Parts, _ sorted: ContextSort.Result, _ places: LinePlaces, _ frequent: FrequentContexts
  ) {
    words = parts.words
    tokens = parts.tokens
    gaps = parts.gaps
    files = parts.files
    numbers = parts.numbers
    positions = sorted.positions
    starts = sorted.starts
    counts = sorted.counts
    self.places = places
    self.frequent = frequent
  }

  /// No files.
  static let empty = Corpus(
    CorpusBuilder.Parts(seed: 0), ContextSort.Result(positions: [], starts: [0, 0, 0, 0], counts: [0, 0, 0]),
    LinePlaces(), FrequentContexts())

  /// How many bytes of memory it takes.
  public var byteCount: Int {
    tokens.count * 4 + gaps.count + positions.count * 4 + (starts.count + counts.count) * 4 + words.byteCount
      + places.byteCount + frequent.byteCount + numbers.reduce(0) { $0 + $1.key.utf8.count + 64 }
  }

  /// How many tokens it has, ends of lines included.
  public var tokenCount: Int { tokens.count }

  /// Where tokens followed a context: of the last token, of the last two, and so on, as long as there are any.
  ///
  /// - Parameter context: The tokens, the last one first.
  /// - Returns: Ranges of `positions`, each in the one before.
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
    let start = firstPlace(in: slice) { self.token($0, back: depth) < token }
    return start..<firstPlace(in: start..<slice.upperBound) { self.token($0, back: depth) <= token }
  }

  /// The first place in a slice whose position is not before what is looked for.
  private func firstPlace(in slice: Range<Int>, _ isBefore: (_ position: Int) -> Bool) -> Int {
    var (low, high) = (slice.lowerBound, slice.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if isBefore(Int(positions[middle])) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The token so many places before the one to the left of a position.
  private func token(_ position: Int, back depth: Int) -> Token {
    let index = position - 1 - depth
    return index < 0 ? .separator : tokens[index]
  }
}
