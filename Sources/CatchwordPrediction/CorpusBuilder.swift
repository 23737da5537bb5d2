import CatchwordText

/// Builds a corpus from files.
public struct CorpusBuilder {
  /// The contents of a corpus before it is sorted.
  struct Parts {
    var words: WordNumbers
    var tokens: ContiguousArray<Token> = [.separator]
    var gaps: ContiguousArray<UInt8> = [0]
    var files: ContiguousArray<Range<Int>> = []
    var numbers: [String: Int] = [:]
    /// The index in `tokens` where the files of further folders begin; nil without any.
    var furtherStart: Int?
    var far: [FarSource] = []

    init(seed: UInt64) { words = WordNumbers(seed: seed) }
  }

  private var parts: Parts
  private let maximumTokens: Int
  private let isLearned: @Sendable (String) -> Bool
  /// True when a file was left out for lack of room.
  public private(set) var isFull = false

  /// Begins an empty corpus.
  ///
  /// - Parameters:
  ///   - maximumTokens: The maximum number of tokens; files beyond it are left out.
  ///   - seed: A number that the authors of the files do not know.
  ///   - isLearned: True for a word that may be learned.
  public init(
    maximumTokens: Int = 4_000_000, seed: UInt64 = .random(in: .min ... .max),
    isLearned: @escaping @Sendable (String) -> Bool = { _ in true }
  ) {
    parts = Parts(seed: seed)
    self.maximumTokens = min(maximumTokens, Int(UInt32.max / 2))
    self.isLearned = isLearned
  }

  /// The number of tokens.
  public var tokenCount: Int { parts.tokens.count }

  /// Takes the files that are added from now on for those of further folders, whose votes weigh less.
  public mutating func beginFurtherFiles() { parts.furtherStart = parts.furtherStart ?? parts.tokens.count }

  /// Adds a file. Bytes that are not valid UTF-8 are not learned.
  ///
  /// - Returns: False when the file was left out because there is no room, or because its path is there already.
  /// - Complexity: O(*n*).
  public mutating func add(_ text: ContiguousArray<UInt8>, path: String) -> Bool {
    guard parts.numbers[path] == nil else { return false }
    let (start, wordCount) = (parts.tokens.count, parts.words.count)
    parts.append(text, limit: maximumTokens, isLearned: isLearned)
    if parts.tokens.count >= maximumTokens {
      parts.words.removeAll(from: wordCount)
      parts.tokens.removeSubrange(start...)
      parts.gaps.removeSubrange(start...)
      isFull = true
      return false
    }
    parts.numbers[path] = parts.files.count
    parts.files.append(start..<parts.tokens.count)
    parts.tokens.append(.separator)
    parts.gaps.append(0)
    return true
  }

  /// Sorts the added files and returns the corpus.
  ///
  /// - Returns: Nil when it was cancelled.
  /// - Complexity: O(*n*).
  public consuming func build(isCancelled: () -> Bool = { false }) -> Corpus? {
    build(border: FrequentContexts.border, isCancelled: isCancelled)
  }

  /// Adds a far text, whose words are behind those of the files. Its files are looked up by their paths behind its root.
  package mutating func add(_ far: FarSource) { parts.far.append(far) }

  /// - Parameter border: The number of occurrences above which the successors of a context are counted in advance.
  consuming func build(border: Int, isCancelled: () -> Bool = { false }) -> Corpus? {
    let parts = parts
    let end = Int(Token.firstWord) + parts.words.count
    guard let sorted = ContextSort.sort(parts.tokens, tokenEnd: end, isCancelled: isCancelled), !isCancelled() else {
      return nil
    }
    let far = FarTiers(parts.far, behind: parts.words)
    return Corpus(parts, sorted, LinePlaces(parts), FrequentContexts(parts, sorted, border: border), far)
  }
}
