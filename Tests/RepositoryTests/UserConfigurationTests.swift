import CatchwordRPC
import CatchwordTranscript
import Foundation
import TestSupport
import TestTraits
import Testing

/// The user's `config.json` while the server runs.
@Suite(.blocking) struct UserConfigurationTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  /// A new project knows the words of those beside it, behind its own.
  @Test func furtherFoldersAreKnownInANewOne() throws {
    try home.write(#"{"prediction": {"folders": ["~/src", "~/missing"]}}"#, to: "config/catchword/config.json")
    try home.write("", to: "src/new/.git/HEAD")
    try home.write("hermitage\n", to: "src/new/b.txt")
    try home.write("hermi", to: "src/new/a.txt")
    try home.write(String(repeating: "hermit_crab\n", count: 9), to: "src/other/c.txt")
    let outcome = try Program.run("catchword", ["complete", "src/new/a.txt:1"], home: home, directory: home.url)
    let words = outcome.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    #expect(words == ["hermitage", "hermit_crab"], "\(outcome)")
    let status = try Program.run("catchword", ["status"], home: home, directory: home.url)
    #expect(status.output.contains("\(home.url.path)/src"), "\(status)")
  }

  /// It is read again when the editor says that it has changed, and not for other files.
  @Test func isReadAgainWhenItIsNamed() async throws {
    let path = "config/catchword/config.json"
    try home.write("heron\n", to: "one.txt")
    try home.write("hermit\n", to: "two.txt")
    try home.write(#"{"budget": 10000, "lists": ["\#(home.url.path)/one.txt"]}"#, to: path)
    let peer = try ProcessPeer(
      [Repository.executable("catchword").path], environment: Program.environment(home: home),
      slowdown: SlowClock.slowdown)
    send(["id": 1, "method": "initialize", "params": ["capabilities": [:]]], to: peer)
    send(
      [
        "method": "textDocument/didOpen",
        "params": ["textDocument": ["uri": "a", "languageId": "c", "version": 1, "text": "he"]],
      ], to: peer)
    // A list waits 200 ms for settings that are being read, which a busy machine may need for that.
    var id = 10
    let isOffered = { (words: [String]) in
      id += 1
      return labels(peer, id: id) == words
    }
    try await Breather.wait(for: "the list") { isOffered(["heron"]) }
    try home.write(#"{"budget": 60000, "lists": ["\#(home.url.path)/two.txt"]}"#, to: path)
    tell(peer, "one.txt")
    #expect(labels(peer, id: 3) == ["heron"])
    tell(peer, path)
    try await Breather.wait(for: "the new list") { isOffered(["hermit"]) }
    // Editors that watch no files only say what they save.
    try home.write(#"{"budget": 50000, "lists": ["\#(home.url.path)/one.txt"]}"#, to: path)
    save(peer, "two.txt")
    #expect(labels(peer, id: 5) == ["hermit"])
    save(peer, path)
    try await Breather.wait(for: "the first list") { isOffered(["heron"]) }
  }

  /// Whether what is accepted may be kept is not known when the file cannot be read that says so.
  @Test(
    arguments: [
      ("config/catchword/config.json", "{\"learning\": false \"budget\": 10000}", false),
      (".catchword.json", "{\"learning\": false,, }", false), (".catchword.json", "{}", true),
    ] as [(String, String, Bool)])
  func nothingIsKeptUntilTheSettingsAreRead(path: String, text: String, isKept: Bool) throws {
    try home.write(text, to: path)
    let peer = try ProcessPeer(
      [Repository.executable("catchword").path], environment: Program.environment(home: home),
      slowdown: SlowClock.slowdown)
    let root = "file://\(home.url.path)"
    send(["id": 1, "method": "initialize", "params": ["capabilities": [:], "rootUri": .string(root)]], to: peer)
    send(["method": "initialized", "params": [:]], to: peer)
    send(
      [
        "method": "textDocument/didOpen",
        "params": ["textDocument": ["uri": "a", "languageId": "c", "version": 1, "text": "\nheron heron"]],
      ], to: peer)
    for (version, text) in ["he", "heron", "heron "].enumerated() {
      send(
        [
          "method": "textDocument/didChange",
          "params": [
            "textDocument": ["uri": "a", "version": .int(version + 2)],
            "contentChanges": [["text": .string("\(text)\nheron heron")]],
          ],
        ], to: peer)
      if version == 0 { #expect(labels(peer, id: 2) == ["heron"]) }
    }
    send(["id": 3, "method": "shutdown"], to: peer)
    send(["method": "exit"], to: peer)
    #expect(peer.exitCode() == 0)
    #expect((home.read(".local/state/catchword/accepted")?.contains("heron") == true) == isKept)
  }

  /// A path in it would be that of another folder, which nobody has named.
  @Test func aHomeThatIsNotTextIsSaidAndLeftAlone() throws {
    let catchword = Repository.executable("catchword").path
    let script =
      "cd '\(home.url.path)' && unset XDG_CONFIG_HOME XDG_CACHE_HOME XDG_STATE_HOME; "
      + "HOME=$(printf '%s/h\\377' '\(home.url.path)') && export HOME && mkdir \"$HOME\" && '\(catchword)' status; ls -A"
    let errors = try home.write("", to: "errors")
    let output = try home.write("", to: "output")
    let program = try ChildProgram(
      "/bin/sh", ["-c", script], environment: Program.environment(home: home), folder: home.url,
      input: .file("/dev/null"), output: .file(output), errors: .file(errors))
    #expect(try program.wait() == 0)
    #expect(home.read("errors")?.contains("HOME is not UTF-8") == true)
    // Only what was there before, and no folder of a name that is like it.
    #expect(home.read("output")?.contains("\u{FFFD}\u{FFFD}") != true)
    #expect(FileManager.default.subpaths(atPath: home.url.path)?.contains { $0.contains("catchword/") } == false)
  }

  /// Neither the folder by default nor any other stands for it.
  @Test(
    arguments: [
      ("XDG_STATE_HOME", "ban teh", 66), ("XDG_STATE_HOME", "forget teh", 66), ("XDG_STATE_HOME", "check", 1),
      ("XDG_CONFIG_HOME", "check", 1), ("XDG_CACHE_HOME", "check", 1),
    ] as [(String, String, Int32)])
  func noFolderStandsForOneThatIsNotText(_ variable: String, _ command: String, _ code: Int32) throws {
    // A mistake that is only seen when it is read.
    try home.write("{\"lsits\": []}", to: ".config/catchword/config.json")
    try home.write("{}", to: "config/catchword/config.json")
    let before = FileManager.default.subpaths(atPath: home.url.path)?.sorted()
    let outputs = try TemporaryFolder()
    let (output, errors) = (outputs.url.path + "/output", outputs.url.path + "/errors")
    let script =
      "cd '\(home.url.path)'; \(variable)=$(printf '/x/s\\377') && export \(variable) && exec "
      + "'\(Repository.executable("catchword").path)' \(command)"
    let program = try ChildProgram(
      "/bin/sh", ["-c", script], environment: Program.environment(home: home), folder: home.url,
      input: .file("/dev/null"), output: .file(output), errors: .file(errors))
    #expect(try program.wait() == code)
    let said = (outputs.read("output") ?? "") + (outputs.read("errors") ?? "")
    #expect(said.contains("\(variable) is not UTF-8"), "\(said)")
    #expect(!said.contains("lsits"), "\(said)")
    #expect(FileManager.default.subpaths(atPath: home.url.path)?.sorted() == before)
  }

  /// The alias as the README has it is one of the folder that is open, whichever that is.
  @Test func theReadmesAliasIsOfTheFolderThatIsOpen() throws {
    let readme = try String(contentsOf: Repository.root.appendingPathComponent("README.md"), encoding: .utf8)
    let example = try #require(readme.split(separator: "```json5\n").dropFirst().first?.split(separator: "```").first)
    #expect(example.contains(#""aliases": { "@": "src" }"#))
    // Its times are in the file, too, where a sanitizer makes the server slower.
    try home.write(
      String(example.replacing("{", with: "{" + SlowClock.defaultTimes, maxReplacements: 1)),
      to: "config/catchword/config.json")
    for (number, project) in ["one", "two"].enumerated() {
      try home.write("", to: "\(project)/src/main\(number).c")
      let peer = try ProcessPeer(
        [Repository.executable("catchword").path], environment: Program.environment(home: home),
        slowdown: SlowClock.slowdown)
      let root = "file://\(home.url.path)/\(project)"
      send(
        ["id": 1, "method": "initialize", "params": ["capabilities": [:], "rootUri": .string(root)]], to: peer)
      let uri = "\(root)/notes.txt"
      send(
        [
          "method": "textDocument/didOpen",
          "params": [
            "textDocument": ["uri": .string(uri), "languageId": "plaintext", "version": 1, "text": "see \"@/ma"]
          ],
        ], to: peer)
      let offered = labels(peer, id: 2, uri: uri, character: 9)
      #expect(offered?.contains("main\(number).c") == true, "\(String(describing: offered))")
    }
  }

  private func labels(_ peer: ProcessPeer, id: Int, uri: String = "a", character: Int = 2) -> [String]? {
    send(
      [
        "id": .int(id), "method": "textDocument/completion",
        "params": [
          "textDocument": ["uri": .string(uri)], "position": ["line": 0, "character": .int(character)],
        ],
      ], to: peer)
    while case .message(let message) = peer.receive(within: nil) {
      guard message["id"] == .int(id) else { continue }
      return message["result"]?["items"]?.arrayValue?.compactMap { $0["label"]?.stringValue }
    }
    return nil
  }

  private func tell(_ peer: ProcessPeer, _ path: String) {
    let change: JSONValue = ["uri": .string("file://\(home.url.path)/\(path)"), "type": 2]
    send(["method": "workspace/didChangeWatchedFiles", "params": ["changes": [change]]], to: peer)
  }

  private func save(_ peer: ProcessPeer, _ path: String) {
    let document: JSONValue = ["uri": .string("file://\(home.url.path)/\(path)")]
    send(["method": "textDocument/didSave", "params": ["textDocument": document]], to: peer)
  }

  private func send(_ message: JSONValue, to peer: ProcessPeer) {
    var fields = message.objectValue ?? [:]
    fields["jsonrpc"] = "2.0"
    peer.send(OutgoingMessage.frame(ContiguousArray(JSONValue.object(fields).json.utf8)))
  }
}
