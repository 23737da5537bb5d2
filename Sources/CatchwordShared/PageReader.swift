/// Looks words up in a place, and keeps what it has read: what was typed before is seldom asked for again.
///
/// The pages of the shortest prefixes are read at once where the place has them so; then the first letters that are typed
/// are answered here, and nobody else hears of them. Lookups may block for as long as the place does.
package struct PageReader: Sendable {
  /// What is known of a namespace.
  struct Known {
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
  var known: [SharedNamespace: Known] = [:]
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
    let bucket = prefix.bucket(of: bucketCount)
    var page = try head(question, namespace) ?? kept(question.inBucket, namespace)
    let begun = try page.map { try PageReader.answer(question, $0) }
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
        known[namespace]?.pages[PageName(.whole, prefix)] = SharedPage.empty
        // Without the letter before, nobody types: it is the only chance.
        let shorter = PageQuestion(prefix.first(prefix.count - 1))
        asksForSlips = kept(shorter.inBucket, namespace) == nil
      }
    }
    var answer = try begun ?? page.map { try PageReader.answer(question, $0) } ?? question.answer(nil)
    for name in question.inner {
      addInner(PageReader.page([name], in: found)?.bytes, name, question, namespace, &answer)
    }
    if answer.words.isEmpty {
      let words = try wordsNear(question, page, bucket, namespace, asks: asksForSlips)
      question.addMended(words, to: &answer)
    }
    // With one letter more, there may be some that begin otherwise.
    if question.inBucket.isEmpty { answer.isCut = true }
    return answer
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
  package mutating func description(of word: String, in namespace: SharedNamespace) throws -> String? {
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

  /// Returns words under a prefix from what is kept of shorter ones: some of them, while the place does not answer.
  package mutating func nearest(to prefix: SharedPrefix, of namespace: SharedNamespace) -> PageQuestion.Answer? {
    for count in (1...max(1, prefix.count)).reversed() {
      for name in [PageName(.whole, prefix.first(count)), PageName(.best, prefix.first(count))] {
        let page = known[namespace]?.pages[name] ?? known[namespace]?.head?[Array(name.text.utf8)]
        guard let page, let words = SharedPage.decoded(page, under: prefix) else { continue }
        let question = PageQuestion(prefix)
        var answer = question.answer((name, words))
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
    let pages = try store.pages(names, in: bucket, of: publication, namespace)
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

  static func words(
    _ page: Page, under prefix: SharedPrefix = SharedPrefix("")
  ) throws(PageStoreError) -> [SharedWord] {
    guard let words = SharedPage.decoded(page.bytes, under: prefix) else { throw PageStoreError.damaged }
    return words
  }

  private static func answer(_ question: PageQuestion, _ page: Page) throws(PageStoreError) -> PageQuestion.Answer {
    question.answer((page.name, try words(page, under: question.prefix)))
  }
}
