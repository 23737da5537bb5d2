/// Looks words up in a place, and keeps what it has read: what was typed before is seldom asked for again.
///
/// The pages of the shortest prefixes are read at once where the place has them so; then the first letters that are typed
/// are answered here, and nobody else hears of them. Lookups may block for as long as the place does.
package struct PageReader: Sendable {
  /// What is known of a namespace.
  private struct Known {
    var publication: Publication
    /// The time when the description was read.
    var time: Duration
    /// The pages of the shortest prefixes; nil where each is asked for.
    var head: [[UInt8]: [UInt8]]? { didSet { headBytes = Known.size(of: head) } }
    /// The size of these, in bytes.
    private(set) var headBytes: Int
    /// The time when the head is to be read again, as there is a newer one.
    var headDue: Duration?
    var pages: PageCache

    init(_ publication: Publication, head: [[UInt8]: [UInt8]]?, time: Duration, cacheBytes: Int) {
      (self.publication, self.head, self.time) = (publication, head, time)
      headBytes = Known.size(of: head)
      pages = PageCache(limit: cacheBytes)
    }

    private static func size(of head: [[UInt8]: [UInt8]]?) -> Int {
      (head ?? [:]).reduce(0) { $0 + $1.key.count + $1.value.count }
    }
  }

  /// How much the place was asked, and how much is kept.
  package struct Facts: Equatable, Sendable {
    /// The number of lookups so far.
    package var lookups: Int
    /// The number of times that the place was asked.
    package var questions: Int
    /// The size of what is kept, in bytes.
    package var cacheBytes: Int

    /// Creates the facts.
    package init(lookups: Int = 0, questions: Int = 0, cacheBytes: Int = 0) {
      (self.lookups, self.questions, self.cacheBytes) = (lookups, questions, cacheBytes)
    }
  }

  /// The size of the pages that are kept by default, in bytes.
  package static let cacheBytes = 8 << 20
  /// The longest time for which a head of a mebibyte stays when there is a newer one, so that not all who type read it at
  /// once; a smaller one stays for less. Ten thousand readers of one of that size make 12 MB a second.
  private static let headDelay = Duration.seconds(15 * 60)

  private let store: any PageStore
  private let cacheBytes: Int
  private var known: [SharedNamespace: Known] = [:]
  private var (lookups, questions) = (0, 0)

  /// Creates a reader; it reads when it is first asked.
  ///
  /// - Parameter cacheBytes: The size of the pages that it keeps of each namespace, in bytes.
  package init(_ store: any PageStore, cacheBytes: Int = PageReader.cacheBytes) {
    (self.store, self.cacheBytes) = (store, cacheBytes)
  }

  /// How much the place was asked so far, and how much is kept.
  package var facts: Facts {
    Facts(
      lookups: lookups, questions: questions,
      cacheBytes: known.values.reduce(0) { $0 + $1.pages.byteCount + $1.headBytes })
  }

  /// What is published under a namespace, as it was last read.
  package func publication(of namespace: SharedNamespace) -> Publication? { known[namespace]?.publication }

  /// Looks up the words under a prefix.
  ///
  /// - Parameter now: The time, from any beginning.
  /// - Returns: The words; nil when nothing is published under the namespace.
  /// - Throws: `Publication.Refusal`, `PageStoreError`; then `nearest` may have something.
  package mutating func answer(
    to prefix: SharedPrefix, of namespace: SharedNamespace, now: Duration
  ) throws -> PageQuestion.Answer? {
    lookups += 1
    let question = PageQuestion(prefix)
    guard let bucketCount = try update(namespace, question, now) else { return nil }
    if let page = try head(question, namespace) { return try PageReader.answer(question, page) }
    if let page = try ask(question.inBucket, prefix.bucket(of: bucketCount), namespace) {
      return try PageReader.answer(question, page)
    }
    if question.inBucket.isEmpty { return question.answer(nil) }
    if known[namespace]?.headDue != nil {
      // What was in the bucket may be in the newer head by now.
      return try ask(question.inHead, .head, namespace).map { try PageReader.answer(question, $0) }
        ?? question.answer(nil)
    }
    // That there is nothing is kept, too: what is typed further has nothing, either.
    known[namespace]?.pages[PageName(.whole, prefix)] = SharedPage.encoded([])
    return question.answer(nil)
  }

  /// Returns the page of the head that answers a question.
  private mutating func head(_ question: PageQuestion, _ namespace: SharedNamespace) throws -> Page? {
    guard let head = known[namespace]?.head else { return try ask(question.inHead, .head, namespace) }
    return PageReader.page(question.inHead, in: head)
  }

  private mutating func readHead(_ namespace: SharedNamespace) throws {
    guard let publication = known[namespace]?.publication else { return }
    questions += 1
    let head = try store.head(of: publication, namespace)
    known[namespace]?.head = head
    known[namespace]?.headDue = nil
  }

  /// Returns words under a prefix from what is kept of shorter ones: some of them, while the place does not answer.
  package mutating func nearest(to prefix: SharedPrefix, of namespace: SharedNamespace) -> PageQuestion.Answer? {
    for count in (1...max(1, prefix.count)).reversed() {
      for name in [PageName(.whole, prefix.first(count)), PageName(.best, prefix.first(count))] {
        let page = known[namespace]?.pages[name] ?? known[namespace]?.head?[Array(name.text.utf8)]
        guard let page, let words = SharedPage.decoded(page, under: prefix) else { continue }
        return PageQuestion(prefix).answer((name, words))
      }
    }
    return nil
  }

  // MARK: What is published

  /// Reads the description, and the head, when they are due.
  ///
  /// - Returns: The number of buckets; nil when nothing is published.
  /// - Throws: `Publication.Refusal`, `PageStoreError`; what is kept stays.
  private mutating func update(
    _ namespace: SharedNamespace, _ question: PageQuestion, _ now: Duration
  ) throws -> Int? {
    if let known = known[namespace] {
      // The first letters are for the head alone, and nobody hears of them.
      let isHere = known.head != nil && question.inBucket.isEmpty
      if isHere || now - known.time < store.descriptionAge { return known.publication.bucketCount }
    }
    questions += 1
    guard let publication = try store.publication(of: namespace) else {
      known[namespace] = nil
      return nil
    }
    if known[namespace]?.publication == publication {
      known[namespace]?.time = now
      if let due = known[namespace]?.headDue, due <= now { try readHead(namespace) }
      return publication.bucketCount
    }
    if let old = known[namespace], let head = old.head, old.publication.bucketCount == publication.bucketCount {
      var new = Known(publication, head: head, time: now, cacheBytes: cacheBytes)
      let due = now + PageReader.headDelay * (Double(old.headBytes) / Double(1 << 20) * .random(in: 0...1))
      new.headDue = min(due, old.headDue ?? due)
      known[namespace] = new
    } else {
      let head = try store.head(of: publication, namespace)
      known[namespace] = Known(publication, head: head, time: now, cacheBytes: cacheBytes)
    }
    return publication.bucketCount
  }

  // MARK: Pages

  private typealias Page = (name: PageName, bytes: [UInt8])

  private static func page(_ names: [PageName], in head: [[UInt8]: [UInt8]]) -> Page? {
    for name in names { if let page = head[Array(name.text.utf8)] { return (name, page) } }
    return nil
  }

  /// Returns the one of some pages that is there.
  private mutating func ask(
    _ names: [PageName], _ bucket: SharedBucket, _ namespace: SharedNamespace
  ) throws -> Page? {
    for name in names { if let page = known[namespace]?.pages[name] { return (name, page) } }
    guard !names.isEmpty, let publication = known[namespace]?.publication else { return nil }
    questions += 1
    let pages = try store.pages(names, in: bucket, of: publication, namespace)
    for (name, page) in zip(names, pages) {
      guard let page else { continue }
      known[namespace]?.pages[name] = page
      return (name, page)
    }
    return nil
  }

  private static func answer(_ question: PageQuestion, _ page: Page) throws(PageStoreError) -> PageQuestion.Answer {
    guard let words = SharedPage.decoded(page.bytes, under: question.prefix) else { throw PageStoreError.damaged }
    return question.answer((page.name, words))
  }
}
