import CatchwordMatching

/// The pages of words of which few have changed, made of those that are published.
///
/// The result is the same as if all pages were made of all words; where that needs more than is known, there is none.
struct PageRevision {
  /// The pages must be made of all words.
  struct NeedsAll: Error {}

  /// A part of the pages.
  struct Bucket {
    /// By their names as they are stored.
    var pages: [[UInt8]: [UInt8]]
    /// Those that are published, and their hash.
    let before: [[UInt8]: [UInt8]]
    let digest: UInt64
    var isChanged = false
  }

  let old: Publication
  private let read: (SharedBucket) throws -> (pages: [[UInt8]: [UInt8]], digest: UInt64)
  var buckets: [SharedBucket: Bucket] = [:]
  var ranked: [[UInt8]: RankedPage] = [:]
  /// As that of `PageTree`.
  var innerWords = SharedFormat.innerWords
  private var inner = InnerTexts()
  /// The short prefixes of which it is known that their pages of the best stay.
  var lasting: Set<[Unicode.Scalar]> = []
  /// The number of words with which a page of the best stays one, whatever changes.
  var enough = 0
  /// The names of the pages of the best that have so many words under them.
  var large: Set<[UInt8]> = []

  /// Begins with what is published.
  ///
  /// - Parameter read: Returns all pages of a bucket, by their names as they are stored, and their hash.
  init(_ old: Publication, read: @escaping (SharedBucket) throws -> (pages: [[UInt8]: [UInt8]], digest: UInt64)) {
    (self.old, self.read) = (old, read)
  }

  /// Returns the buckets that change, and what describes all of them.
  ///
  /// - Parameter time: The time, in seconds since 1970.
  /// - Throws: `NeedsAll`, also where the published words are not those that have changed; what `read` throws.
  /// - Complexity: O(words of the buckets that change).
  mutating func make(_ changes: WordChanges, time: Int) throws -> (PageBuckets, Publication) {
    guard let before = old.weights, let source = old.source else { throw NeedsAll() }
    // What is nothing when it is folded has no page.
    let all = changes.all.filter { !SharedPrefix($0.text).isEmpty }
    var weights = before
    for change in all {
      if let old = change.old, !weights.remove(old) { throw NeedsAll() }
      if let new = change.new { weights.add(new) }
    }
    let heaviest = before.heaviest(innerWords)
    guard heaviest == weights.heaviest(innerWords),
      old.bucketCount == SharedFormat.bucketCount(for: weights.total)
    else { throw NeedsAll() }

    // Where so many words are left, a page of the best stays one.
    enough = SharedFormat.wholePage + all.count
    var groups: [[Unicode.Scalar]: [WordChanges.Change]] = [:]
    for change in all {
      let text = SharedPrefix(change.text)
      if try reviseHead(change, text) { continue }
      if let prefix = try part(of: change, text) { groups[prefix.scalars, default: []].append(change) }
    }
    for (prefix, changes) in groups { try revise(SharedPrefix(prefix), changes) }
    // A page of the best stays where more words are left than fit into a page of all.
    for change in all where change.new == nil { try checkHead(SharedPrefix(change.text)) }
    for change in all { try reviseInner(change, heaviest) }
    try fill(changes, heaviest)
    for page in ranked.values { try set(page.name, page.words) }

    var digest = old.digest
    var changed: [PageBuckets.Bucket] = []
    for place in SharedBucket.all(old.bucketCount) {
      guard let bucket = buckets[place], bucket.isChanged else { continue }
      var new = PageBuckets.Bucket(place, bucket.pages)
      new.before = (bucket.before, bucket.digest)
      digest = digest &- bucket.digest &+ new.digest
      changed.append(new)
    }
    var publication = Publication(
      id: Publication.newID, bucketCount: old.bucketCount, wordCount: weights.total, heaviest: weights.heaviest,
      digest: digest, source: changes.source(after: source), time: time)
    publication.weights = weights
    return (PageBuckets(changed, digest: digest), publication)
  }

  // MARK: Buckets

  mutating func page(_ name: PageName) throws -> [SharedWord]? {
    let page = try load(name.prefix.bucket(of: old.bucketCount)).pages[Array(name.text.utf8)]
    return try page.map { try PageRevision.decoded($0) }
  }

  static func decoded(_ page: [UInt8]) throws -> [SharedWord] {
    guard let words = SharedPage.decoded(page) else { throw NeedsAll() }
    return words
  }

  @discardableResult
  mutating func load(_ place: SharedBucket) throws -> Bucket {
    if let bucket = buckets[place] { return bucket }
    let (pages, digest) = try read(place)
    let bucket = Bucket(pages: pages, before: pages, digest: digest)
    buckets[place] = bucket
    return bucket
  }

  /// Stores a page; none when there are no words.
  mutating func set(_ name: PageName, _ words: [SharedWord]) throws {
    try set(Array(name.text.utf8), words.isEmpty ? nil : SharedPage.encoded(words), name.prefix)
  }

  mutating func set(_ name: [UInt8], _ page: [UInt8]?, _ prefix: SharedPrefix) throws {
    let place = prefix.bucket(of: old.bucketCount)
    try load(place)
    buckets[place]?.pages[name] = page
    buckets[place]?.isChanged = true
  }

  // MARK: The best

  /// Returns true when there is a page.
  mutating func has(_ name: PageName) throws -> Bool {
    try load(name.prefix.bucket(of: old.bucketCount)).pages[Array(name.text.utf8)] != nil
  }

  /// Changes the place of a word in a page of the best; a page that there is not has no words.
  mutating func rank(_ name: PageName, _ old: SharedWord?, _ new: SharedWord?) throws {
    let key = Array(name.text.utf8)
    if ranked[key] == nil { ranked[key] = RankedPage(name, try page(name) ?? []) }
    guard ranked[key]?.change(old, to: new) == true else { throw NeedsAll() }
  }

  /// Changes the pages of what is found otherwise than by its beginning.
  private mutating func reviseInner(_ change: WordChanges.Change, _ heaviest: HeaviestWords) throws {
    let old = change.oldWord.flatMap { heaviest.has($0) ? $0 : nil }
    let new = change.newWord.flatMap { heaviest.has($0) ? $0 : nil }
    guard old != nil || new != nil else { return }
    for name in names(of: change.text) { try rank(name, old, new) }
  }

  /// Returns the names of the pages by which a word is found otherwise, each once.
  private mutating func names(of word: String) -> [PageName] {
    var names: [PageName] = []
    inner.forEachText(of: word) { kind, text, least in
      let prefix = SharedPrefix(text.prefix(least))
      if !names.contains(where: { $0.kind == kind && $0.prefix == prefix }) { names.append(PageName(kind, prefix)) }
    }
    return names
  }

  /// Looks among all words for those that come to a page in which others were before them.
  private mutating func fill(_ changes: WordChanges, _ heaviest: HeaviestWords) throws {
    for (key, page) in ranked where page.isLost && page.name.kind == .best {
      // All words under the shortest prefixes are in many buckets.
      guard page.name.prefix.bucket(of: old.bucketCount) != .head else { continue }
      let words = try words(under: page.name.prefix).words
      _ = ranked[key]?.fill(words, areAll: false)
    }
    // Most often, they are hardly less heavy than the last of the page.
    var least = ranked.values.filter(\.isLost).map { max(1, $0.least, 3) - 2 }.min()
    while let weight = least {
      let lost = ranked.filter(\.value.isLost).map { (key: $0.key, name: $0.value.name) }
      var found: [[UInt8]: [SharedWord]] = [:]
      for word in changes.words(weight, { !keys(of: $0, among: lost, heaviest).isEmpty }) {
        for key in keys(of: word, among: lost, heaviest) { found[key, default: []].append(word) }
      }
      for (key, name) in lost {
        _ = ranked[key]?.fill(found[key] ?? [], areAll: name.kind != .best && weight <= heaviest.weight)
      }
      guard ranked.values.contains(where: \.isLost) else { return }
      guard weight > heaviest.weight else { throw NeedsAll() }
      least = heaviest.weight
    }
  }

  /// Returns the keys of the pages to which a word belongs, each once.
  private mutating func keys(
    of word: SharedWord, among pages: [(key: [UInt8], name: PageName)], _ heaviest: HeaviestWords
  ) -> [[UInt8]] {
    var keys: [[UInt8]] = []
    var isOther = false
    for (key, name) in pages {
      if name.kind != .best {
        isOther = true
      } else if name.prefix.begins(word.text) {
        keys.append(key)
      }
    }
    guard isOther, heaviest.has(word) else { return keys }
    inner.forEachText(of: word.text) { kind, text, least in
      for (key, name) in pages where name.kind == kind && text.prefix(least).elementsEqual(name.prefix.scalars) {
        // Two of its words may begin alike.
        if !keys.contains(key) { keys.append(key) }
      }
    }
    return keys
  }
}
