/// The connections with a server, or with the nodes of a cluster. One thread uses them at a time.
///
/// A cluster is found by itself: the first server that is reached is asked for its map. Commands about a key go to the node
/// that has it. What only reads goes on to a replica when the primary does not answer within its usual time; a node that has
/// failed is left alone for a while, and the map is read anew from another.
struct RedisNodes {
  /// A node that was reached.
  private struct Node {
    var connection: RedisConnection?
    /// The longest time that it has lately taken to answer.
    var pace = Duration.zero
    /// The time until which it is asked last of all, as it has failed.
    var avoidedUntil: ContinuousClock.Instant?
    /// The time for which it is avoided when it fails again.
    var pause = RedisNodes.shortestPause
  }

  /// The time for which a connection is waited for, which may go through other machines.
  private static let connectionPatience = Duration.seconds(5)
  /// The same, where another node can answer.
  private static let shortConnectionPatience = Duration.milliseconds(100)
  /// The least time for which a node is waited for where another one can answer.
  private static let shortestPatience = Duration.milliseconds(8)
  /// The time for which a node that has failed is avoided: the shortest, which doubles, and the longest.
  private static let (shortestPause, longestPause) = (Duration.seconds(2), Duration.seconds(30))
  /// The least time between two readings of the map, which doubles while it stays the same, and the most.
  private static let (shortestMapPause, longestMapPause) = (Duration.seconds(1), Duration.seconds(30))
  /// The age from which on it is read anew in any case: there may be new replicas.
  private static let mapAge = Duration.seconds(60)
  /// The maximum number of times that a question is sent elsewhere.
  private static let maximumRedirections = 5

  private let user: RedisUser
  private let openChannel: RedisPageStore.Connect
  private let seeds: [RedisAddress]
  private let readsReplicas: Bool
  private var nodes: [RedisAddress: Node] = [:]
  private var map: RedisClusterMap?
  /// The time when the map was last asked for; nil before.
  private var mapTime: ContinuousClock.Instant?
  private var mapPause = RedisNodes.shortestMapPause
  /// True when something was not where the map says.
  private var isMapDoubtful = false

  /// Prepares connections; they are made when they are needed.
  ///
  /// - Parameters:
  ///   - seeds: The servers of which one is asked first.
  ///   - readsReplicas: True to ask replicas when a primary does not answer.
  init(
    _ seeds: [RedisAddress], user: RedisUser, readsReplicas: Bool, connect: @escaping RedisPageStore.Connect
  ) {
    (self.seeds, self.user, self.readsReplicas, openChannel) = (seeds, user, readsReplicas, connect)
  }

  /// True once a server has said that it is a node of a cluster.
  var isCluster: Bool { map != nil }

  /// The numbers of primaries and of replicas; nil without a cluster.
  var clusterSize: (primaries: Int, replicas: Int)? {
    map.map { map in
      let primaries = Set(map.shards.map { $0.nodes[0] })
      return (primaries.count, Set(map.shards.flatMap(\.nodes)).subtracting(primaries).count)
    }
  }

  // MARK: Reading

  /// Sends commands that only read and may be sent twice, and returns the answer to each.
  ///
  /// - Parameters:
  ///   - key: The key that they are about; nil for any server.
  ///   - patience: The time for which the last node that can answer is waited for.
  /// - Throws: `PageStoreError`, also for a refusal.
  mutating func ask(
    _ commands: [RESPCommand], about key: String?, patience: Duration
  ) throws(PageStoreError) -> [RESPValue] {
    readMapInTime()
    var failure = PageStoreError("there is no server to ask", isAway: true)
    // Once more where the map has changed meanwhile.
    for _ in 0..<2 {
      let candidates = candidates(for: key)
      for (index, address) in candidates.enumerated() {
        do throws(PageStoreError) {
          return try ask(commands, of: address, patience, isLast: index == candidates.count - 1)
        } catch {
          guard error.isAway else { throw error }
          failure = error
          avoid(address)
        }
      }
      let old = map
      readMapInTime()
      if map == old { break }
    }
    throw failure
  }

  /// The nodes that can answer questions about a key, in the order in which they are asked.
  private func candidates(for key: String?) -> [RedisAddress] {
    guard let map, let key else { return ordered(map.map { $0.shards.flatMap(\.nodes) } ?? seeds) }
    let nodes = map.nodes(of: RedisSlot.slot(of: key))
    return nodes.isEmpty ? ordered(seeds) : ordered(readsReplicas ? nodes : [nodes[0]])
  }

  private func ordered(_ addresses: [RedisAddress]) -> [RedisAddress] {
    let now = ContinuousClock.now
    var isKnown: Set<RedisAddress> = []
    let unique = addresses.filter { isKnown.insert($0).inserted }
    let isAvoided = unique.map { nodes[$0]?.avoidedUntil.map { $0 > now } ?? false }
    return zip(unique, isAvoided).filter { !$1 }.map(\.0) + zip(unique, isAvoided).filter { $1 }.map(\.0)
  }

  private mutating func avoid(_ address: RedisAddress) {
    var node = nodes[address] ?? Node()
    node.connection = nil
    node.avoidedUntil = .now + node.pause
    node.pause = min(node.pause * 2, RedisNodes.longestPause)
    nodes[address] = node
    isMapDoubtful = true
  }

  /// Asks a node, and those to which it leads.
  private mutating func ask(
    _ commands: [RESPCommand], of address: RedisAddress, _ patience: Duration, isLast: Bool
  ) throws(PageStoreError) -> [RESPValue] {
    var (address, isLast, isOnce) = (address, isLast, false)
    for _ in 0..<RedisNodes.maximumRedirections {
      let sent = isOnce ? [RESPCommand("ASKING")] + commands : commands
      var answers = try answer(to: sent, from: address, patience, isLast: isLast)
      if isOnce { answers.removeFirst() }
      guard let redirection = RedisNodes.redirection(answers, from: address) else {
        return try RedisConnection.checked(answers)
      }
      // A slot that has moved is not where the map says; there is nobody else to ask.
      if !redirection.isOnce { isMapDoubtful = true }
      (address, isOnce, isLast) = (redirection.address, redirection.isOnce, true)
    }
    throw PageStoreError("the nodes of the cluster do not know which of them has the words", isAway: true)
  }

  private static func redirection(_ answers: [RESPValue], from address: RedisAddress) -> RedisRedirection? {
    for case .error(let reason) in answers {
      if let redirection = RedisRedirection(reason, from: address) { return redirection }
    }
    return nil
  }

  /// Asks a node by the connection that there is, or by a new one when the node has closed that meanwhile.
  private mutating func answer(
    to commands: [RESPCommand], from address: RedisAddress, _ patience: Duration, isLast: Bool
  ) throws(PageStoreError) -> [RESPValue] {
    if nodes[address]?.connection != nil {
      do throws(PageStoreError) {
        return try timedAnswer(to: commands, from: address, patience, isLast: isLast)
      } catch {
        nodes[address]?.connection = nil
        if !error.isClosed { throw error }
      }
    }
    try connect(to: address, isLast ? RedisNodes.connectionPatience : connectionPatience(of: address))
    do throws(PageStoreError) {
      return try timedAnswer(to: commands, from: address, patience, isLast: isLast)
    } catch {
      nodes[address]?.connection = nil
      throw error
    }
  }

  private mutating func timedAnswer(
    to commands: [RESPCommand], from address: RedisAddress, _ patience: Duration, isLast: Bool
  ) throws(PageStoreError) -> [RESPValue] {
    guard var node = nodes[address], let connection = node.connection else {
      throw PageStoreError("the connection has been closed", isClosed: true)
    }
    let begin = ContinuousClock.now
    let wait = isLast ? patience : min(patience, max(node.pace * 3, RedisNodes.shortestPatience))
    let answers = try connection.ask(commands, until: begin + wait)
    // What took long once is forgotten in time.
    node.pace = max(node.pace * 7 / 8, .now - begin)
    (node.avoidedUntil, node.pause) = (nil, RedisNodes.shortestPause)
    nodes[address] = node
    return answers
  }

  // MARK: Connecting

  /// The time for which a connection is waited for where another node can answer: a node that was reached before is not slower
  /// now, unless it has failed.
  private func connectionPatience(of address: RedisAddress) -> Duration {
    guard let pace = nodes[address]?.pace, pace > .zero else { return RedisNodes.shortConnectionPatience }
    return max(RedisNodes.shortestPatience, pace * 6)
  }

  /// Connects with a node.
  ///
  /// - Throws: `PageStoreError`.
  private mutating func connect(to address: RedisAddress, _ patience: Duration) throws(PageStoreError) {
    let begin = ContinuousClock.now
    let connection = try RedisConnection(
      user, until: begin + patience, isReader: readsReplicas
    ) { [openChannel] deadline throws(PageStoreError) in try openChannel(address, deadline) }
    var node = nodes[address] ?? Node()
    node.connection = connection
    node.pace = max(node.pace, .now - begin)
    nodes[address] = node
    // Until a map is known, a server may be alone.
    if map == nil { readMap(from: address, connection) }
  }

  /// Returns the connection with the primary that has a key.
  ///
  /// - Throws: `PageStoreError`.
  mutating func primary(of key: String) throws(PageStoreError) -> RedisConnection {
    if map == nil, mapTime == nil {
      // The first server that is reached says whether there is a cluster.
      _ = try ask([RESPCommand("CLIENT", "SETNAME", "catchword")], about: nil, patience: RedisNodes.connectionPatience)
    }
    var failure = PageStoreError("there is no server to ask", isAway: true)
    for address in candidates(for: key) {
      if let connection = nodes[address]?.connection { return connection }
      do throws(PageStoreError) {
        try connect(to: address, RedisNodes.connectionPatience)
        if let connection = nodes[address]?.connection { return connection }
      } catch {
        failure = error
        avoid(address)
      }
    }
    throw failure
  }

  /// Ends all connections, and reads the map anew, as something has failed.
  mutating func reset() {
    for address in nodes.keys { nodes[address]?.connection = nil }
    (isMapDoubtful, mapTime, mapPause) = (true, nil, RedisNodes.shortestMapPause)
    readMapInTime()
  }

  // MARK: The map

  /// Reads the map when something was not where it says, or a node has failed, but not often.
  private mutating func readMapInTime() {
    guard let map else { return }
    let isDoubtful = isMapDoubtful || nodes.values.contains { $0.avoidedUntil != nil }
    if let mapTime, .now - mapTime < (isDoubtful ? mapPause : RedisNodes.mapAge) { return }
    let addresses = ordered(map.shards.flatMap(\.nodes) + seeds)
    // Those that are connected answer at once.
    for address in addresses.filter({ nodes[$0]?.connection != nil }) + addresses {
      if nodes[address]?.connection == nil, (try? connect(to: address, connectionPatience(of: address))) == nil {
        continue
      }
      guard let connection = nodes[address]?.connection, readMap(from: address, connection) else { continue }
      mapPause = self.map == map ? min(mapPause * 2, RedisNodes.longestMapPause) : RedisNodes.shortestMapPause
      return
    }
    mapTime = .now
  }

  /// Asks a server for its map.
  ///
  /// - Returns: False when it has none, or does not answer.
  @discardableResult private mutating func readMap(from address: RedisAddress, _ connection: RedisConnection) -> Bool {
    mapTime = .now
    let patience = map == nil ? RedisPageStore.patience : RedisNodes.shortConnectionPatience
    guard let answers = try? connection.ask([RESPCommand("CLUSTER", "SLOTS")], until: .now + patience) else {
      nodes[address]?.connection = nil
      return false
    }
    guard let map = RedisClusterMap(answers[0], from: address) else { return false }
    self.map = map
    isMapDoubtful = false
    return true
  }
}
