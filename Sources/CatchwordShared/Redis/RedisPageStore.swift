import Synchronization

/// A server that speaks the protocol of Redis as a place for pages: Redis from version 6, Valkey, and others.
///
/// The buckets of `acme/monorepo` are the hashes `cw:{acme/monorepo:BUCKETS:BUCKET}`, whose fields are the pages by their
/// names, and `v`, a hash of them all. What is in braces decides on which node of a cluster a bucket is. The field `v` of
/// `cw:{acme/monorepo:meta}` has the description. A bucket is replaced at once, and no question reads two of them.
package final class RedisPageStore: PageStore {
  /// The time for which a page is waited for.
  static let patience = Duration.seconds(1)
  /// The time for which a whole bucket is waited for.
  private static let bucketPatience = Duration.seconds(10)
  /// The time for which a description serves, so that a question needs no other one.
  private static let descriptionAge = Duration.seconds(10)

  /// Connects with a server, until a deadline.
  package typealias Connect =
    @Sendable (RedisAddress, ContinuousClock.Instant) throws(PageStoreError) -> any ByteChannel

  private let seeds: [RedisAddress]
  private let user: RedisUser
  private let openChannel: Connect
  /// It is held while a question is answered.
  private let nodes: Mutex<RedisNodes>

  /// Creates the store; it connects when it is first asked.
  ///
  /// - Parameters:
  ///   - seeds: The server, or some nodes of a cluster, of which one that answers suffices.
  ///   - promptPatience: The time within which a server that is near by answers, and is waited for without a thread.
  ///   - connect: Connects with one of them, or with another node of the cluster.
  package init(
    _ seeds: [RedisAddress], user: RedisUser = RedisUser(), promptPatience: Duration = .milliseconds(1),
    connect: @escaping Connect = { address, deadline throws(PageStoreError) in try address.connect(until: deadline) }
  ) {
    (self.seeds, self.user, openChannel) = (seeds, user, connect)
    nodes = Mutex(
      RedisNodes(seeds, user: user, readsReplicas: true, promptPatience: promptPatience, connect: connect))
  }

  package func rest() { nodes.withLock { $0.disconnect() } }

  package var descriptionAge: Duration { RedisPageStore.descriptionAge }

  /// The numbers of primaries and of replicas; nil without a cluster, or before anything was asked.
  package var clusterSize: (primaries: Int, replicas: Int)? { nodes.withLock(\.clusterSize) }

  // MARK: Asking

  /// Sends commands that only read, and returns the answer to each.
  ///
  /// - Parameter key: The key that they are about; nil for any server.
  /// - Throws: `PageStoreError`, also for a refusal.
  func ask(
    _ commands: [RESPCommand], about key: String? = nil, patience: Duration = RedisPageStore.patience,
    _ size: RedisNodes.Size = .small
  ) throws(PageStoreError) -> [RESPValue] {
    let (answers, isNewest) = try nodes.withLock { nodes throws(PageStoreError) in
      try nodes.ask(commands, about: key, patience: patience, size)
    }
    // One that has only just begun has not got anything yet.
    if !isNewest, answers.allSatisfy({ $0 == .bytes(nil) || $0 == .array([]) }) {
      throw PageStoreError("a replica has nothing, and its primary does not answer", isAway: true)
    }
    return answers
  }

  /// Connections for one who writes.
  func primaries() -> RedisPrimaries {
    RedisPrimaries(RedisNodes(seeds, user: user, readsReplicas: false, connect: openChannel))
  }

  /// The question for a description.
  func description(of namespace: SharedNamespace) -> RESPCommand {
    RESPCommand("HGET", key("meta", of: namespace), "v")
  }

  /// Reads the answer to that.
  ///
  /// - Throws: `Publication.Refusal`, `PageStoreError`.
  static func publication(_ answer: RESPValue) throws -> Publication? {
    guard case .bytes(let found) = answer else { throw odd }
    return try found.map { try Publication(String(decoding: $0, as: UTF8.self)) }
  }

  static let odd = PageStoreError("the server answers otherwise than Redis does")

  func key(_ part: String, of namespace: SharedNamespace) -> String { "cw:{\(namespace.text):\(part)}" }

  /// Returns the key of a bucket.
  package func key(
    of bucket: SharedBucket, _ bucketCount: Int, _ namespace: SharedNamespace
  ) -> String { key("\(bucketCount):\(bucket.name)", of: namespace) }

  // MARK: Reading

  package func publication(of namespace: SharedNamespace) throws -> Publication? {
    try RedisPageStore.publication(
      try ask([description(of: namespace)], about: key("meta", of: namespace))[0])
  }

  package func pages(
    _ names: [PageName], in bucket: SharedBucket, of publication: Publication, _ namespace: SharedNamespace
  ) throws -> [[UInt8]?] {
    let (command, key) = question(names, bucket, publication, namespace)
    return try RedisPageStore.pages(try ask([command], about: key)[0], names.count)
  }

  package func promptPages(
    _ names: [PageName], in bucket: SharedBucket, of publication: Publication, _ namespace: SharedNamespace
  ) throws -> [[UInt8]?]? {
    let (command, key) = question(names, bucket, publication, namespace)
    guard let answer = nodes.withLockIfAvailable({ $0.promptAnswer(to: command, about: key) }) ?? nil else {
      return nil
    }
    return try RedisPageStore.pages(answer, names.count)
  }

  private func question(
    _ names: [PageName], _ bucket: SharedBucket, _ publication: Publication, _ namespace: SharedNamespace
  ) -> (RESPCommand, key: String) {
    let key = key(of: bucket, publication.bucketCount, namespace)
    var command = RESPCommand("HMGET", key)
    for name in names { command.append(name.text.utf8) }
    return (command, key)
  }

  /// Returns pages in the order of their names.
  ///
  /// - Throws: `PageStoreError` when the answer is not that.
  private static func pages(_ answer: RESPValue, _ count: Int) throws(PageStoreError) -> [[UInt8]?] {
    guard case .array(let values?) = answer, values.count == count else { throw odd }
    var pages: [[UInt8]?] = []
    for value in values {
      guard case .bytes(let page) = value else { throw odd }
      pages.append(page)
    }
    return pages
  }

  package func head(of publication: Publication, _ namespace: SharedNamespace) throws -> [[UInt8]: [UInt8]]? {
    let key = key(of: .head, publication.bucketCount, namespace)
    return try RedisPageStore.pages(
      try ask([RESPCommand("HGETALL", key)], about: key, patience: RedisPageStore.bucketPatience, .large)[0])
  }

  package func forEachPage(
    of publication: Publication, _ namespace: SharedNamespace, _ body: (_ name: [UInt8], _ page: [UInt8]) -> Void
  ) throws {
    let primaries = primaries()
    for bucket in SharedBucket.all(publication.bucketCount) {
      let key = key(of: bucket, publication.bucketCount, namespace)
      // What a replica has got is not the question here, unless it is to take over.
      let answer = try primaries.ask(of: [key]) { RESPCommand("HGETALL", $0) }[0]
      let pages = try RedisPageStore.pages(answer)
      for (name, page) in pages where name != RedisPageStore.digestField {
        guard PageName.bucket(of: name, publication.bucketCount) == bucket else { throw PageStoreError.damaged }
        body(name, page)
      }
    }
  }

  /// The field of a bucket that has the hash of its pages.
  static let digestField = Array("v".utf8)

  /// Returns the fields of a bucket by their names.
  ///
  /// - Throws: `PageStoreError` when the answer is not that.
  private static func pages(_ answer: RESPValue) throws(PageStoreError) -> [[UInt8]: [UInt8]] {
    guard let fields = fields(answer) else { throw odd }
    return fields
  }

  /// Returns the fields of a hash by their names; nil when the answer is not that.
  static func fields(_ answer: RESPValue) -> [[UInt8]: [UInt8]]? {
    guard case .array(let values?) = answer, values.count.isMultiple(of: 2) else { return nil }
    var fields: [[UInt8]: [UInt8]] = [:]
    for index in stride(from: 0, to: values.count, by: 2) {
      guard case .bytes(let name?) = values[index], case .bytes(let value?) = values[index + 1] else { return nil }
      fields[name] = value
    }
    return fields
  }
}
