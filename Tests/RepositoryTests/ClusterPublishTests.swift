import CatchwordShared
import Foundation
import TestSupport
import TestTraits
import Testing

/// Words are published on a cluster whose nodes fail meanwhile.
@Suite(.blocking) struct ClusterPublishTests {
  private let home: TemporaryFolder
  /// How often a node fails; more of them take longer, as another one has to take over each time.
  private static let rounds = ProcessInfo.processInfo.environment["CATCHWORD_FAILOVERS"].flatMap(Int.init) ?? 2

  init() throws { home = try TemporaryFolder() }

  private func run(_ arguments: String...) throws -> Program.Outcome {
    try Program.run("catchword", arguments, home: home)
  }

  /// Whichever primary is killed, and at whatever moment: what the publisher says to have published is there.
  @Test func aPrimaryThatIsKilledWhileWordsArePublishedLosesNone() throws {
    guard let cluster = try RedisCluster(home.url) else { return }
    try home.write(
      #"{"shared": {"acme": {"server": "\#(cluster.address)", "namespaces": ["acme/app"]}}}"#,
      to: "config/catchword/config.json")
    var random = SeededRandom()
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    // So many begin with the same two letters that they are in nearly all buckets.
    let words = (0..<4000).map { number in
      ["aa", "ab", "ba", "bb"][number % 4]
        + String((0..<3 + random.below(5)).map { _ in letters.randomElement(using: &random)! })
    }
    var whileWriting = 0
    for round in 0..<Self.rounds {
      // A few hundred of them are others each time.
      let some = words.enumerated().filter { $0.offset % 20 != round % 20 }.map(\.element)
      try home.write(some.joined(separator: "\n"), to: "words.txt")
      let primaries = try cluster.nodes.filter { try cluster.ask($0.port, "ROLE").hasPrefix("master") }
      #expect(primaries.count == 3, "round \(round)")
      let victim = try #require(primaries.randomElement(using: &random)).server
      let store = RedisPageStore([try RedisAddress(victim.address)])
      let before = try store.commandCount()
      let publisher = try ChildProgram(
        Repository.executable("catchword").path, ["publish", "words.txt", "--to", "acme:acme/app"],
        environment: Program.environment(home: home), folder: home.url, output: .pipe, errors: .output)
      // Behind any of its commands, which the server counts.
      let last = before + 1 + random.below(round % 2 == 0 ? 60 : 300)
      var ours = 0
      while try store.commandCount() - ours < last, publisher.exitCode == nil { ours += 1 }
      if publisher.exitCode == nil { whileWriting += 1 }
      victim.kill()
      let said = String(decoding: try publisher.readToEnd(), as: UTF8.self)
      #expect(try publisher.wait() == 0 && said.hasPrefix("published: "), "round \(round): \(said)")
      // It waits until another one has taken over, should that not have been needed yet.
      let verified = try run("shared", "verify", "acme:acme/app")
      #expect(verified.code == 0, "round \(round): \(verified)")
      let again = try run("publish", "words.txt", "--to", "acme:acme/app")
      #expect(again.output.hasPrefix("nothing has changed: "), "round \(round): \(again)")
      try victim.start()
      try cluster.waitUntilWhole()
      for node in try cluster.nodes.filter({ try cluster.ask($0.port, "ROLE").hasPrefix("master") }) {
        #expect(try cluster.ask(node.port, "WAIT", "1", "60000") == "1\n", "round \(round)")
      }
    }
    // Some may have been done by then, but not many.
    #expect(2 * whileWriting >= Self.rounds, "\(whileWriting) of \(Self.rounds)")
  }
}
