/// The connections with a server, or with the nodes of a cluster. One thread uses them at a time.
///
/// A cluster is found by itself: a server that is reached for the first time is asked for its map. Commands about a key go to
/// the node that has it. What only reads goes on to a replica when the primary does not answer within its usual time; a node
/// that has failed is left alone for a while, and the map is read anew from another.
struct RedisNodes {
  /// A node that was reached, or that could not be.
  struct Node {
    var connection: RedisConnection?
    /// The longest time that it has lately taken to answer a small question.
    var pace = Duration.zero
    /// The time that the last connection took.
    var connecting = Duration.zero
    /// The time until which it is asked last of all, as it has failed.
    var avoidedUntil: ContinuousClock.Instant?
    /// The time for which it is avoided when it fails again.
    var pause = RedisNodes.shortestPause
    /// True when it does not answer the question for a map, and is not asked that again.
    var hasNoMap = false
  }

  /// The time for which a connection is waited for, which may go through other machines.
  static let connectionPatience = Duration.seconds(5)
  /// The least and the most time for one, where another node can answer.
  private static let (leastConnectionPatience, mostConnectionPatience) = (
    Duration.milliseconds(100), Duration.seconds(2)
  )
  /// The least time for which a node is waited for where another one can answer.
  static let leastPatience = Duration.milliseconds(8)
  /// The time for which a node that has failed is avoided: the shortest, which doubles, and the longest.
  static let (shortestPause, longestPause) = (Duration.seconds(2), Duration.seconds(30))
  /// The least time between two readings of the map, which doubles while it stays the same, and the most.
  private static let (shortestMapPause, longestMapPause) = (Duration.seconds(1), Duration.seconds(30))
  /// The age from which on it is read anew in any case: there may be new replicas.
  private static let mapAge = Duration.seconds(60)
  /// The maximum number of nodes that are asked for it at a time.
  private static let mapAttempts = 3

  let user: RedisUser
  private let openChannel: RedisPageStore.Connect
  private let seeds: [RedisAddress]
  private let readsReplicas: Bool
  /// The time for which an answer is waited for that is to come at once.
  let promptPatience: Duration
  var nodes: [RedisAddress: Node] = [:]
  private(set) var map: RedisClusterMap?
  /// The time when the map was last asked for; nil before.
  private var mapTime: ContinuousClock.Instant?
  private var mapPause = RedisNodes.shortestMapPause
  /// True when something was not where the map says.
  private(set) var isMapDoubtful = false

  /// Prepares connections; they are made when they are needed.
  ///
  /// - Parameters:
  ///   - seeds: The servers of which one is asked first.
  ///   - readsReplicas: True to ask replicas when a primary does not answer.
  ///   - promptPatience: The time for which an answer is waited for that is to come at once.
  init(
    _ seeds: [RedisAddress], user: RedisUser, readsReplicas: Bool, promptPatience: Duration = .zero,
    connect: @escaping RedisPageStore.Connect
  ) {
    self.promptPatience = promptPatience
    (self.seeds, self.user, self.readsReplicas, openChannel) = (seeds, user, readsReplicas, connect)
  }

  /// True once a server has said that it is a node of a cluster.
  var isCluster: Bool { map != nil }

  /// The numbers of primaries and of replicas; nil without a cluster.
  var clusterSize: (primaries: Int, replicas: Int)? {
    map.map { ($0.primaries.count, $0.nodes.count - $0.primaries.count) }
  }

  static let nobody = PageStoreError("there is no server to ask", isAway: true)

  // MARK: Choosing

  /// The nodes that can answer questions about a key, in the order in which they are asked.
  func candidates(for key: String?) -> [RedisAddress] {
    guard let map, let key else { return ordered(connectedFirst(map.map { seeds + $0.nodes } ?? seeds)) }
    let nodes = map.nodes(of: RedisSlot.slot(of: key))
    // One that has all slots is asked where it was found: its own name for itself may be of use within its network only.
    let alone = map.primaries.count == 1 ? connectedFirst(seeds) : []
    if readsReplicas { return ordered(nodes.isEmpty ? connectedFirst(seeds) : alone + nodes) }
    return ordered(nodes.prefix(1) + alone)
  }

  /// The same addresses, each once, those that have failed lately behind the others.
  private func ordered(_ addresses: [RedisAddress]) -> [RedisAddress] {
    let now = ContinuousClock.now
    var isKnown: Set<RedisAddress> = []
    let unique = addresses.filter { isKnown.insert($0).inserted }
    let isAvoided = unique.map { nodes[$0]?.avoidedUntil.map { $0 > now } ?? false }
    return zip(unique, isAvoided).filter { !$1 }.map(\.0) + zip(unique, isAvoided).filter { $1 }.map(\.0)
  }

  /// Who has been reached once stays the one that is asked.
  private func connectedFirst(_ addresses: [RedisAddress]) -> [RedisAddress] {
    addresses.filter { nodes[$0]?.connection != nil } + addresses.filter { nodes[$0]?.connection == nil }
  }

  mutating func avoid(_ address: RedisAddress) {
    var node = nodes[address] ?? Node()
    // A refusal is an answer.
    if node.connection?.isUsable != true { node.connection = nil }
    node.avoidedUntil = .now + node.pause
    node.pause = min(node.pause * 2, RedisNodes.longestPause)
    nodes[address] = node
    isMapDoubtful = true
  }

  // MARK: Connecting

  /// Ends all connections; what is known of the nodes stays.
  mutating func disconnect() { for address in nodes.keys { nodes[address]?.connection = nil } }

  /// The time for which a connection is waited for where another node can answer: the more, the longer others took.
  ///
  /// One that has failed, and has not answered since, is waited for no longer than an answer is.
  func connectionPatience(of address: RedisAddress) -> Duration {
    let longest = nodes.values.map(\.connecting).max() ?? .zero
    let hasFailed = nodes[address]?.avoidedUntil != nil && longest > .zero
    let least = hasFailed ? RedisNodes.leastPatience : RedisNodes.leastConnectionPatience
    return min(max(longest * 3, least), RedisNodes.mostConnectionPatience)
  }

  /// Connects with a node.
  ///
  /// - Throws: `PageStoreError`.
  mutating func connect(
    to address: RedisAddress, until deadline: ContinuousClock.Instant
  ) throws(PageStoreError) -> RedisConnection {
    let begin = ContinuousClock.now
    let connection = try open(address, until: deadline)
    var node = nodes[address] ?? Node()
    (node.connection, node.connecting) = (connection, .now - begin)
    nodes[address] = node
    // Until a map is known, a server may be alone.
    guard map == nil, !node.hasNoMap, !readMap(from: address, connection, until: deadline), !connection.isUsable else {
      return connection
    }
    // Whatever stands before the server does not know the question.
    nodes[address]?.hasNoMap = true
    let other = try open(address, until: max(deadline, .now + RedisNodes.leastConnectionPatience))
    nodes[address]?.connection = other
    return other
  }

  /// The connection that there is, or a new one.
  private mutating func connection(
    with address: RedisAddress, until deadline: ContinuousClock.Instant
  ) throws(PageStoreError) -> RedisConnection {
    if let known = nodes[address]?.connection { return known }
    return try connect(to: address, until: deadline)
  }

  private func open(
    _ address: RedisAddress, until deadline: ContinuousClock.Instant
  ) throws(PageStoreError) -> RedisConnection {
    try RedisConnection(user, until: deadline, isReader: readsReplicas) {
      [openChannel] deadline throws(PageStoreError) in
      try openChannel(address, deadline)
    }
  }

  /// Returns the connection with the primary that has a key.
  ///
  /// - Throws: `PageStoreError`.
  mutating func primary(of key: String) throws(PageStoreError) -> RedisConnection {
    try user.prepare()
    var failure = RedisNodes.nobody
    // The first server that is reached may say that another one has the key.
    for _ in 0..<2 {
      let old = map
      for address in candidates(for: key) {
        do throws(PageStoreError) {
          let connection = try connection(with: address, until: .now + RedisNodes.connectionPatience)
          if map == old { return connection }
          break
        } catch {
          failure = error
          avoid(address)
        }
      }
    }
    throw failure
  }

  /// Ends all connections, and reads the map anew, as something has failed.
  mutating func reset() {
    for address in nodes.keys { nodes[address]?.connection = nil }
    (isMapDoubtful, mapTime, mapPause) = (true, nil, RedisNodes.shortestMapPause)
    readMapInTime(until: .now + RedisNodes.connectionPatience)
  }

  // MARK: The map

  /// Notes that a node has led elsewhere.
  mutating func didMove(_ address: RedisAddress, until end: ContinuousClock.Instant) {
    isMapDoubtful = true
    guard map == nil, let connection = nodes[address]?.connection else { return }
    nodes[address]?.hasNoMap = false
    if !readMap(from: address, connection, until: min(end, .now + RedisPageStore.patience)), !connection.isUsable {
      nodes[address]?.connection = nil
    }
  }

  /// Reads the map when something was not where it says, or a node has failed, but not often.
  mutating func readMapInTime(until end: ContinuousClock.Instant) {
    guard let map else { return }
    let isDoubtful = isMapDoubtful || nodes.values.contains { $0.avoidedUntil != nil }
    if let mapTime, .now - mapTime < (isDoubtful ? mapPause : RedisNodes.mapAge) { return }
    mapTime = .now
    // Those that are connected answer at once.
    for address in ordered(connectedFirst(map.nodes + seeds)).prefix(RedisNodes.mapAttempts) where .now < end {
      do throws(PageStoreError) {
        let deadline = min(end, .now + connectionPatience(of: address))
        let connection = try connection(with: address, until: deadline)
        if readMap(from: address, connection, until: min(end, .now + RedisNodes.leastConnectionPatience)) {
          mapPause = self.map == map ? min(mapPause * 2, RedisNodes.longestMapPause) : RedisNodes.shortestMapPause
          return
        }
        nodes[address]?.connection = nil
      } catch {
        avoid(address)
      }
    }
    mapPause = min(mapPause * 2, RedisNodes.longestMapPause)
  }

  /// Asks a server for its map.
  ///
  /// - Returns: False when it has none, or does not answer.
  private mutating func readMap(
    from address: RedisAddress, _ connection: RedisConnection, until deadline: ContinuousClock.Instant
  ) -> Bool {
    mapTime = .now
    guard let answers = try? connection.ask([RESPCommand("CLUSTER", "SLOTS")], until: deadline),
      let map = RedisClusterMap(answers[0], from: address)
    else { return false }
    self.map = map
    isMapDoubtful = false
    // Nodes that have left are forgotten.
    let all = Set(map.nodes).union(seeds)
    nodes = nodes.filter { all.contains($0.key) }
    return true
  }
}
