/// The right to publish under a namespace, which one publisher has at a time, and which ends soon after it.
struct RedisLease {
  /// Its length. Whoever runs a publisher again that was killed waits for its end.
  private static let length = Duration.seconds(2)
  /// The time after which it is renewed.
  private static let renewal = Duration.milliseconds(500)
  private static let milliseconds = "\(Int(length / .milliseconds(1)))"

  /// The name of its owner.
  let id = String(UInt64.random(in: .min ... .max), radix: 16)
  private let primaries: RedisPrimaries
  private let key: String
  private var renewed = ContinuousClock.now
  /// True when it is not needed: nothing is written, only removed, and the server has no room for it.
  private(set) var isWaived = false
  /// True when it has ended in between: others may have published then; whoever has looked at it sets it back.
  var hasLapsed = false

  /// Prepares a lease, which nobody has yet.
  init(_ primaries: RedisPrimaries, key: String) { (self.primaries, self.key) = (primaries, key) }

  private func ask(_ commands: [RESPCommand]) throws(PageStoreError) -> [RESPValue] {
    try primaries.ask(commands, about: key)
  }

  /// Takes the lease.
  ///
  /// - Returns: False when somebody has it.
  /// - Throws: `PageStoreError`.
  func take() throws(PageStoreError) -> Bool {
    try ask([RESPCommand("SET", key, id, "NX", "PX", RedisLease.milliseconds)])[0] == .text("OK")
  }

  /// Takes the lease, or does without where the server has no room for it.
  ///
  /// - Returns: False when somebody has it.
  /// - Throws: `PageStoreError`.
  mutating func takeToRemove() throws(PageStoreError) -> Bool {
    do throws(PageStoreError) {
      return try take()
    } catch {
      guard error.isFull else { throw error }
      isWaived = true
      return true
    }
  }

  /// Sends commands that are executed if the lease is ours until then.
  ///
  /// - Returns: False when it was not.
  /// - Throws: `PageStoreError`.
  func askIfOurs(_ commands: [RESPCommand]) throws(PageStoreError) -> Bool {
    guard try ask([RESPCommand("WATCH", key), RESPCommand("GET", key)])[1] == .bytes(Array(id.utf8)) else {
      _ = try ask([RESPCommand("UNWATCH")])
      return false
    }
    let answers = try ask([RESPCommand("MULTI")] + commands + [RESPCommand("EXEC")])
    guard case .array(let results) = answers.last else { throw RedisPageStore.odd }
    return results != nil
  }

  /// Renews the lease; takes it again when it has ended and nobody has it.
  ///
  /// - Returns: False when somebody else has it.
  /// - Throws: `PageStoreError`.
  mutating func renew() throws(PageStoreError) -> Bool {
    let isOurs = try askIfOurs([RESPCommand("PEXPIRE", key, RedisLease.milliseconds)])
    if !isOurs {
      guard try take() else { return false }
      hasLapsed = true
    }
    renewed = .now
    return true
  }

  /// Renews the lease when it is time.
  ///
  /// - Returns: False when somebody else has it.
  /// - Throws: `PageStoreError`.
  mutating func renewInTime() throws(PageStoreError) -> Bool {
    if isWaived || .now - renewed <= RedisLease.renewal { return true }
    return try renew()
  }

  /// Gives the lease back.
  func end() { _ = try? askIfOurs([RESPCommand("DEL", key)]) }
}
