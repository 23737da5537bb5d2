/// Looks words up that are published under one namespace; what `PageReader` does for all.
struct NamespaceReader {
  /// The longest time for which a head of a mebibyte stays when there is a newer one, so that not all who type read it at
  /// once; a smaller one stays for less. Ten thousand readers of one of that size make 12 MB a second.
  private static let headDelay = Duration.seconds(15 * 60)

  private let store: any PageStore
  private let namespace: SharedNamespace
  private let cacheBytes: Int
  var known: KnownPages?
  private var (lookups, questions) = (0, 0)
  /// True while the place is not waited for.
  private var isHurried = false

  /// The place is to be waited for.
  private struct NotYet: Error {}

  /// Creates a reader; it reads when it is first asked.
  ///
  /// - Parameter cacheBytes: The size of the pages that it keeps, in bytes.
  init(_ store: any PageStore, _ namespace: SharedNamespace, cacheBytes: Int) {
    (self.store, self.namespace, self.cacheBytes) = (store, namespace, cacheBytes)
  }

  /// How much the place was asked so far, and how much is kept.
  var facts: PageReader.Facts {
    let bytes = known.map { $0.pages.byteCount + $0.headBytes } ?? 0
    return PageReader.Facts(lookups: lookups, questions: questions, cacheBytes: bytes)
  }

  /// Looks up the words under a prefix.
  ///
  /// - Parameter now: The time, from any beginning.
  /// - Returns: The words; nil when nothing is published under the namespace.
  /// - Throws: `Publication.Refusal`, `PageStoreError`; then `nearest` may have something.
  mutating func answer(to prefix: SharedPrefix, now: Duration) throws -> PageReader.Answer? {
    lookups += 1
    let question = PageQuestion(prefix)
    guard let bucketCount = try update(question, now) else { return nil }
    let bucket = prefix.bucket(of: bucketCount)
    var page = try head(question) ?? kept(question.inBucket)
    if page == nil, let answer = heaviest(question) { return answer }
    let begun = try page.map { try question.answer($0) }
    if var begun, begun.words.count >= PageQuestion.enough {
      // Of those that begin otherwise, some may be wanted when less begin so.
      begun.isCut = true
      return begun
    }
    let inner = question.inner.filter { kept([$0]) == nil }
    let found = try fetch((page == nil ? question.inBucket : []) + inner, bucket)
    // That there is nothing is kept, too: what is typed further has nothing, either.
    for name in inner where found[name] == nil { known?.pages[name] = SharedPage.empty }
    // One who types exchanges two letters with the second of them, and that is a letter after the first that leads nowhere.
    var asksForSlips = page.map { isEmpty($0) && $0.name.prefix.count == prefix.count - 1 } ?? false
    if page == nil, !question.inBucket.isEmpty {
      page = found[question.inBucket]
      if page == nil, known?.headDue != nil {
        // What was in the bucket may be in the newer head by now.
        page = try ask(question.inHead, .head)
      } else if page == nil {
        // Without the letter before, nobody types: it is the only chance.
        let shorter = PageQuestion(prefix.first(prefix.count - 1))
        asksForSlips = kept(shorter.inBucket) == nil
      }
    }
    var answer = try begun ?? page.map { try question.answer($0) } ?? PageReader.Answer(words: [], isCut: false)
    for name in question.inner { addInner(found[name]?.bytes, name, question, &answer) }
    if answer.words.isEmpty {
      let words = try wordsNear(question, page, bucket, asks: asksForSlips)
      question.addMended(words, to: &answer)
    }
    // Not before: what could not be read is asked for when the same is typed again.
    if page == nil, !question.inBucket.isEmpty, known?.headDue == nil {
      known?.pages[PageName(.whole, prefix)] = SharedPage.empty
    }
    // With one letter more, there may be some that begin otherwise.
    if question.inBucket.isEmpty { answer.isCut = true }
    return answer
  }

  /// Looks up the words under a prefix where that takes hardly longer than a millisecond.
  ///
  /// - Returns: The words; nil when `answer` is to be asked for them.
  mutating func promptAnswer(to prefix: SharedPrefix, now: Duration) -> PageReader.Answer? {
    isHurried = true
    defer { isHurried = false }
    if let answer = try? answer(to: prefix, now: now) { return answer }
    // It is counted when it is asked.
    lookups -= 1
    return nil
  }

  /// Returns the heaviest words under a prefix where what is kept of a shorter one has so many that no others are wanted: of
  /// the best under that, those under this one are the best under this.
  private mutating func heaviest(_ question: PageQuestion) -> PageReader.Answer? {
    // One that is damaged is of no use here, and does no harm.
    guard let page = bestOfShorter(question), let answer = try? question.answer(page) else { return nil }
    return answer.words.count >= PageQuestion.enough ? answer : nil
  }

  /// Returns the best words of the longest shorter prefix of which they are known.
  mutating func bestOfShorter(_ question: PageQuestion) -> Page? {
    let names = (1..<max(1, question.prefix.count)).reversed().map { PageName(.best, question.prefix.first($0)) }
    if let page = kept(names) { return page }
    // What is newer than the head is in the buckets only.
    guard let known, known.headDue == nil else { return nil }
    return known.head.flatMap { NamespaceReader.page(names, inHead: $0) }
  }

  /// Returns the page of the head that answers a question.
  private mutating func head(_ question: PageQuestion) throws -> Page? {
    guard let head = known?.head else { return try ask(question.inHead, .head) }
    return NamespaceReader.page(question.inHead, inHead: head)
  }

  private mutating func readHead() throws {
    guard let publication = known?.publication else { return }
    questions += 1
    let head = try head(of: publication)
    known?.head = head
    known?.headDue = nil
  }

  private func head(of publication: Publication) throws -> [String: [UInt8]]? {
    // Names are equal as texts are: of two that only differ in how a sign is written, one stays, as in what is kept of buckets.
    try store.head(of: publication, namespace).map { head in
      Dictionary(head.map { (String(decoding: $0, as: UTF8.self), $1) }) { first, _ in first }
    }
  }

  /// Returns the description of a word that was found; nil when it has none.
  ///
  /// - Throws: `PageStoreError`.
  mutating func description(of word: String) throws -> String? {
    guard let bucketCount = known?.publication.bucketCount else { return nil }
    let name = PageName(.descriptions, SharedPrefix(word))
    let bucket = name.prefix.bucket(of: bucketCount)
    var page: Page?
    if bucket == .head, let head = known?.head {
      page = NamespaceReader.page([name], inHead: head)
    } else {
      page = try ask([name], bucket)
    }
    if page == nil { known?.pages[name] = SharedDescriptions.encoded([]) }
    return page.flatMap { SharedDescriptions.text(of: word, in: $0.bytes) }
  }

  /// Returns words under a prefix from what is kept of shorter ones: some of them, while the place does not answer. It is not
  /// asked.
  mutating func nearest(to prefix: SharedPrefix) -> PageReader.Answer? {
    let question = PageQuestion(prefix)
    for count in (1...max(1, prefix.count)).reversed() {
      for name in [PageName(.whole, prefix.first(count)), PageName(.best, prefix.first(count))] {
        let page = known?.pages[name] ?? known?.head?[name.text]
        guard let page, var answer = try? question.answer((name, page)) else { continue }
        for name in question.inner { addInner(nil, name, question, &answer) }
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
  private mutating func update(_ question: PageQuestion, _ now: Duration) throws -> Int? {
    if let known {
      // The first letters are for the head alone, and nobody hears of them.
      let isHere = known.head != nil && question.inBucket.isEmpty
      if isHere || now - known.time < store.descriptionAge { return known.publication.bucketCount }
    }
    if isHurried { throw NotYet() }
    questions += 1
    guard let publication = try store.publication(of: namespace) else {
      known = nil
      return nil
    }
    if known?.publication == publication {
      known?.time = now
      if let due = known?.headDue, due <= now { try readHead() }
      return publication.bucketCount
    }
    if let old = known, let head = old.head, old.publication.bucketCount == publication.bucketCount {
      var new = KnownPages(publication, head: head, time: now, cacheBytes: cacheBytes)
      let due = now + NamespaceReader.headDelay * (Double(old.headBytes) / Double(1 << 20) * .random(in: 0...1))
      new.headDue = min(due, old.headDue ?? due)
      known = new
    } else {
      let head = try head(of: publication)
      known = KnownPages(publication, head: head, time: now, cacheBytes: cacheBytes)
    }
    return publication.bucketCount
  }

  // MARK: Pages

  private static func page(_ names: [PageName], inHead head: [String: [UInt8]]) -> Page? {
    for name in names { if let page = head[name.text] { return (name, page) } }
    return nil
  }

  /// Returns the one of some pages that is kept.
  mutating func kept(_ names: [PageName]) -> Page? {
    for name in names { if let page = known?.pages[name] { return (name, page) } }
    return nil
  }

  /// Reads pages, and keeps those that are there.
  ///
  /// - Returns: These, as a small cache may have dropped some of them by then.
  mutating func fetch(_ names: [PageName], _ bucket: SharedBucket) throws -> FoundPages {
    guard !names.isEmpty, let publication = known?.publication else { return FoundPages() }
    questions += 1
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
    for (name, page) in zip(names, pages) { if let page { known?.pages[name] = page } }
    return FoundPages(names, pages)
  }

  /// Returns the one of some pages that is there.
  private mutating func ask(_ names: [PageName], _ bucket: SharedBucket) throws -> Page? {
    if let page = kept(names) { return page }
    return try fetch(names, bucket)[names]
  }

  /// True for a page that says that there is nothing.
  private func isEmpty(_ page: Page) -> Bool { page.bytes == SharedPage.empty }

  static func words(_ page: Page) throws(PageStoreError) -> [SharedWord] {
    guard let words = SharedPage.decoded(page.bytes) else { throw PageStoreError.damaged }
    return words
  }
}
