import CatchwordRPC
import Foundation
import TestSupport
import Testing

/// `catchword status`, as a user runs it.
struct StatusTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  @Test func namesTheSourcesAndWhatTheyHave() throws {
    try home.write("Lisbon\nLima\n", to: "cities.txt")
    try home.write(
      """
      { "lists": ["\(home.url.path)/cities.txt"], "commands": { "targets": { "command": ["true"] } },
        "servers": { "one": { "command": ["true"], "languages": ["c"] },
          "other": { "command": ["cat", "x"], "languages": ["c"] } } }
      """, to: "config/catchword/config.json")
    let outcome = try Program.run("catchword", ["status"], home: home, directory: home.url)
    #expect(outcome.code == 0 && outcome.errors == "", "\(outcome)")
    for part in [
      "  lists       loaded\n    cities     2 entries\n", "  targets     loaded\n",
      "  server      idle\n    one        true\n", "  server      idle\n    other      cat x\n",
    ] {
      #expect(outcome.output.contains(part), "\(part.debugDescription) is not in:\n\(outcome.output)")
    }
    let json = try Program.run("catchword", ["status", "--json"], home: home, directory: home.url)
    let sources = try JSONValue(parsing: json.output)["sources"]?.arrayValue ?? []
    #expect(sources.count { $0["name"] == "server" } == 2)
    #expect(sources.first { $0["name"] == "lists" }?["facts"]?[0]?["value"] == "2 entries")
  }
}
