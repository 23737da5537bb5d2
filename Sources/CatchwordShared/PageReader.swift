/// Looks words up in a place, and keeps what it has read: what was typed before is seldom asked for again.
///
/// The pages of the shortest prefixes are read at once where the place has them so; then the first letters that are typed
/// are answered here, and nobody else hears of them. Lookups may block for as long as the place does. A value of its own for
/// each task that looks words up, as an actor has.
public struct PageReader: Sendable {
  /// The words under a prefix.
  public struct Answer: Equatable, Sendable {
    /// Those that begin as typed, the heaviest first; then others. They are at most twenty.
    public var words: [SharedWord]
    /// True when there are more of them.
    public var isCut: Bool

    init(words: [SharedWord], isCut: Bool) { (self.words, self.isCut) = (words, isCut) }
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
  /// The longest time for which a head of a mebibyte stays when there is a newer one, so that not all who type read it at
  /// once; a smaller one stays for less. Ten thousand readers of one of that size make 12 MB a second.
  private static let headDelay = Duration.seconds(15 * 60)

  private let store: any PageStore
  private let cacheBytes: Int
  var known: [SharedNamespace: Known] = [:]
  private var (lookups, questions) = (0, 0)
  /// True while the place is not waited for.
  private var isHurried = false

  /// The place is to be waited for.
  private struct NotYet: Error {}

  /// Creates a reader; it reads when it is first asked.
  ///
  /// - Parameter cacheBytes: The size of the pages that it keeps of each namespace, in bytes.
  public init(_ store: any PageStore, cacheBytes: Int = PageReader.cacheBytes) {
    (self.store, self.cacheBytes) = (store, cacheBytes)
  }

  /// How much the place was asked so far, and how much is kept.
  public var facts: Facts {
    Facts(
      lookups: lookups, questions: questions,
      cacheBytes: known.values.reduce(0) { $0 + $1.pages.byteCount + $1.headBytes })
  }

  /// What is published under a namespace, as it was last read.
  public func publication(of namespace: SharedNamespace) -> Publication? { known[namespace]?.publication }

  /// Looks up the words under a prefix.
  ///
  /// - Parameter now: The time, from any beginning.
  /// - Returns: The words; nil when nothing is published under the namespace.
  /// - Throws: `Publication.Refusal`, `PageStoreError`; then `nearest` may have something.
  public mutating func answer(
    to prefix: SharedPrefix, of namespace: SharedNamespace, now: Duration
  ) throws -> Answer? {
    lookups += 1
    let question = PageQuestion(prefix)
    guard let bucketCount = try update(namespace, question, now) else { return nil }
    let bucket = prefix.bucket(of: bucketCount)
    var page = try head(question, namespace) ?? kept(question.inBucket, namespace)
    if page == nil, let answer = heaviest(question, namespace) { return answer }
    let begun = try page.map { try question.answer($0) }
    if var begun, begun.words.count >= PageQuestion.enough {
      // Of those that begin otherwise, some may be wanted when less begin so.
      begun.isCut = true
      return begun
    }
    let inner = question.inner.filter { kept([$0], namespace) == nil }
    let found = try fetch((page == nil ? question.inBucket : []) + inner, bucket, namespace)
    // That there is nothing is kept, too: what is typed further has nothing, either.
    for name in inner where found[name.text] == nil { known[namespace]?.pages[name] = SharedPage.empty }
    // One who types exchanges two letters with the second of them, and that is a letter after the first that leads nowhere.
    var asksForSlips = page.map { isEmpty($0) && $0.name.prefix.count == prefix.count - 1 } ?? false
    if page == nil, !question.inBucket.isEmpty {
      page = PageReader.page(question.inBucket, in: found)
      if page == nil, known[namespace]?.headDue != nil {
        // What was in the bucket may be in the newer head by now.
        page = try ask(question.inHead, .head, namespace)
      } else if page == nil {
        // Without the letter before, nobody types: it is the only chance.
        let shorter = PageQuestion(prefix.first(prefix.count - 1))
        asksForSlips = kept(shorter.inBucket, namespace) == nil
      }
    }
    var answer = try begun ?? page.map { try question.answer($0) } ?? Answer(words: [], isCut: false)
    for name in question.inner {
      addInner(PageReader.page([name], in: found)?.bytes, name, question, namespace, &answer)
    }
    if answer.words.isEmpty {
      let words = try wordsNear(question, page, bucket, namespace, asks: asksForSlips)
      question.addMended(words, to: &answer)
    }
    // Not before: what could not be read is asked for when the same is typed again.
    if page == nil, !question.inBucket.isEmpty, known[namespace]?.headDue == nil {
      known[namespace]?.pages[PageName(.whole, prefix)] = SharedPage.empty
    }
    // With one letter more, there may be some that begin otherwise.
    if question.inBucket.isEmpty { answer.isCut = true }
    return answer
  }

  /// Looks up the words under a prefix where that takes hardly longer than a millisecond.
  ///
  /// - Returns: The words; nil when `answer` is to be asked for them.
  public mutating func promptAnswer(
    to prefix: SharedPrefix, of namespace: SharedNamespace, now: Duration
  ) -> Answer? {
    isHurried = true
    defer { isHurried = false }
    if let answer = try? answer(to: prefix, of: namespace, now: now) { return answer }
    // It is counted when it is asked.
    lookups -= 1
    return nil
  }

  /// Returns the heaviest words under a prefix where what is kept of a shorter one has so many that no others are wanted: of
  /// the best under that, those under this one are the best under this.
  private mutating func heaviest(_ question: PageQuestion, _ namespace: SharedNamespace) -> Answer? {
    // One that is damaged is of no use here, and does no harm.
    guard let page = bestOfShorter(question, namespace), let answer = try? question.answer(page) else { return nil }
    return answer.words.count >= PageQuestion.enough ? answer : nil
  }

  /// Returns the best words of the longest shorter prefix of which they are known.
  mutating func bestOfShorter(_ question: PageQuestion, _ namespace: SharedNamespace) -> Page? {
    let names = (1..<max(1, question.prefix.count)).reversed().map { PageName(.best, question.prefix.first($0)) }
    if let page = kept(names, namespace) { return page }
    // What is newer than the head is in the buckets only.
    guard let known = known[namespace], known.headDue == nil else { return nil }
    return PageReader.page(names, inHead: known.head ?? [:])
  }

  /// Returns the page of the head that answers a question.
  private mutating func head(_ question: PageQuestion, _ namespace: SharedNamespace) throws -> Page? {
    guard let head = known[namespace]?.head else { return try ask(question.inHead, .head, namespace) }
    return PageReader.page(question.inHead, inHead: head)
  }

  private mutating func readHead(_ namespace: SharedNamespace) throws {
    guard let publication = known[namespace]?.publication else { return }
    questions += 1
    let head = try store.head(of: publication, namespace)
    known[namespace]?.head = head
    known[namespace]?.headDue = nil
  }

  /// Returns the description of a word that was found; nil when it has none.
  ///
  /// - Throws: `PageStoreError`.
  public mutating func description(of word: String, in namespace: SharedNamespace) throws -> String? {
    guard let bucketCount = known[namespace]?.publication.bucketCount else { return nil }
    let name = PageName(.descriptions, SharedPrefix(word))
    let bucket = name.prefix.bucket(of: bucketCount)
    var page: Page?
    if bucket == .head, let head = known[namespace]?.head {
      page = PageReader.page([name], inHead: head)
    } else {
      page = try ask([name], bucket, namespace)
    }
    if page == nil { known[namespace]?.pages[name] = SharedDescriptions.encoded([]) }
    return page.flatMap { SharedDescriptions.text(of: word, in: $0.bytes) }
  }

  /// Returns words under a prefix from what is kept of shorter ones: some of them, while the place does not answer. It is not
  /// asked.
  public mutating func nearest(to prefix: SharedPrefix, of namespace: SharedNamespace) -> Answer? {
    for count in (1...max(1, prefix.count)).reversed() {
      for name in [PageName(.whole, prefix.first(count)), PageName(.best, prefix.first(count))] {
        let page = known[namespace]?.pages[name] ?? known[namespace]?.head?[Array(name.text.utf8)]
        let question = PageQuestion(prefix)
        guard let page, var answer = try? question.answer((name, page)) else { continue }
        for name in question.inner { addInner(nil, name, question, namespace, &answer) }
        return answer
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
    if isHurried { throw NotYet() }
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

  typealias Page = (name: PageName, bytes: [UInt8])

  private static func page(_ names: [PageName], inHead head: [[UInt8]: [UInt8]]) -> Page? {
    for name in names { if let page = head[Array(name.text.utf8)] { return (name, page) } }
    return nil
  }

  static func page(_ names: [PageName], in pages: [String: [UInt8]]) -> Page? {
    for name in names { if let page = pages[name.text] { return (name, page) } }
    return nil
  }

  /// Returns the one of some pages that is kept.
  mutating func kept(_ names: [PageName], _ namespace: SharedNamespace) -> Page? {
    for name in names { if let page = known[namespace]?.pages[name] { return (name, page) } }
    return nil
  }

  /// Reads pages, and keeps those that are there.
  ///
  /// - Returns: These by their names as they are stored: a small cache may have dropped some of them by then.
  mutating func fetch(
    _ names: [PageName], _ bucket: SharedBucket, _ namespace: SharedNamespace
  ) throws -> [String: [UInt8]] {
    guard !names.isEmpty, let publication = known[namespace]?.publication else { return [:] }
    questions += 1
    var found: [String: [UInt8]] = [:]
    let pages: [[UInt8]?]
    if isHurried {
      guard let prompt = try store.promptPages(names, in: bucket, of: publication, namespace) else {
        questions -= 1
        throw NotYet()
      }
      pages = prompt
    } else {
      pages = try store.pages(names, in: bucket, of: publication, namespace)
    }
    for (name, page) in zip(names, pages) {
      guard let page else { continue }
      found[name.text] = page
      known[namespace]?.pages[name] = page
    }
    return found
  }

  /// Returns the one of some pages that is there.
  private mutating func ask(
    _ names: [PageName], _ bucket: SharedBucket, _ namespace: SharedNamespace
  ) throws -> Page? {
    if let page = kept(names, namespace) { return page }
    return PageReader.page(names, in: try fetch(names, bucket, namespace))
  }

  /// True for a page that says that there is nothing.
  private func isEmpty(_ page: Page) -> Bool { page.bytes == SharedPage.empty }

  static func words(_ page: Page) throws(PageStoreError) -> [SharedWord] {
    guard let words = SharedPage.decoded(page.bytes) else { throw PageStoreError.damaged }
    return words
  }
}
