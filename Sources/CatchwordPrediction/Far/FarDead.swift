/// The files of a far text that do not count.
///
/// Those that had changed when the text was installed may be very many: where successors of a context were counted, they
/// stay counted. Those that change or are opened later are taken out there as well: a file must not vote for what is
/// typed in it.
struct FarDead: Sendable {
  /// A file that was taken out later.
  private struct Later {
    let file: Int
    let firstToken: Int
    /// Its tokens in the numbers of the model.
    let tokens: ContiguousArray<Token>
  }

  /// The maximum number of tokens of the files that are taken out of what was counted.
  private static let maximumTaken = 1 << 18

  private var files: Set<Int> = []
  private var ranges: [Range<Int>] = []
  private var later: [Later] = []
  /// The number of occurrences of each of the model's tokens in these files.
  private(set) var counts = TokenTable<UInt32>(none: 0)

  /// Creates an empty set.
  init() {}

  /// Creates the set of the files that had changed when a text was installed.
  ///
  /// - Complexity: O(tokens of the files).
  init(_ files: Set<Int>, of text: FarText, _ tokens: ContiguousArray<Token>) {
    self.files = files
    ranges = files.compactMap { text.file($0)?.tokens }.sorted { $0.lowerBound < $1.lowerBound }
    var left = text.tokenCount
    for range in ranges where left > 0 {
      // In a damaged text, each file may have all tokens.
      left -= range.count
      count(range, of: text, tokens, 1)
    }
  }

  private mutating func count(_ range: Range<Int>, of text: FarText, _ tokens: ContiguousArray<Token>, _ sign: Int) {
    text.forEachToken(in: range) { counts[tokens[$0]] &+= UInt32(truncatingIfNeeded: sign) }
  }

  /// True when a position of the text is in one of these files.
  ///
  /// - Complexity: O(log number of files).
  func contains(_ position: Int) -> Bool { ranges.hold(position) }

  /// Sets whether a file is dead.
  ///
  /// - Complexity: O(tokens of the file), and O(number of dead files), as fast as memory is moved.
  mutating func set(_ file: Int, isDead: Bool, in tier: FarTier) {
    guard files.contains(file) != isDead, let range = tier.text.file(file)?.tokens else { return }
    if isDead {
      files.insert(file)
      ranges.insert(range, at: ranges.partitioningIndex { $0.lowerBound >= range.lowerBound })
      if later.reduce(range.count, { $0 + $1.tokens.count }) <= FarDead.maximumTaken {
        // What stands before the first token of a file is a separator.
        var tokens: ContiguousArray<Token> = [.separator]
        tier.text.forEachToken(in: range) { tokens.append(tier.tokens[$0]) }
        later.append(Later(file: file, firstToken: range.lowerBound, tokens: tokens))
      }
    } else {
      files.remove(file)
      ranges.removeAll { $0 == range }
      later.removeAll { $0.file == file }
    }
    count(range, of: tier.text, tier.tokens, isDead ? 1 : -1)
  }

  /// Calls `body` with each of the model's tokens that followed a context, or its end, in the files of a segment that were
  /// taken out later, and the number of context tokens that match.
  ///
  /// - Complexity: O(tokens of the files), as fast as memory is read.
  func forEachOccurrence(
    of context: ArraySlice<Token>, in segment: FarText.Segment, _ body: (_ token: Token, _ length: Int) -> Void
  ) {
    guard let last = context.first else { return }
    let context = Array(context)
    for file in later where segment.all.contains(file.firstToken) {
      TokenSearch.forEachIndex(of: last, in: file.tokens, 0..<file.tokens.count - 1) { index in
        body(file.tokens[index + 1], TokenSearch.length(of: context, in: file.tokens, endingAt: index))
        return true
      }
    }
  }
}
