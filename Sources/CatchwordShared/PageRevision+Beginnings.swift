import CatchwordMatching

/// The pages by the beginnings of words.
extension PageRevision {
  /// Changes the pages of the prefixes of a word that are too short for a bucket.
  ///
  /// - Returns: False when the word has pages in another bucket, too.
  mutating func reviseHead(_ change: WordChanges.Change, _ text: SharedPrefix) throws -> Bool {
    for count in stride(from: 1, through: min(text.headCount, text.count), by: 1) {
      let prefix = text.first(count)
      let best = PageName(.best, prefix)
      if try has(best) {
        try rank(best, change.oldWord, change.newWord)
        continue
      }
      let whole = PageName(.whole, prefix)
      var words = try page(whole) ?? []
      try PageRevision.apply([change], to: &words)
      // The words would go to other buckets, and those that change together with them may be there, too.
      guard words.count <= SharedFormat.wholePage else { throw NeedsAll() }
      if words.isEmpty { try set(whole, []) }
      try make(words, under: prefix)
      return true
    }
    return text.count <= text.headCount
  }

  /// Changes the pages of the best to which a word belongs in a bucket, and returns the prefix for which all are to be made
  /// anew: of one that has few words, or a page of all of them. It is nil where the word has no other pages.
  mutating func part(of change: WordChanges.Change, _ text: SharedPrefix) throws -> SharedPrefix? {
    for count in text.headCount + 1..<text.count + 1 {
      let prefix = text.first(count)
      let name = PageName(.best, prefix)
      guard try has(name), try isLarge(name) else { return prefix }
      try rank(name, change.oldWord, change.newWord)
    }
    return nil
  }

  private mutating func isLarge(_ name: PageName) throws -> Bool {
    let key = Array(name.text.utf8)
    if large.contains(key) { return true }
    let enough = enough
    var count = 0
    let isLarge = try !forEachPage(under: name.prefix) { name, page in
      if name.first == PageRevision.wholeKind { count += try PageRevision.decoded(page).count }
      return count < enough
    }
    if isLarge { large.insert(key) }
    return isLarge
  }

  private static let wholeKind = PageName.Kind.whole.rawValue.utf8.first
  private static let bestKind = PageName.Kind.best.rawValue.utf8.first

  /// Passes on the pages by beginnings of a prefix and of all that go on from it, until `body` returns false.
  ///
  /// - Returns: False when it has.
  private mutating func forEachPage(
    under prefix: SharedPrefix, _ body: (_ name: [UInt8], _ page: [UInt8]) throws -> Bool
  ) throws -> Bool {
    let start = Array(prefix.text.utf8)
    for (name, page) in try load(prefix.bucket(of: old.bucketCount)).pages {
      let isOfBeginning = name.first == PageRevision.wholeKind || name.first == PageRevision.bestKind
      if isOfBeginning, name.dropFirst().starts(with: start), try !body(name, page) { return false }
    }
    return true
  }

  /// Returns all words under a prefix that has a bucket, and the names of their pages.
  mutating func words(under prefix: SharedPrefix) throws -> (words: [SharedWord], names: [[UInt8]]) {
    var (words, names): ([SharedWord], [[UInt8]]) = ([], [])
    let ranked = ranked
    _ = try forEachPage(under: prefix) { name, page in
      names.append(name)
      guard name.first == PageRevision.bestKind else {
        words += try PageRevision.decoded(page)
        return true
      }
      // What is the prefix itself is in no other page.
      let prefix = SharedPrefix(folded: name.dropFirst())
      let typed = try ranked[name]?.typed ?? PageRevision.decoded(page).filter { SharedPrefix($0.text) == prefix }
      guard typed.count < SharedFormat.bestPage else { throw NeedsAll() }
      words += typed
      return true
    }
    return (words, names)
  }

  /// Makes the pages anew for a prefix and all that go on from it.
  mutating func revise(_ prefix: SharedPrefix, _ changes: [WordChanges.Change]) throws {
    let place = prefix.bucket(of: old.bucketCount)
    var (words, names) = try words(under: prefix)
    for name in names { buckets[place]?.pages[name] = nil }
    buckets[place]?.isChanged = true
    try PageRevision.apply(changes, to: &words)
    try make(words, under: prefix)
  }

  private mutating func make(_ words: [SharedWord], under prefix: SharedPrefix) throws {
    var pages: [(PageName, [UInt8])] = []
    PageTree(words).forEachPage(under: prefix) { pages.append(($0, $1)) }
    for (name, page) in pages { try set(Array(name.text.utf8), page, name.prefix) }
  }

  private static func apply(_ changes: [WordChanges.Change], to words: inout [SharedWord]) throws {
    var weights: [[UInt8]: UInt8?] = [:]
    for change in changes { weights[Array(change.text.utf8)] = .some(change.old) }
    words.removeAll { word in
      guard let weight = weights[Array(word.text.utf8)], weight == word.weight else { return false }
      weights[Array(word.text.utf8)] = .some(nil)
      return true
    }
    // Those that were to be removed are not there, or one that was not to be there is.
    guard weights.values.allSatisfy({ $0 == nil }), !words.contains(where: { weights[Array($0.text.utf8)] != nil })
    else { throw NeedsAll() }
    words += changes.compactMap(\.newWord)
  }

  /// Checks that the pages of the best are still due for the prefixes of a word that is gone.
  mutating func checkHead(_ text: SharedPrefix) throws {
    for count in stride(from: 1, through: min(text.headCount, text.count), by: 1) {
      let prefix = text.first(count)
      if lasting.contains(prefix.scalars) { continue }
      guard let words = try page(PageName(.best, prefix)) else { return }
      // Its own one and those that are read already come first: the others are in buckets that are large.
      var next: [Unicode.Scalar] = count < text.count ? [text.scalars[count]] : []
      for word in words {
        let scalars = FoldedText.scalars(of: word.text)
        if count < scalars.count, !next.contains(scalars[count]) { next.append(scalars[count]) }
      }
      let names = next.map { PageName(.best, SharedPrefix(prefix.scalars + [$0])) }
      let (read, others) = (
        names.filter { buckets[$0.prefix.bucket(of: old.bucketCount)] != nil },
        names.filter { buckets[$0.prefix.bucket(of: old.bucketCount)] == nil }
      )
      var left = SharedFormat.wholePage
      for name in read + others where left >= 0 {
        left -= try has(name) ? left + 1 : page(PageName(.whole, name.prefix))?.count ?? 0
      }
      guard left < 0 else { throw NeedsAll() }
      lasting.insert(prefix.scalars)
    }
  }
}
