/// Publishes pages on a server that speaks the protocol of Redis.
///
/// What is written is the state: buckets that have it already are left alone, so a publisher that was killed is resumed by
/// running it again, and nothing is written where nothing has changed. The buckets come first, then the head, then the
/// description. One publisher writes at a time, by a lease that ends soon after it; one that has lost it changes nothing.
struct RedisPublisher {
  /// The length of the lease, and how often it is renewed. Whoever runs a publisher again that was killed waits for its end.
  private static let lease = Duration.seconds(2)
  private static let renewal = Duration.milliseconds(500)
  /// The time for which one waits for a lease that somebody else has, maybe one that was killed.
  private static let leasePatience = Duration.seconds(15)
  /// The time for which an answer is waited for: servers write their files meanwhile, or copy to others.
  private static let patience = Duration.seconds(30)
  /// The time for which buckets are kept to which no description leads any more, and those that were never finished, in
  /// seconds.
  private static let (oldAge, unfinishedAge) = (15 * 60, 60 * 60)
  /// The size of a command that writes pages, in bytes.
  private static let commandBytes = 64 << 10
  /// The number of commands that are sent at once.
  private static let commandCount = 1000
  /// How often what is on the server is compared with what should be there.
  private static let rounds = 3

  private let store: RedisPageStore
  private let namespace: SharedNamespace
  private let connection: RedisConnection
  private let id = String(UInt64.random(in: .min ... .max), radix: 16)
  private var renewed = ContinuousClock.now

  /// Connects, and takes the lease.
  ///
  /// - Throws: `PageStoreError`.
  init(_ store: RedisPageStore, _ namespace: SharedNamespace) throws(PageStoreError) {
    (self.store, self.namespace) = (store, namespace)
    connection = try store.connect(patience: RedisPublisher.patience)
    let deadline = ContinuousClock.now + RedisPublisher.leasePatience
    while try !takeLease() {
      guard .now < deadline else {
        throw PageStoreError("somebody else publishes \(namespace.text) just now: try again when that is done")
      }
      StreamSocket.pause(.milliseconds(100))
    }
  }

  private func ask(_ commands: [RESPCommand]) throws(PageStoreError) -> [RESPValue] {
    try RedisPageStore.checked(try connection.ask(commands, until: .now + RedisPublisher.patience))
  }

  /// Sends any number of commands, some at a time, and passes on the answers.
  private func ask(
    _ commands: [RESPCommand], each body: (Int, RESPValue) throws(PageStoreError) -> Void
  ) throws(PageStoreError) {
    for start in stride(from: 0, to: commands.count, by: RedisPublisher.commandCount) {
      let answers = try ask(Array(commands[start..<min(start + RedisPublisher.commandCount, commands.count)]))
      for (index, answer) in answers.enumerated() { try body(start + index, answer) }
    }
  }

  // MARK: The lease

  private var leaseKey: String { store.key("meta", of: namespace) + ":lease" }

  private func takeLease() throws(PageStoreError) -> Bool {
    let milliseconds = "\(Int(RedisPublisher.lease / .milliseconds(1)))"
    return try ask([RESPCommand("SET", leaseKey, id, "NX", "PX", milliseconds)])[0] == .text("OK")
  }

  /// Renews the lease when it is time.
  ///
  /// - Throws: `PageStoreError` when somebody else has it.
  private mutating func renew() throws(PageStoreError) {
    guard .now - renewed > RedisPublisher.renewal else { return }
    let milliseconds = "\(Int(RedisPublisher.lease / .milliseconds(1)))"
    let owner = try ask([RESPCommand("GET", leaseKey)])[0]
    let isOurs =
      owner == .bytes(Array(id.utf8))
      ? try ask([RESPCommand("PEXPIRE", leaseKey, milliseconds)])[0] == .integer(1) : try takeLease()
    guard isOurs else { throw PageStoreError("somebody else has begun to publish \(namespace.text): publish it again") }
    renewed = .now
  }

  /// Gives the lease back.
  func end() {
    if (try? ask([RESPCommand("GET", leaseKey)])[0]) == .bytes(Array(id.utf8)) {
      _ = try? ask([RESPCommand("DEL", leaseKey)])
    }
  }

  // MARK: Publishing

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
    var stale = try stale(buckets, publication)
    if stale.isEmpty, let old, old.digest == publication.digest, old.bucketCount == publication.bucketCount {
      return false
    }
    for _ in 0..<RedisPublisher.rounds where !stale.isEmpty {
      for (number, index) in stale.enumerated() {
        try write(buckets.all[index], publication)
        progress(number + 1, stale.count)
        try renew()
      }
      // What a server has said to have, it may have lost since: it was ended, or another took over.
      stale = try self.stale(buckets, publication)
    }
    guard stale.isEmpty else { throw PageStoreError("the server does not keep what it is given", isAway: true) }
    _ = try ask([RESPCommand("HSET", store.key("meta", of: namespace), "v", publication.text)])
    try expire(but: publication.bucketCount)
    return true
  }

  private static func stored(_ digest: UInt64) -> [UInt8] { Array(String(digest, radix: 16).utf8) }

  /// Returns the indices of the buckets that are not on the server as they should be.
  private func stale(_ buckets: PageBuckets, _ publication: Publication) throws(PageStoreError) -> [Int] {
    let commands = buckets.all.map { bucket in
      RESPCommand("HGET", store.key(of: bucket.place, publication.bucketCount, namespace), "v")
    }
    var stale: [Int] = []
    try ask(commands) { index, value throws(PageStoreError) in
      let bucket = buckets.all[index]
      if value != .bytes(bucket.pages.isEmpty ? nil : RedisPublisher.stored(bucket.digest)) { stale.append(index) }
    }
    return stale
  }

  /// Replaces a bucket, at once for those who read it.
  private func write(_ bucket: PageBuckets.Bucket, _ publication: Publication) throws(PageStoreError) {
    let key = store.key(of: bucket.place, publication.bucketCount, namespace)
    if bucket.pages.isEmpty {
      _ = try ask([RESPCommand("UNLINK", key)])
    } else if try !change(bucket, key) {
      try replace(bucket, key)
    }
  }

  /// Writes only the pages that differ, where they are few.
  ///
  /// - Returns: False when they are many, or somebody else has changed the bucket meanwhile.
  private func change(_ bucket: PageBuckets.Bucket, _ key: String) throws(PageStoreError) -> Bool {
    // From here on, whatever changes the bucket keeps the transaction from being executed.
    let watched = try ask([RESPCommand("WATCH", key), RESPCommand("HGETALL", key)])
    guard let old = RedisPageStore.fields(watched[1]), !old.isEmpty else {
      _ = try ask([RESPCommand("UNWATCH")])
      return false
    }
    var names: Set<[UInt8]> = [Array("v".utf8)]
    var set = RESPCommand("HSET", key)
    var changed = 0
    for (name, page) in bucket.pages {
      let name = Array(name.text.utf8)
      names.insert(name)
      if old[name] == page { continue }
      changed += 1
      set.append(name)
      set.append(page)
    }
    set.append("v".utf8)
    set.append(RedisPublisher.stored(bucket.digest))
    let gone = old.keys.filter { !names.contains($0) }
    guard 4 * (changed + gone.count) <= bucket.pages.count else {
      _ = try ask([RESPCommand("UNWATCH")])
      return false
    }
    var commands = [RESPCommand("MULTI"), set]
    if !gone.isEmpty {
      var remove = RESPCommand("HDEL", key)
      for name in gone { remove.append(name) }
      commands.append(remove)
    }
    guard case .array(let results) = try ask(commands + [RESPCommand("EXEC")]).last else { throw RedisPageStore.odd }
    return results != nil
  }

  /// Writes all pages beside those that are there, and puts them in their place.
  private func replace(_ bucket: PageBuckets.Bucket, _ key: String) throws(PageStoreError) {
    let new = "\(key):new:\(id)"
    var set = RESPCommand("HSET", new, "v")
    set.append(RedisPublisher.stored(bucket.digest))
    var commands = [RESPCommand("DEL", new)]
    for (name, page) in bucket.pages {
      set.append(name.text.utf8)
      set.append(page)
      if set.byteCount < RedisPublisher.commandBytes { continue }
      commands.append(set)
      set = RESPCommand("HSET", new)
    }
    if set.pairCount > 0 { commands.append(set) }
    commands += [
      RESPCommand("EXPIRE", new, "\(RedisPublisher.unfinishedAge)"), RESPCommand("MULTI"),
      // A renamed key keeps the time when it expires.
      RESPCommand("PERSIST", new), RESPCommand("RENAME", new, key), RESPCommand("EXEC"),
    ]
    try ask(commands) { _, _ in }
  }

  /// Has the buckets expire that belong to another number of buckets: those who have read the old description still ask.
  private func expire(but bucketCount: Int) throws(PageStoreError) {
    for count in SharedFormat.allBucketCounts where count != bucketCount {
      // Without a head there are none; with the time when it expires, the others have it, too: the head is the last one.
      guard try ask([RESPCommand("TTL", store.key(of: .head, count, namespace))])[0] == .integer(-1) else { continue }
      let keys = SharedBucket.all(count).map { store.key(of: $0, count, namespace) }
      try ask(keys.map { RESPCommand("EXPIRE", $0, "\(RedisPublisher.oldAge)") }) { _, _ in }
    }
  }

  /// Removes what is published.
  ///
  /// - Returns: False when nothing was.
  /// - Throws: `PageStoreError`.
  func remove() throws(PageStoreError) -> Bool {
    let wasThere = try ask([RESPCommand("UNLINK", store.key("meta", of: namespace))])[0] == .integer(1)
    for count in SharedFormat.allBucketCounts {
      guard try ask([RESPCommand("EXISTS", store.key(of: .head, count, namespace))])[0] == .integer(1) else { continue }
      let keys = SharedBucket.all(count).map { store.key(of: $0, count, namespace) }
      try ask(keys.map { RESPCommand("UNLINK", $0) }) { _, _ in }
    }
    return wasThere
  }
}

extension RedisPageStore {
  package func publish(
    _ tree: PageTree, as namespace: SharedNamespace, time: Int, _ progress: (Int, Int) -> Void
  ) throws -> (Publication, isNew: Bool) {
    let buckets = PageBuckets(tree)
    let publication = Publication(tree, digest: buckets.digest, time: time)
    var publisher = try RedisPublisher(self, namespace)
    // What is of another version, or damaged, is replaced.
    let old = try? self.publication(of: namespace)
    let result = Result { try publisher.publish(buckets, publication, replacing: old, progress) }
    publisher.end()
    let isNew = try result.get()
    return (isNew ? publication : old ?? publication, isNew)
  }

  package func remove(_ namespace: SharedNamespace) throws -> Bool {
    let publisher = try RedisPublisher(self, namespace)
    let result = Result { try publisher.remove() }
    publisher.end()
    return try result.get()
  }
}
