package import Foundation
import TestSupport

/// A cluster of three primaries, of which each has a replica, at ports of this machine.
package final class RedisCluster {
  /// The nodes: first those that are primaries in the beginning.
  package let nodes: [(server: RedisServer, port: Int)]

  /// Some of the nodes, as users name them: two that are primaries in the beginning.
  package var address: String { nodes[1...2].map { "redis://127.0.0.1:\($0.port)" }.joined(separator: ",") }

  /// Starts a cluster, and waits until all of it answers.
  ///
  /// - Parameter folder: The folder for those of the nodes.
  /// - Returns: Nil when no server is installed, and the test is to be skipped.
  /// - Throws: In continuous integration, where nothing may be skipped.
  package init?(_ folder: URL) throws {
    guard try requiredPrograms(["redis-cli"]) != nil else { return nil }
    var nodes: [(server: RedisServer, port: Int)] = []
    for number in 0..<6 {
      guard let node = try RedisCluster.node(folder.appending(path: "node\(number)")) else { return nil }
      nodes.append(node)
    }
    self.nodes = nodes
    let addresses = nodes.map { "127.0.0.1:\($0.port)" }
    let said = try RedisCluster.cli(
      ["--cluster", "create"] + addresses + ["--cluster-replicas", "1", "--cluster-yes"])
    guard said.contains("[OK] All 16384 slots covered.") else { throw RedisServer.Failure(description: said) }
    try waitUntilWhole()
    for node in nodes.prefix(3) {
      // Each has its replica once that knows what it has.
      guard try ask(node.port, "WAIT", "1", "60000").hasPrefix("1") else {
        throw RedisServer.Failure(description: "a replica does not follow")
      }
    }
  }

  /// Waits until each node knows all others, and all slots are served.
  package func waitUntilWhole() throws {
    let end = Date.now + 60
    while try !nodes.allSatisfy({ try isWhole($0.port) }) {
      guard .now < end else { throw RedisServer.Failure(description: "the nodes do not find each other") }
    }
  }

  private func isWhole(_ port: Int) throws -> Bool {
    let slots = try ask(port, "CLUSTER", "SLOTS").components(separatedBy: "127.0.0.1").count - 1
    return try slots == nodes.count && ask(port, "CLUSTER", "INFO").contains("cluster_state:ok")
  }

  private static func node(_ folder: URL) throws -> (server: RedisServer, port: Int)? {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try RedisServer.atSomePort(folder) { port in
      [
        "--port", "\(port)", "--bind", "127.0.0.1", "--cluster-enabled", "yes", "--cluster-config-file", "nodes.conf",
        "--cluster-port", "\(port + 10_000)", "--cluster-node-timeout", "2000", "--cluster-announce-hostname",
        "localhost", "--cluster-require-full-coverage", "no", "--cluster-allow-reads-when-down", "yes",
        "--repl-diskless-sync-delay", "0",
      ]
    }
  }

  /// Sends a command to a node.
  ///
  /// - Returns: What it answers, as `redis-cli` prints it.
  package func ask(_ port: Int, _ command: String...) throws -> String {
    try RedisCluster.cli(["-p", "\(port)"] + command)
  }

  private static func cli(_ arguments: [String]) throws -> String {
    let program = try ChildProgram(
      Repository.find("redis-cli") ?? "redis-cli", arguments, output: .pipe, errors: .output)
    return String(decoding: try program.readToEnd(), as: UTF8.self)
  }
}
