import Synchronization

/// A server that speaks the protocol of Redis as a place for pages: Redis from version 6, Valkey, and others.
///
/// The buckets of `acme/monorepo` are the hashes `cw:{acme/monorepo:BUCKETS:BUCKET}`, whose fields are the pages by their
/// names, and `v`, a hash of them all. What is in braces decides on which node of a cluster a bucket is. The field `v` of
/// `cw:{acme/monorepo:meta}` has the description. A bucket is replaced at once, and no question reads two of them.
package final class RedisPageStore: PageStore {
  /// The time for which a connection is waited for, which may go through other machines.
  private static let connectionPatience = Duration.seconds(5)
  /// The time for which a page is waited for.
  static let patience = Duration.seconds(1)
  /// The time for which a whole bucket is waited for.
  private static let bucketPatience = Duration.seconds(10)
  /// The time for which a description serves, so that a question needs no other one.
  private static let descriptionAge = Duration.seconds(10)

  /// Connects, until a deadline.
  package typealias Connect = @Sendable (ContinuousClock.Instant) throws(PageStoreError) -> any ByteChannel

  private let user: RedisUser
  private let openChannel: Connect
  /// The connection, from the first question on. It is held while a question is answered.
  private let connection = Mutex<RedisConnection?>(nil)

  /// Creates the store; it connects when it is first asked.
  ///
  /// - Parameter connect: Connects with the server.
  package init(user: RedisUser = RedisUser(), connect: @escaping Connect) {
    (self.user, openChannel) = (user, connect)
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
  func ask(
    _ commands: [RESPCommand], patience: Duration = RedisPageStore.patience
  ) throws(PageStoreError) -> [RESPValue] {
    let answers = try connection.withLock { connection throws(PageStoreError) in
      if let old = connection {
        do throws(PageStoreError) {
          return try old.ask(commands, until: .now + patience)
        } catch {
          connection = nil
          if !error.isClosed { throw error }
        }
      }
      let new = try connect()
      let answers = try new.ask(commands, until: .now + patience)
      connection = new
      return answers
    }
    return try RedisConnection.checked(answers)
  }

  /// Connects, for one who keeps the connection.
  ///
  /// - Throws: `PageStoreError`.
  func connect() throws(PageStoreError) -> RedisConnection {
    try RedisConnection(user, until: .now + RedisPageStore.connectionPatience, openChannel)
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

  func key(
    of bucket: SharedBucket, _ bucketCount: Int, _ namespace: SharedNamespace
  ) -> String { key("\(bucketCount):\(bucket.name)", of: namespace) }

  // MARK: Reading

  package func publication(of namespace: SharedNamespace) throws -> Publication? {
    try RedisPageStore.publication(try ask([description(of: namespace)])[0])
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
    let command = RESPCommand("HGETALL", key(of: bucket, publication.bucketCount, namespace))
    let answer = try ask([command], patience: RedisPageStore.bucketPatience)[0]
    guard let fields = RedisPageStore.fields(answer) else { throw RedisPageStore.odd }
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
