import Foundation
import TestSupport
import TestTraits
import Testing

/// A server with a password that a program of the user prints.
@Suite(.blocking) struct RedisPasswordTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  /// Tests the connection with a program that prints the password.
  private func test(_ server: RedisServer, _ script: String) throws -> (outcome: Program.Outcome, runs: Int) {
    let runs = home.url.appendingPathComponent("runs")
    try Data().write(to: runs)
    let command = ["sh", "-c", "echo >> '\(runs.path)'; \(script)"]
    let settings = try JSONEncoder().encode([
      "shared": ["acme": Settings(server: server.address, passwordCommand: command, namespaces: ["acme/app"])]
    ])
    try settings.write(to: home.url.appendingPathComponent("config/catchword/config.json"))
    return (try Program.run("catchword", ["shared", "test", "acme"], home: home), try Data(contentsOf: runs).count)
  }

  private struct Settings: Encodable {
    let server: String
    let passwordCommand: [String]
    let namespaces: [String]
  }

  @Test func theFirstLineThatAProgramPrintsIsThePassword() throws {
    guard let server = try RedisServer(home.url, ["--requirepass", "secretOfAll"]) else { return }
    try home.write("{}", to: "config/catchword/config.json")
    for script in ["echo secretOfAll; echo more", "printf secretOfAll", #"printf 'secretOfAll\r\n'; exec sleep 600"#] {
      let (test, runs) = try test(server, script)
      // It has been let in, and found nothing.
      #expect(test.errors.contains("nothing is published under that name") && runs == 1, "\(script): \(test)")
    }
    let (wrong, _) = try test(server, "echo secretOfOthers")
    #expect(wrong.code == 69 && wrong.errors.contains("no such user and password: check"), "\(wrong)")
    for script in ["true", "echo; echo secretOfAll", "echo no key >&2; exit 1", #"yes | tr -d '\n'"#] {
      let (none, _) = try test(server, script)
      #expect(none.code == 69 && none.errors.contains("\"passwordCommand\" prints no password"), "\(none)")
      #expect(none.errors.contains("no key") == script.contains("no key"), "\(none)")
      #expect(!"\(none)".contains("secretOfAll"))
    }
  }
}
