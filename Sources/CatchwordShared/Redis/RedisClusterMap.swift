/// Which nodes of a cluster have which slots, as one of them says.
struct RedisClusterMap: Equatable {
  /// Slots that the same nodes have.
  struct Shard: Equatable {
    let slots: ClosedRange<Int>
    /// The primary first, then its replicas.
    let nodes: [RedisAddress]
  }

  /// The maximum number of nodes that have the same slots; others are left out.
  private static let maximumReplicas = 16
  /// The maximum number of nodes: more than any cluster should have.
  private static let maximumNodes = 1000

  let shards: [Shard]
  /// All nodes, and those of them that take what is written.
  let nodes: [RedisAddress]
  let primaries: Set<RedisAddress>

  /// Reads the answer to `CLUSTER SLOTS`.
  ///
  /// - Parameter asked: The node that has answered; it may leave out its own name, and does not say whether it encrypts.
  /// - Returns: Nil when this is no such answer, no node has any slot, or there are too many nodes.
  init?(_ answer: RESPValue, from asked: RedisAddress) {
    guard case .array(let entries?) = answer, entries.count <= RedisSlot.count else { return nil }
    var shards: [Shard] = []
    for entry in entries {
      guard case .array(let parts?) = entry, parts.count >= 3, case .integer(let first) = parts[0],
        case .integer(let last) = parts[1], 0 <= first, first <= last, last < RedisSlot.count
      else { return nil }
      // Without its primary, there is nobody who has the newest state.
      guard let primary = RedisClusterMap.address(parts[2], asked) else { continue }
      let replicas = parts.dropFirst(3).prefix(RedisClusterMap.maximumReplicas)
      shards.append(
        Shard(slots: first...last, nodes: [primary] + replicas.compactMap { RedisClusterMap.address($0, asked) }))
    }
    var isKnown: Set<RedisAddress> = []
    nodes = shards.flatMap(\.nodes).filter { isKnown.insert($0).inserted }
    primaries = Set(shards.map { $0.nodes[0] })
    guard !shards.isEmpty, nodes.count <= RedisClusterMap.maximumNodes else { return nil }
    self.shards = shards
  }

  private static func address(_ node: RESPValue, _ asked: RedisAddress) -> RedisAddress? {
    guard case .array(let parts?) = node, parts.count >= 2, case .integer(let port) = parts[1] else { return nil }
    switch parts[0] {
    case .bytes(let name?): return asked.node(String(decoding: name, as: UTF8.self), port: port)
    case .bytes(nil): return asked.node("", port: port)
    default: return nil
    }
  }

  /// The nodes that have a slot, the primary first.
  func nodes(of slot: Int) -> [RedisAddress] { shards.first { $0.slots.contains(slot) }?.nodes ?? [] }
}

extension RedisAddress {
  /// Returns the address of a node that this server has named; nil where that is none.
  ///
  /// What goes to a server of this machine, which may be the end of a tunnel, does not go to another one without encryption.
  ///
  /// - Parameters:
  ///   - host: Its name or address; empty when it is that of this server.
  ///   - port: Its port.
  func node(_ host: String, port: Int) -> RedisAddress? {
    guard let port = UInt16(exactly: port), port > 0 else { return nil }
    let own: String? = if case .host(let own, _, _) = self { own } else { nil }
    let isSecure = if case .host(_, _, isSecure: true) = self { true } else { false }
    let name = host.isEmpty ? own ?? "127.0.0.1" : host
    // A program may be told the name, and is not to take it for one of its options.
    let isPossible = name.utf8.allSatisfy {
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
        || ".:-_".utf8.contains($0)
    }
    guard isPossible, name.utf8.count <= 255, !name.hasPrefix("-") else { return nil }
    let node = RedisAddress.host(name, port: port, isSecure: isSecure)
    return isSecure || !isLocal || node.isLocal ? node : nil
  }

  /// True for a server of this machine.
  private var isLocal: Bool {
    switch self {
    case .socket: true
    case .host(let name, _, _): ["localhost", "::1"].contains(name) || name.hasPrefix("127.")
    }
  }
}

/// Where else a question is to be asked, as a node of a cluster says.
struct RedisRedirection: Equatable {
  let address: RedisAddress
  /// True when only this question is to be asked there: the slot is just moving.
  let isOnce: Bool

  /// Reads a refusal, such as `MOVED 3999 10.0.0.7:6381`.
  ///
  /// - Parameter asked: The node that refuses.
  /// - Returns: Nil for any other refusal.
  init?(_ reason: String, from asked: RedisAddress) {
    let words = reason.split(separator: " ")
    guard words.count == 3, words[0] == "MOVED" || words[0] == "ASK", let colon = words[2].lastIndex(of: ":"),
      let port = Int(words[2][words[2].index(after: colon)...]),
      let address = asked.node(String(words[2][..<colon]), port: port)
    else { return nil }
    (self.address, isOnce) = (address, words[0] == "ASK")
  }
}
