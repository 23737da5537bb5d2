/// The numbers of buckets: with the words, that of their buckets changes, and the old ones stay for a while.
extension RedisPublisher {
  /// Has the buckets expire that belong to another number of buckets: those who have read the old description still ask.
  ///
  /// Nothing is done once somebody else has the lease, who may have published that number of buckets.
  func expire(but bucketCount: Int) throws(PageStoreError) {
    for (count, state) in try bucketCounts() where count != bucketCount && state != .expiring {
      let (primaries, lease, ending) = (primaries, lease, noting(.ending, of: count))
      guard try primaries.untilDone({ () throws(PageStoreError) in try lease.askIfOurs([ending]) }) else { return }
      _ = try primaries.ask(of: keys(of: count)) { RESPCommand("EXPIRE", $0, "\(RedisPublisher.oldAge)") }
      try note(.expiring, of: count)
    }
  }

  /// Sees to it that buckets stay: they may expire, as others were published between these and them.
  ///
  /// - Parameters:
  ///   - keys: The keys of some buckets of a number, or of all.
  ///   - trustsNotes: True to do nothing where it is noted that they last, and that was not lost with a node.
  /// - Throws: `PageStoreError`.
  func keep(_ keys: [String], of bucketCount: Int, trustsNotes: Bool = false) throws(PageStoreError) {
    let isNoted = try bucketCounts().contains { $0 == (bucketCount, .lasting) }
    if isNoted, trustsNotes, !primaries.isCluster { return }
    // Those of another number are not asked to end a second time, so what is noted comes first.
    if !isNoted { try note(.lasting, of: bucketCount) }
    _ = try primaries.ask(of: keys) { RESPCommand("PERSIST", $0) }
  }

  /// Removes what is published, and what was left by publishers that were killed.
  ///
  /// - Returns: False when nothing was there.
  /// - Throws: `PageStoreError`.
  mutating func remove() throws(PageStoreError) -> Bool {
    let meta = store.key("meta", of: namespace)
    var counts = try bucketCounts().map(\.count)
    // The description may have been removed by a server whose memory was full: then there may be any.
    if counts.isEmpty { counts = SharedFormat.allBucketCounts }
    var isThere = false
    try removeUnfinished()
    // From here on, nobody is led to the buckets; while their numbers are there, this can be done again.
    _ = try askMeta([RESPCommand("HDEL", meta, "v")])
    for count in counts {
      let removed = try primaries.ask(of: keys(of: count)) { RESPCommand("UNLINK", $0) }
      isThere = isThere || removed.contains(.integer(1))
      try renewInTime()
    }
    return try askMeta([RESPCommand("UNLINK", meta)])[0] == .integer(1) || isThere
  }

  // MARK: Buckets that were not finished

  /// Returns the key of a bucket while it is written by a publisher.
  ///
  /// - Parameter writer: The name of the publisher's lease: one that has lost it must not write into what another one writes.
  static func unfinished(_ key: String, of writer: String) -> String { "\(key):new:\(writer)" }

  /// The field beside the description that names the publisher that writes buckets.
  private static let writer = "writer"

  /// Notes on the server which publisher writes buckets; nil for none.
  ///
  /// - Throws: `PageStoreError`.
  func noteUnfinished(_ writer: String?) throws(PageStoreError) {
    let meta = store.key("meta", of: namespace)
    _ = try askMeta([
      writer.map { RESPCommand("HSET", meta, RedisPublisher.writer, $0) }
        ?? RESPCommand("HDEL", meta, RedisPublisher.writer)
    ])
  }

  /// Removes the buckets that a publisher has not finished, which was killed or found no room.
  ///
  /// - Throws: `PageStoreError`.
  func removeUnfinished() throws(PageStoreError) {
    let meta = store.key("meta", of: namespace)
    guard case .bytes(let name?) = try askMeta([RESPCommand("HGET", meta, RedisPublisher.writer)])[0] else { return }
    let writer = String(decoding: name, as: UTF8.self)
    for (count, _) in try bucketCounts() {
      _ = try primaries.ask(of: keys(of: count)) { RESPCommand("UNLINK", RedisPublisher.unfinished($0, of: writer)) }
    }
    try noteUnfinished(nil)
  }

  // MARK: Comparing all buckets

  /// Returns true when all buckets are on the server that belong to what is published, and sees to it that they stay.
  ///
  /// - Parameter time: The time, in seconds since 1970, to trust what is noted beside the description: a question for each
  ///   bucket is more than a few changed words are. Nil to compare all buckets in any case.
  mutating func isWhole(_ publication: Publication, trustingNotesAt time: Int? = nil) throws(PageStoreError) -> Bool {
    let keys = keys(of: publication.bucketCount)
    try renewInTime()
    try keep(keys, of: publication.bucketCount, trustsNotes: time != nil)
    if let time, try wereCompared(before: time) {
      try expire(but: publication.bucketCount)
      return true
    }
    var digest: UInt64 = 0
    for case .bytes(let found?) in try primaries.ask(of: keys, { RESPCommand("HGET", $0, "v") }) {
      digest &+= UInt64(String(decoding: found, as: UTF8.self), radix: 16) ?? 0
    }
    guard digest == publication.digest else { return false }
    if let time { try noteCompared(time) }
    try expire(but: publication.bucketCount)
    return true
  }

  /// The field beside the description with the time at which all buckets were found to be as they should be.
  private static let compared = "compared"
  /// For how long that is trusted, in seconds: the node that has the note has the buckets, but may have been told to remove
  /// keys when its memory is full.
  private static let comparedAge = 60 * 60

  /// Notes on the server when all buckets were found to be as they should be, in seconds since 1970.
  ///
  /// - Throws: `PageStoreError`.
  func noteCompared(_ time: Int) throws(PageStoreError) {
    _ = try askMeta([RESPCommand("HSET", store.key("meta", of: namespace), RedisPublisher.compared, "\(time)")])
  }

  /// Returns true when all buckets were as they should be a short while before a time, and no publisher was killed since. In a
  /// cluster, each of them may have been lost with a node.
  ///
  /// - Throws: `PageStoreError`.
  func wereCompared(before time: Int) throws(PageStoreError) -> Bool {
    if primaries.isCluster { return false }
    let meta = store.key("meta", of: namespace)
    let answer = try askMeta([RESPCommand("HMGET", meta, RedisPublisher.compared, RedisPublisher.writer)])[0]
    guard case .array(let values?) = answer, values.count == 2 else { throw RedisPageStore.odd }
    guard values[1] == .bytes(nil), case .bytes(let text?) = values[0],
      let then = Int(String(decoding: text, as: UTF8.self))
    else { return false }
    return then <= time && time - RedisPublisher.comparedAge < then
  }

  // MARK: The numbers of buckets

  /// What is known of the buckets of one number.
  enum BucketState: String {
    case lasting, ending, expiring
  }

  /// The field beside the description that says that there are buckets of this number.
  private static func field(of bucketCount: Int) -> String { "buckets \(bucketCount)" }

  /// Notes on the server what is known of the buckets of a number.
  ///
  /// - Throws: `PageStoreError`.
  func note(_ state: BucketState, of bucketCount: Int) throws(PageStoreError) {
    _ = try askMeta([noting(state, of: bucketCount)])
  }

  private func noting(_ state: BucketState, of bucketCount: Int) -> RESPCommand {
    RESPCommand("HSET", store.key("meta", of: namespace), RedisPublisher.field(of: bucketCount), state.rawValue)
  }

  /// Returns the numbers of buckets of which there may be some on the server.
  private func bucketCounts() throws(PageStoreError) -> [(count: Int, state: BucketState)] {
    let counts = SharedFormat.allBucketCounts
    var command = RESPCommand("HMGET", store.key("meta", of: namespace))
    for count in counts { command.append(RedisPublisher.field(of: count).utf8) }
    guard case .array(let values?) = try askMeta([command])[0], values.count == counts.count else {
      throw RedisPageStore.odd
    }
    return zip(counts, values).compactMap { count, value in
      guard case .bytes(let text?) = value else { return nil }
      return (count, BucketState(rawValue: String(decoding: text, as: UTF8.self)) ?? .lasting)
    }
  }

  /// Returns the keys of all buckets of a number.
  func keys(of bucketCount: Int) -> [String] {
    SharedBucket.all(bucketCount).map { store.key(of: $0, bucketCount, namespace) }
  }
}
