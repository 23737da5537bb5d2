/// The servers to which one writes: a single one, or the primaries of a cluster. One thread uses them at a time.
final class RedisPrimaries {
  /// The time for which a node of a cluster is waited for that has failed: another one takes over meanwhile.
  private static let patience = Duration.seconds(30)
  /// The time for which an answer is waited for: servers write their files meanwhile, or copy to others.
  private static let answerPatience = Duration.seconds(30)
  /// The time after which one tries again.
  private static let pause = Duration.milliseconds(100)

  private var nodes: RedisNodes
  /// True once a server has said that it is a node of a cluster.
  var isCluster: Bool { nodes.isCluster }

  init(_ nodes: RedisNodes) { self.nodes = nodes }

  /// Does what can be done twice; in a cluster, until the nodes that it needs answer.
  ///
  /// - Throws: `PageStoreError`, and what `body` throws.
  func untilDone<Result>(_ body: () throws(PageStoreError) -> Result) throws(PageStoreError) -> Result {
    let deadline = ContinuousClock.now + RedisPrimaries.patience
    while true {
      do throws(PageStoreError) {
        return try body()
      } catch {
        guard error.isAway, nodes.isCluster, .now < deadline else { throw error }
        StreamSocket.pause(RedisPrimaries.pause)
        nodes.reset()
      }
    }
  }

  /// Sends commands about a key, and returns the answer to each, none of which is a refusal.
  ///
  /// - Throws: `PageStoreError`.
  func ask(_ commands: [RESPCommand], about key: String) throws(PageStoreError) -> [RESPValue] {
    try nodes.primary(of: key).askAll(commands, within: RedisPrimaries.answerPatience)
  }

  /// Sends a command for each of some keys, and returns the answers in their order.
  ///
  /// - Throws: `PageStoreError`.
  func ask(
    of keys: [String], _ command: (_ key: String) -> RESPCommand
  ) throws(PageStoreError) -> [RESPValue] {
    try untilDone { () throws(PageStoreError) in
      var indices: [ObjectIdentifier: (connection: RedisConnection, keys: [Int])] = [:]
      for (index, key) in keys.enumerated() {
        let connection = try nodes.primary(of: key)
        indices[ObjectIdentifier(connection), default: (connection, [])].keys.append(index)
      }
      var answers = [RESPValue](repeating: .bytes(nil), count: keys.count)
      for (connection, indices) in indices.values {
        let found = try connection.askAll(indices.map { command(keys[$0]) }, within: RedisPrimaries.answerPatience)
        for (index, answer) in zip(indices, found) { answers[index] = answer }
      }
      return answers
    }
  }
}
