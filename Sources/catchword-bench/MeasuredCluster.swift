import CatchwordShared
import CatchwordTranscript
import Foundation

/// A cluster of three primaries, of which each has a replica, at ports of this machine.
final class MeasuredCluster {
  /// A node, which ends with this process, whatever becomes of that.
  struct Node {
    let id: Int
    let port: Int
    /// The process that ends it when its own input ends.
    fileprivate let guardian: ChildProcess

    /// True until it has been ended.
    var isThere: Bool { guardian.waitForExit(.zero) == nil }

    /// Ends it at once, as a machine that fails does.
    func kill() {
      guardian.closeInput()
      _ = guardian.waitForExit(.seconds(5))
    }
  }

  /// The nodes: first those that are primaries in the beginning.
  private(set) var nodes: [Node] = []
  private static let (primaries, slots) = (3, 16_384)

  /// What the guardian of a node does.
  private static let script = #""$@" & node=$!; read -r _; kill -9 $node"#

  /// The time for the nodes to find each other.
  private static let patience = Duration.seconds(60)

  /// The addresses of the primaries.
  var addresses: [RedisAddress] {
    nodes.prefix(MeasuredCluster.primaries).map { MeasuredCluster.address($0.port) }
  }

  /// The same, as users name them.
  var address: String {
    nodes.prefix(MeasuredCluster.primaries).map { "redis://127.0.0.1:\($0.port)" }.joined(separator: ",")
  }

  /// Starts a cluster, and waits until all of it answers.
  ///
  /// - Parameters:
  ///   - command: The server, such as `redis-server`.
  ///   - folder: The folder for those of the nodes.
  init(_ command: [String], _ folder: URL) throws {
    for number in 0..<(2 * MeasuredCluster.primaries) {
      let own = folder.appendingPathComponent("node\(number)")
      try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
      nodes.append(try MeasuredCluster.node(command, own.path))
    }
    let ports = nodes.map(\.port)
    for (number, port) in ports.enumerated() {
      try MeasuredCluster.tell(port, ["CLUSTER", "SET-CONFIG-EPOCH", "\(number + 1)"])
      if number > 0 { try MeasuredCluster.tell(ports[0], ["CLUSTER", "MEET", "127.0.0.1", "\(port)"]) }
    }
    for (number, port) in ports.prefix(MeasuredCluster.primaries).enumerated() {
      let bounds = [number, number + 1].map { $0 * MeasuredCluster.slots / MeasuredCluster.primaries }
      try MeasuredCluster.tell(port, ["CLUSTER", "ADDSLOTS"] + (bounds[0]..<bounds[1]).map(String.init))
    }
    try wait {
      try ports.allSatisfy { try MeasuredCluster.answer($0, ["CLUSTER", "INFO"]).contains("cluster_known_nodes:6") }
    }
    for (number, port) in ports.suffix(MeasuredCluster.primaries).enumerated() {
      let id =
        try MeasuredCluster.answer(ports[number], ["CLUSTER", "MYID"]).split(separator: "\r\n").last.map(String.init)
        ?? ""
      // A node that has only just been met is not known to all.
      try wait { try MeasuredCluster.answer(port, ["CLUSTER", "REPLICATE", id]).hasPrefix("+OK") }
    }
    try wait {
      try ports.allSatisfy { port in
        let hasAll =
          try MeasuredCluster.answer(port, ["CLUSTER", "SLOTS"]).components(separatedBy: "127.0.0.1").count
          > ports.count
        return try hasAll && MeasuredCluster.answer(port, ["CLUSTER", "INFO"]).contains("cluster_state:ok")
      }
    }
  }

  deinit { for node in nodes { node.kill() } }

  /// Waits until each replica has what its primary has.
  func waitForReplicas() throws {
    let ports = nodes.prefix(MeasuredCluster.primaries).map(\.port)
    try wait { try ports.allSatisfy { try MeasuredCluster.answer($0, ["WAIT", "1", "1000"]).hasPrefix(":1") } }
  }

  private static func address(_ port: Int) -> RedisAddress { .host("127.0.0.1", port: UInt16(port)) }

  private static func node(_ command: [String], _ folder: String) throws -> Node {
    for _ in 0..<attempts {
      let port = Int.random(in: 20_000...30_000)
      let settings = [
        "--port", "\(port)", "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "no",
        "--cluster-enabled", "yes", "--cluster-config-file", "nodes.conf", "--cluster-port", "\(port + 10_000)",
        "--cluster-node-timeout", "2000", "--cluster-require-full-coverage", "no", "--cluster-allow-reads-when-down",
        "yes", "--repl-diskless-sync-delay", "0", "--logfile", "\(folder)/log",
      ]
      let guardian = try ChildProcess(["sh", "-c", script, "sh"] + command + settings)
      let deadline = ContinuousClock.now + .seconds(3)
      while .now < deadline {
        Thread.sleep(forTimeInterval: 0.01)
        // Somebody else may have the port.
        guard let own = try? answer(port, ["CONFIG", "GET", "dir"]), own.contains(folder),
          let facts = try? answer(port, ["INFO", "server"]),
          let id = facts.split(separator: "\r\n").first(where: { $0.hasPrefix("process_id:") })?.split(separator: ":")
            .last
        else { continue }
        return Node(id: Int(id) ?? 0, port: port, guardian: guardian)
      }
      guardian.closeInput()
    }
    throw PageStoreError("\(command[0]) does not start as a node of a cluster; is it a server like redis-server?")
  }

  /// The number of ports that are tried for a node.
  private static let attempts = 3

  /// Sends a command to a node, and returns what comes of its answer at once.
  private static func answer(_ port: Int, _ command: [String]) throws -> String {
    var wire = try SharedBenchmark.Wire(address(port))
    return String(decoding: try wire.ask(command), as: UTF8.self)
  }

  private static func tell(_ port: Int, _ command: [String]) throws {
    let answer = try answer(port, command)
    guard answer.hasPrefix("+OK") else { throw PageStoreError("the cluster cannot be made: \(answer)") }
  }

  private func wait(until isSo: () throws -> Bool) throws {
    let end = ContinuousClock.now + MeasuredCluster.patience
    while try !isSo() {
      guard .now < end else { throw PageStoreError("the nodes of the cluster do not find each other") }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }
}
