/// Looks words up in a place, and keeps what it has read: what was typed before is seldom asked for again.
///
/// The pages of the shortest prefixes are read at once where the place has them so; then the first letters that are typed
/// are answered here, and nobody else hears of them. Lookups may block for as long as the place does. A value of its own for
/// each task that looks words up, as an actor has.
public struct PageReader: Sendable {
  /// The words under a prefix.
  public struct Answer: Sendable {
    /// Those that begin as typed, the heaviest first; then others. They are at most twenty.
    public var words: [SharedWord]
    /// True when there are more of them.
    public var isCut: Bool
    /// True when they are a slip away from what was typed, as none begins so.
    public internal(set) var areMended = false
    /// The page that has more that begin as typed, if there is one.
    var page: (bytes: [UInt8], prefix: SharedPrefix)?

    init(words: [SharedWord], isCut: Bool) { (self.words, self.isCut) = (words, isCut) }

    /// True when some further words are known that begin as typed.
    public var hasFurther: Bool { page != nil }

    /// Those behind the first twenty, the heaviest first, up to a hundred in all. The place is not asked.
    ///
    /// - Complexity: O(*n*) in the words of a page.
    public var further: [SharedWord] {
      guard let page, let all = SharedPage.heaviest(PageQuestion.most, in: page.bytes, under: page.prefix) else {
        return []
      }
      return Array(all.words.dropFirst(PageQuestion.enough))
    }
  }

  /// How much the place was asked, and how much is kept.
  public struct Facts: Equatable, Sendable {
    /// The number of lookups so far.
    public var lookups: Int
    /// The number of times that the place was asked.
    public var questions: Int
    /// The size of what is kept, in bytes.
    public var cacheBytes: Int

    /// Creates the facts.
    public init(lookups: Int = 0, questions: Int = 0, cacheBytes: Int = 0) {
      (self.lookups, self.questions, self.cacheBytes) = (lookups, questions, cacheBytes)
    }
  }

  /// The size of the pages that are kept by default, in bytes.
  public static let cacheBytes = 8 << 20

  private let store: any PageStore
  private let cacheBytes: Int
  private var readers: [SharedNamespace: NamespaceReader] = [:]

  /// Creates a reader; it reads when it is first asked.
  ///
  /// - Parameter cacheBytes: The size of the pages that it keeps of each namespace, in bytes.
  public init(_ store: any PageStore, cacheBytes: Int = PageReader.cacheBytes) {
    (self.store, self.cacheBytes) = (store, cacheBytes)
  }

  /// How much the place was asked so far, and how much is kept.
  public var facts: Facts {
    readers.values.map(\.facts).reduce(into: Facts()) { sum, facts in
      sum.lookups += facts.lookups
      sum.questions += facts.questions
      sum.cacheBytes += facts.cacheBytes
    }
  }

  /// What is published under a namespace, as it was last read.
  public func publication(of namespace: SharedNamespace) -> Publication? { readers[namespace]?.known?.publication }

  private subscript(_ namespace: SharedNamespace) -> NamespaceReader {
    get { readers[namespace] ?? NamespaceReader(store, namespace, cacheBytes: cacheBytes) }
    _modify {
      let new = NamespaceReader(store, namespace, cacheBytes: cacheBytes)
      yield &readers[namespace, default: new]
    }
  }

  /// Looks up the words under a prefix.
  ///
  /// - Parameter now: The time, from any beginning.
  /// - Returns: The words; nil when nothing is published under the namespace.
  /// - Throws: `Publication.Refusal`, `PageStoreError`; then `nearest` may have something.
  public mutating func answer(
    to prefix: SharedPrefix, of namespace: SharedNamespace, now: Duration
  ) throws -> Answer? { try self[namespace].answer(to: prefix, now: now) }

  /// Looks up the words under a prefix where that takes hardly longer than a millisecond.
  ///
  /// - Returns: The words; nil when `answer` is to be asked for them.
  public mutating func promptAnswer(
    to prefix: SharedPrefix, of namespace: SharedNamespace, now: Duration
  ) -> Answer? { self[namespace].promptAnswer(to: prefix, now: now) }

  /// Returns the description of a word that was found; nil when it has none.
  ///
  /// - Throws: `PageStoreError`.
  public mutating func description(of word: String, in namespace: SharedNamespace) throws -> String? {
    try self[namespace].description(of: word)
  }

  /// Returns words under a prefix from what is kept of shorter ones: some of them, while the place does not answer. It is not
  /// asked.
  public mutating func nearest(to prefix: SharedPrefix, of namespace: SharedNamespace) -> Answer? {
    self[namespace].nearest(to: prefix)
  }
}
