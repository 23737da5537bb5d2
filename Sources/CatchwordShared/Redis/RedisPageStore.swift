import Synchronization

/// A server that speaks the protocol of Redis as a place for pages: Redis from version 6, Valkey, and others.
///
/// The buckets of `acme/monorepo` are the hashes `cw:{acme/monorepo:BUCKETS:BUCKET}`, whose fields are the pages by their
/// names, and `v`, a hash of them all. What is in braces decides on which node of a cluster a bucket is. The field `v` of
/// `cw:{acme/monorepo:meta}` has the description. A bucket is replaced at once, and no question reads two of them; so readers
/// see old pages or new ones.
package final class RedisPageStore: PageStore {
  /// The time for which an answer is waited for by default.
  package static let patience = Duration.seconds(1)
  /// The time for which a description serves, so that a question needs no other one.
  private static let descriptionAge = Duration.seconds(10)

  /// Connects, until a deadline.
  package typealias Connect = @Sendable (ContinuousClock.Instant) throws(PageStoreError) -> any ByteChannel

  private let user: RedisUser
  private let patience: Duration
  private let openChannel: Connect
  /// The connection, from the first question on. It is held while a question is answered.
  private let connection = Mutex<RedisConnection?>(nil)

  /// Creates the store; it connects when it is first asked.
  ///
  /// - Parameters:
  ///   - patience: The time for which an answer is waited for.
  ///   - connect: Connects with the server.
  package init(user: RedisUser = RedisUser(), patience: Duration = RedisPageStore.patience, connect: @escaping Connect)
  {
    (self.user, self.patience, openChannel) = (user, patience, connect)
  }

  /// Creates the store of an address without encryption; it connects when it is first asked.
  package convenience init(_ address: RedisAddress, user: RedisUser = RedisUser()) {
    self.init(user: user) { deadline throws(PageStoreError) in try address.connect(until: deadline) }
  }

  package var descriptionAge: Duration { RedisPageStore.descriptionAge }

  // MARK: Asking

  /// Sends commands that may be sent twice, and returns the answer to each.
  ///
  /// A connection that the server has closed meanwhile is made anew.
  ///
  /// - Throws: `PageStoreError`, also for a refusal.
  func ask(_ commands: [RESPCommand], patience: Duration? = nil) throws(PageStoreError) -> [RESPValue] {
    let deadline = ContinuousClock.now + (patience ?? self.patience)
    return try connection.withLock { connection throws(PageStoreError) in
      if let old = connection, let answers = try? old.ask(commands, until: deadline) {
        return try RedisPageStore.checked(answers)
      }
      connection = nil
      let new = try RedisConnection(openChannel(deadline), user, until: deadline)
      let answers = try new.ask(commands, until: deadline)
      connection = new
      return try RedisPageStore.checked(answers)
    }
  }

  static func checked(_ answers: [RESPValue]) throws(PageStoreError) -> [RESPValue] {
    for answer in answers { if case .error(let reason) = answer { throw RedisConnection.refusal(reason) } }
    return answers
  }

  static let odd = PageStoreError("the server answers otherwise than Redis does")

  func key(_ part: String, of namespace: SharedNamespace) -> String { "cw:{\(namespace.text):\(part)}" }

  func key(
    of bucket: SharedBucket, _ bucketCount: Int, _ namespace: SharedNamespace
  ) -> String { key("\(bucketCount):\(bucket.name)", of: namespace) }

  // MARK: Reading

  package func publication(of namespace: SharedNamespace) throws -> Publication? {
    guard case .bytes(let found) = try ask([RESPCommand("HGET", key("meta", of: namespace), "v")])[0] else {
      throw RedisPageStore.odd
    }
    return try found.map { try Publication(String(decoding: $0, as: UTF8.self)) }
  }

  package func pages(
    _ names: [PageName], in bucket: SharedBucket, of publication: Publication, _ namespace: SharedNamespace
  ) throws -> [[UInt8]?] {
    var command = RESPCommand("HMGET", key(of: bucket, publication.bucketCount, namespace))
    for name in names { command.append(name.text.utf8) }
    guard case .array(let values?) = try ask([command])[0], values.count == names.count else {
      throw RedisPageStore.odd
    }
    return try values.map { value in
      guard case .bytes(let page) = value else { throw RedisPageStore.odd }
      return page
    }
  }

  package func head(of publication: Publication, _ namespace: SharedNamespace) throws -> [[UInt8]: [UInt8]]? {
    try fields(of: .head, publication, namespace)
  }

  package func forEachPage(
    of publication: Publication, _ namespace: SharedNamespace, _ body: (_ name: [UInt8], _ page: [UInt8]) -> Void
  ) throws {
    for bucket in SharedBucket.all(publication.bucketCount) {
      for (name, page) in try fields(of: bucket, publication, namespace) where name != RedisPageStore.digestField {
        body(name, page)
      }
    }
  }

  /// The field of a bucket that has the hash of its pages.
  static let digestField = Array("v".utf8)

  /// Returns all fields of a bucket.
  private func fields(
    of bucket: SharedBucket, _ publication: Publication, _ namespace: SharedNamespace
  ) throws(PageStoreError) -> [[UInt8]: [UInt8]] {
    let answer = try ask([RESPCommand("HGETALL", key(of: bucket, publication.bucketCount, namespace))])[0]
    guard let fields = RedisPageStore.fields(answer) else { throw RedisPageStore.odd }
    return fields
  }

  /// Connects, for one who asks much.
  ///
  /// - Throws: `PageStoreError`.
  func connect(patience: Duration) throws(PageStoreError) -> RedisConnection {
    let deadline = ContinuousClock.now + patience
    return try RedisConnection(openChannel(deadline), user, until: deadline)
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
