/// Publishes pages on a server that speaks the protocol of Redis.
///
/// What is written is the state: buckets that have it already are left alone, so a publisher that was killed is resumed by
/// running it again, and nothing is written where nothing has changed. The buckets come first, then the head, then the
/// description. One publisher writes at a time, by a lease that ends soon after it. One that was suspended and has lost it may
/// still put one bucket of its own in the place of another's (some, in a cluster that is cut in two), but not the description; the
/// next one that compares all buckets sees that.
struct RedisPublisher {
  /// The time for which one waits for a lease that somebody else has, maybe one that was killed.
  private static let leasePatience = Duration.seconds(15)
  /// The time for which buckets are kept to which no description leads any more, and those that were never finished, in
  /// seconds.
  static let (oldAge, unfinishedAge) = (15 * 60, 60 * 60)
  /// The size of a command that writes pages, in bytes.
  private static let commandBytes = 64 << 10
  /// The size of a bucket from which on it is replaced, and not compared with what is there, in bytes.
  private static let comparedBytes = 8 << 20
  /// The maximum number of times that all buckets are compared and those that differ are written.
  private static let rounds = 3

  let store: RedisPageStore
  let namespace: SharedNamespace
  let primaries: RedisPrimaries
  private(set) var lease: RedisLease
  private let rate: Int?
  /// What is revised, when what is written goes by what was there: then it must still be what is published.
  var revised: Publication?
  /// Begins with the first bucket: the lease may have been waited for.
  private var pace = WritingPace(atMost: nil)

  /// Connects, and takes the lease.
  ///
  /// - Parameters:
  ///   - rate: The maximum number of bytes that are written a second; nil for no maximum.
  ///   - removes: True when nothing is to be written, so that a server without room can be asked, too.
  /// - Throws: `PageStoreError`.
  init(
    _ store: RedisPageStore, _ namespace: SharedNamespace, rate: Int? = nil, removes: Bool = false
  ) throws(PageStoreError) {
    (self.store, self.namespace, self.rate) = (store, namespace, rate)
    primaries = store.primaries()
    lease = RedisLease(primaries, key: store.key("meta", of: namespace) + ":lease")
    let deadline = ContinuousClock.now + RedisPublisher.leasePatience
    while try !takeLease(removes: removes) {
      guard .now < deadline else {
        throw PageStoreError("somebody else publishes \(namespace.text) just now: try again when that is done")
      }
      StreamSocket.pause(.milliseconds(100))
    }
  }

  private mutating func takeLease(removes: Bool) throws(PageStoreError) -> Bool {
    let primaries = primaries
    return try primaries.untilDone { () throws(PageStoreError) in
      try removes ? lease.takeToRemove() : lease.take()
    }
  }

  /// Sends commands about the description.
  func askMeta(_ commands: [RESPCommand]) throws(PageStoreError) -> [RESPValue] {
    try primaries.untilDone { () throws(PageStoreError) in
      try primaries.ask(commands, about: store.key("meta", of: namespace))
    }
  }

  /// Another publisher has the lease, or had it.
  var lost: PageStoreError {
    PageStoreError("somebody else has begun to publish \(namespace.text): publish it again")
  }

  mutating func renewInTime() throws(PageStoreError) {
    let primaries = primaries
    if try !primaries.untilDone({ () throws(PageStoreError) in try lease.renewInTime() }) { throw lost }
    try checkRevised()
  }

  /// Checks that nobody else has published while nobody had the lease.
  private mutating func checkRevised() throws(PageStoreError) {
    guard let revised, lease.hasLapsed else { return }
    guard try publication() == revised else { throw lost }
    lease.hasLapsed = false
  }

  /// Gives the lease back.
  func end() { lease.end() }

  // MARK: Publishing

  /// Returns what is published now; nil also where it cannot be read, as it is of another version, or damaged.
  ///
  /// - Throws: `PageStoreError`.
  func publication() throws(PageStoreError) -> Publication? {
    let answer = try askMeta([store.description(of: namespace)])[0]
    return (try? RedisPageStore.publication(answer)) ?? nil
  }

  /// Publishes buckets.
  ///
  /// - Parameters:
  ///   - publication: What describes them.
  ///   - old: What was published before, if that can be read.
  ///   - progress: Called with the number of buckets that are written, and of those that are to be.
  /// - Returns: False when all was as it should be, and nothing was written.
  /// - Throws: `PageStoreError`.
  mutating func publish(
    _ buckets: PageBuckets, _ publication: Publication, replacing old: Publication?, _ progress: (Int, Int) -> Void
  ) throws(PageStoreError) -> Bool {
    let keys = buckets.all.map { store.key(of: $0.place, publication.bucketCount, namespace) }
    try renewInTime()
    try removeUnfinished()
    try keep(keys, of: publication.bucketCount)
    let stale = try stale(buckets, keys)
    if stale.isEmpty, let old, old.hasSamePages(as: publication) {
      // The one that wrote them may have been killed before.
      try expire(but: old.bucketCount)
      return false
    }
    try noteUnfinished(lease.id)
    try write(buckets, keys, stale: stale, progress)
    let command = RESPCommand("HSET", store.key("meta", of: namespace), "v", publication.text)
    let primaries = primaries
    let isDone = try primaries.untilDone { () throws(PageStoreError) in
      guard try lease.renew() else { return false }
      try checkRevised()
      return try lease.askIfOurs([command])
    }
    guard isDone else { throw lost }
    revised = nil
    if primaries.isCluster {
      // A node may have ended before its replica had all, and before the description was there.
      try write(buckets, keys, stale: self.stale(buckets, keys), progress)
    }
    try noteUnfinished(nil)
    try expire(but: publication.bucketCount)
    return true
  }

  /// Writes buckets that are not as they should be, until they are.
  private mutating func write(
    _ buckets: PageBuckets, _ keys: [String], stale: [Int], _ progress: (Int, Int) -> Void
  ) throws(PageStoreError) {
    var stale = stale
    pace = WritingPace(atMost: rate)
    for _ in 0..<RedisPublisher.rounds where !stale.isEmpty {
      for (number, index) in stale.enumerated() {
        try pace.pause { () throws(PageStoreError) in try renewInTime() }
        try primaries.untilDone { () throws(PageStoreError) in try write(buckets.all[index], keys[index]) }
        progress(number + 1, stale.count)
        try renewInTime()
      }
      // What a server has said to have, it may have lost since: it was ended, or another took over.
      stale = try self.stale(buckets, keys)
    }
    guard stale.isEmpty else { throw PageStoreError("the server does not keep what it is given", isAway: true) }
  }

  /// Returns all pages of a bucket, by their names as they are stored, and their hash.
  ///
  /// - Throws: `PageRevision.NeedsAll` when they are not what was published; `PageStoreError`.
  mutating func pages(
    of bucket: SharedBucket, _ publication: Publication
  ) throws -> (pages: [[UInt8]: [UInt8]], digest: UInt64) {
    try renewInTime()
    let key = store.key(of: bucket, publication.bucketCount, namespace)
    let answer = try primaries.ask(of: [key]) { RESPCommand("HGETALL", $0) }[0]
    guard var pages = RedisPageStore.fields(answer) else { throw RedisPageStore.odd }
    let known = pages.removeValue(forKey: RedisPageStore.digestField)
    let digest = PageBuckets.Bucket(bucket, pages).digest
    guard known == (pages.isEmpty ? nil : RedisPublisher.stored(digest)) else { throw PageRevision.NeedsAll() }
    return (pages, digest)
  }

  private static func stored(_ digest: UInt64) -> [UInt8] { Array(String(digest, radix: 16).utf8) }

  /// Returns the indices of the buckets that are not on the server as they should be.
  private func stale(_ buckets: PageBuckets, _ keys: [String]) throws(PageStoreError) -> [Int] {
    let found = try primaries.ask(of: keys) { RESPCommand("HGET", $0, "v") }
    return found.indices.filter { index in
      let bucket = buckets.all[index]
      return found[index] != .bytes(bucket.pages.isEmpty ? nil : RedisPublisher.stored(bucket.digest))
    }
  }

  /// Replaces a bucket, at once for those who read it.
  private mutating func write(_ bucket: PageBuckets.Bucket, _ key: String) throws(PageStoreError) {
    if bucket.pages.isEmpty {
      _ = try primaries.ask([RESPCommand("UNLINK", key)], about: key)
    } else if try !change(bucket, key) {
      try replace(bucket, key)
    }
  }

  /// Writes only the pages that differ, where they are few.
  ///
  /// - Returns: False when they are many.
  /// - Throws: `PageStoreError`, also when somebody else has changed the bucket meanwhile.
  private mutating func change(_ bucket: PageBuckets.Bucket, _ key: String) throws(PageStoreError) -> Bool {
    guard bucket.byteCount < RedisPublisher.comparedBytes else { return false }
    guard let old = try watch(bucket, key), !old.isEmpty else {
      _ = try primaries.ask([RESPCommand("UNWATCH")], about: key)
      return false
    }
    var names: Set<[UInt8]> = [RedisPageStore.digestField]
    var set = RESPCommand("HSET", key)
    var changed = 0
    for (name, page) in bucket.pages {
      names.insert(name)
      if old[name] == page { continue }
      changed += 1
      set.append(name)
      set.append(page)
    }
    set.append(RedisPageStore.digestField)
    set.append(RedisPublisher.stored(bucket.digest))
    let gone = old.keys.filter { !names.contains($0) }
    guard 4 * (changed + gone.count) <= bucket.pages.count else {
      _ = try primaries.ask([RESPCommand("UNWATCH")], about: key)
      return false
    }
    var commands = [RESPCommand("MULTI"), set]
    if !gone.isEmpty {
      var remove = RESPCommand("HDEL", key)
      for name in gone { remove.append(name) }
      commands.append(remove)
    }
    guard case .array(let results) = try primaries.ask(commands + [RESPCommand("EXEC")], about: key).last else {
      throw RedisPageStore.odd
    }
    guard results != nil else {
      // In a cluster, the bucket may have been moved to another node.
      throw primaries.isCluster ? PageStoreError("a bucket has changed meanwhile: publish again", isAway: true) : lost
    }
    pace.count(set.byteCount)
    return true
  }

  /// Returns what is in a bucket. From then on, whatever changes it keeps a transaction from being executed.
  private func watch(
    _ bucket: PageBuckets.Bucket, _ key: String
  ) throws(PageStoreError) -> [[UInt8]: [UInt8]]? {
    if let before = bucket.before {
      let found = try primaries.ask([RESPCommand("WATCH", key), RESPCommand("HGET", key, "v")], about: key)[1]
      guard found == .bytes(before.pages.isEmpty ? nil : RedisPublisher.stored(before.digest)) else { throw lost }
      return before.pages
    }
    let found = try primaries.ask([RESPCommand("WATCH", key), RESPCommand("HGETALL", key)], about: key)[1]
    return RedisPageStore.fields(found)
  }

  /// Writes all pages beside those that are there, and puts them in their place.
  private mutating func replace(_ bucket: PageBuckets.Bucket, _ key: String) throws(PageStoreError) {
    let new = RedisPublisher.unfinished(key, of: lease.id)
    let expire = RESPCommand("EXPIRE", new, "\(RedisPublisher.unfinishedAge)")
    var commands = [RESPCommand("DEL", new)]
    var set = RESPCommand("HSET", new, "v")
    set.append(RedisPublisher.stored(bucket.digest))
    // With the first pages goes the time when they expire, should the others never come.
    commands += [set, expire]
    set = RESPCommand("HSET", new)
    for (name, page) in bucket.pages {
      set.append(name)
      set.append(page)
      if set.byteCount < RedisPublisher.commandBytes { continue }
      commands.append(set)
      set = RESPCommand("HSET", new)
    }
    if set.pairCount > 0 { commands.append(set) }
    do throws(PageStoreError) {
      _ = try primaries.ask(commands, about: key)
      pace.count(bucket.byteCount)
      try renewInTime()
      // A renamed key keeps the time when it expires.
      _ = try primaries.ask(
        [RESPCommand("MULTI"), RESPCommand("PERSIST", new), RESPCommand("RENAME", new, key), RESPCommand("EXEC")],
        about: key)
    } catch {
      // It takes room, which may be what there is too little of.
      _ = try? primaries.ask([RESPCommand("UNLINK", new)], about: key)
      throw error
    }
  }
}
