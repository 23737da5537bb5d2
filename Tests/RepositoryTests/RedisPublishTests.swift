import Foundation
import TestSupport
import TestTraits
import Testing

@testable import CatchwordShared

/// Words that one publishes on a server and another has in the menu, as both meet it in a shell.
@Suite(.serialized, .blocking) struct RedisPublishTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func run(_ arguments: String...) throws -> Program.Outcome {
    try Program.run("catchword", arguments, home: home)
  }

  /// Starts a server, and names it in the settings.
  private func server() throws -> RedisServer? {
    guard let server = try RedisServer(home.url) else { return nil }
    try home.write(
      #"{"shared": {"acme": {"server": "\#(server.address)", "namespaces": ["acme/app"]}}}"#,
      to: "config/catchword/config.json")
    try home.write("let a = kes\n", to: "a.swift")
    return server
  }

  @Test func whatOnePublishesAnotherHas() throws {
    guard let server = try server() else { return }
    try home.write("kestrelCount\nkestrel\t7\n", to: "birds.txt")
    #expect(try run("publish", "birds.txt", "--to", "acme:acme/app").output == "published: 2 words as acme:acme/app\n")
    #expect(try run("publish", "birds.txt", "--to", "acme:acme/app").output.hasPrefix("nothing has changed: "))
    let menu = try run("complete", "a.swift:1:12")
    #expect(menu.output == "kestrel       acme\nkestrelCount  acme\n", "\(menu)")
    let test = try run("shared", "test", "acme")
    #expect(test.code == 0 && test.output.contains("acme/app: 2 words, published "), "\(test)")
    #expect(try run("shared", "verify", "acme:acme/app").output == "acme/app: all pages are as they were published\n")
    #expect(try run("unpublish", "acme:acme/app").output == "removed: acme:acme/app\n")
    #expect(try run("complete", "a.swift:1:12").output == "")
    let gone = try run("shared", "test", "acme")
    #expect(gone.code == 69 && gone.errors.contains("acme/app: nothing is published under that name"), "\(gone)")
    server.kill()
    let away = try run("shared", "test", "acme")
    #expect(away.code == 69 && away.errors.contains("is a server running there?"), "\(away)")
    let publish = try run("publish", "birds.txt", "--to", "acme:acme/app")
    #expect(publish.code == 74 && publish.errors.contains("is a server running there?"), "\(publish)")
  }

  /// At whatever moment a publisher is killed, the next one makes everything as it should be.
  ///
  /// Most of the time is that for which the next one waits for the lease of the killed one, so some servers are tried at once.
  @Test func aKilledPublisherIsResumedByAnother() async throws {
    let killed = try await withThrowingTaskGroup { group in
      for part in 0..<4 { group.addTask { try RedisPublishTests.killPublishers(rounds: (part * 5)..<(part * 5 + 5)) } }
      return try await group.reduce(into: 0) { $0 += $1 ?? 10 }
    }
    // Some may have been done by then, but not many.
    #expect(killed >= 10, "\(killed) of 20")
  }

  /// - Returns: The number of publishers that were killed before they were done; nil without a server.
  private static func killPublishers(rounds: Range<Int>) throws -> Int? {
    let tests = try RedisPublishTests()
    let home = tests.home
    guard let server = try tests.server() else { return nil }
    let store = RedisPageStore([try RedisAddress(server.address)])
    var random = SeededRandom()
    // So many begin with the same two letters that they are in nearly all buckets.
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    let words = (0..<4000).map { number in
      ["aa", "ab", "ba", "bb"][number % 4] + String((0..<3 + random.below(5)).map { _ in letters[random.below(26)] })
    }
    var killed = 0
    for round in rounds {
      // A few thousand of them are others each time.
      let some = words.enumerated().filter { $0.offset % 20 != round }.map(\.element)
      try home.write(some.joined(separator: "\n"), to: "words.txt")
      let before = try store.commandCount()
      let publisher = try ChildProgram(
        Repository.executable("catchword").path, ["publish", "words.txt", "--to", "acme:acme/app"],
        environment: Program.environment(home: home), folder: home.url)
      // Behind any of its commands, which the server counts.
      let last = before + 1 + random.below(round % 2 == 0 ? 80 : 600)
      var ours = 0
      while try store.commandCount() - ours < last, publisher.exitCode == nil { ours += 1 }
      if publisher.exitCode == nil { killed += 1 }
      publisher.end()
      let again = try tests.run("publish", "words.txt", "--to", "acme:acme/app")
      #expect(again.code == 0, "\(again)")
      let verified = try tests.run("shared", "verify", "acme:acme/app")
      #expect(verified.code == 0, "\(verified)")
      // Nor is anything left of what was not finished.
      #expect(try store.ask([RESPCommand("KEYS", "*:new:*")])[0] == .array([]))
      #expect(try tests.run("publish", "words.txt", "--to", "acme:acme/app").output.hasPrefix("nothing has changed: "))
    }
    return killed
  }
}

extension RedisPageStore {
  /// Returns the number of commands that the server has got, that for this included.
  func commandCount() throws -> Int {
    guard case .bytes(let bytes?) = try ask([RESPCommand("INFO", "stats")])[0] else { return 0 }
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    let name = "total_commands_processed:"
    return try #require(lines.first { $0.hasPrefix(name) }.flatMap { Int($0.dropFirst(name.count)) })
  }
}
