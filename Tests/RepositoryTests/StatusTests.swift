import CatchwordRPC
import Foundation
import TestSupport
import TestTraits
import Testing

@testable import CatchwordProgram

/// `catchword status`, as a user runs it.
@Suite(.blocking) struct StatusTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  /// A server as an editor starts it, with a document open in a folder.
  private func server() throws -> ChildProgram {
    let server = try ChildProgram(
      Repository.executable("catchword").path, [], environment: Program.environment(home: home), folder: home.url,
      input: .pipe, output: .pipe)
    let uri = "file://\(home.url.path)"
    for message: JSONValue in [
      [
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": [
          "processId": nil, "rootUri": .string(uri), "clientInfo": ["name": "Some Editor"], "capabilities": [:],
        ],
      ],
      ["jsonrpc": "2.0", "method": "initialized", "params": [:]],
      [
        "jsonrpc": "2.0", "method": "textDocument/didOpen",
        "params": [
          "textDocument": [
            "uri": .string("\(uri)/a.txt"), "languageId": "plaintext", "version": 1, "text": "unmistakable words",
          ]
        ],
      ],
    ] {
      try server.input?.write(
        contentsOf: Data("Content-Length: \(message.json.utf8.count)\r\n\r\n\(message.json)".utf8))
    }
    return server
  }

  private func status(_ arguments: String...) throws -> Program.Outcome {
    try Program.run("catchword", ["status"] + arguments, home: home, directory: home.url)
  }

  /// What the servers that run say, once it is as it should be.
  private func servers(until isRight: ([JSONValue]) -> Bool) throws -> [JSONValue] {
    let deadline = Date().addingTimeInterval(60)
    while Date() < deadline {
      let servers = try JSONValue(parsing: status("--json").output)["servers"]?.arrayValue ?? []
      if isRight(servers) { return servers }
    }
    Issue.record("\(try status().output)")
    return []
  }

  @Test func asksTheServersThatRun() throws {
    try home.write("{\"lsits\": []}", to: "config/catchword/config.json")
    let first = try server()
    let servers = try servers { $0.first?["documents"] == 1 }
    #expect(servers.first?["process"] == .int(Int(first.id)))
    #expect(servers.first?["client"] == "Some Editor")
    #expect(servers.first?["folders"]?[0]?.stringValue?.hasSuffix(home.url.lastPathComponent) == true)
    #expect(servers.first?["problems"]?[0]?.stringValue?.contains("did you mean \"lists\"?") == true)
    #expect(servers.first?["sources"]?.arrayValue?.contains { $0["name"] == "words" } == true)
    let text = try status().output
    for part in [
      "server \(first.id), for Some Editor\n", "  documents   1 open\n", "  words       loaded\n",
      "\nstates\n  idle        nothing needs it", "config.json:1:2: There is no setting \"lsits\"",
    ] {
      #expect(text.contains(part), "\(part.debugDescription) is not in:\n\(text)")
    }
    // Nothing of a document, and for nobody else's eyes.
    let folder = "\(home.url.path)/.local/state/catchword/servers"
    let file = "\(folder)/\(first.id).json"
    #expect(!(try String(contentsOfFile: file, encoding: .utf8)).contains("unmistakable"))
    for (path, mode) in [(folder, 0o700), (file, 0o600)] {
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == mode)
    }
    // What ends takes its file along, and what was killed leaves it to the next who asks.
    let second = try server()
    _ = try self.servers { $0.count == 2 }
    kill(second.id, SIGKILL)
    _ = try second.wait()
    #expect(FileManager.default.fileExists(atPath: "\(folder)/\(second.id).json"))
    try first.input?.close()
    _ = try first.wait()
    #expect(!FileManager.default.fileExists(atPath: file))
    #expect(try status().output.hasPrefix("No server runs."))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }

  @Test(
    arguments: [
      ["client": "a\nserver 4242, for Vim"], ["folders": ["/a\n  memory      1 KiB at most", "/b\r\nc", "/d\re"]],
      ["problems": ["a\u{2028}b\nc"]],
      [
        "sources": [
          [
            "name": "a\nb", "state": "c\nd", "facts": [["name": "e\nf", "value": "g\nh"]], "problems": ["i\nj"],
          ]
        ]
      ],
    ] as [JSONValue])
  func noNameBeginsALine(server: JSONValue) {
    let lines = StatusText.lines(server, processID: 1)
    #expect(!lines.contains { $0.contains(where: \.isNewline) }, "\(lines)")
  }

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
      "  one         idle\n    command    true\n", "  other       idle\n    command    cat x\n",
    ] {
      #expect(outcome.output.contains(part), "\(part.debugDescription) is not in:\n\(outcome.output)")
    }
    let json = try Program.run("catchword", ["status", "--json"], home: home, directory: home.url)
    let sources = try JSONValue(parsing: json.output)["sources"]?.arrayValue ?? []
    #expect(sources.filter { ["one", "other"].contains($0["name"]?.stringValue) }.count == 2)
    #expect(sources.first { $0["name"] == "lists" }?["facts"]?[0]?["value"] == "2 entries")
  }
}
