import CatchwordRPC
import Foundation
import TestSupport
import TestTraits
import Testing

/// The server as a process: how it ends, and what it leaves behind.
@Suite(.blocking) struct ProcessTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func server(_ arguments: [String] = []) throws -> ChildProgram {
    try ChildProgram(
      Repository.executable("catchword").path, arguments, environment: Program.environment(home: home), input: .pipe,
      output: .pipe)
  }

  @Test func endsSoonAfterTheProcessThatItServes() throws {
    let editor = try ChildProgram("/bin/cat", input: .pipe)
    let server = try server(["--clientProcessId", String(editor.id)])
    #expect(server.exitCode == nil)
    try editor.input?.close()
    try editor.wait()
    // Its input is still open; only the death of the editor can end it.
    #expect(try server.wait() == 1)
  }

  @Test func endsAtOnceWhenItsInputEnds() throws {
    let server = try server()
    try server.input?.close()
    #expect(try server.wait() == 1)
    #expect(try server.readToEnd().isEmpty)
  }

  /// How an editor ends a server.
  enum End: CaseIterable { case exit, endOfInput, termination, terminationWhileMuchIsRead, closedTerminal }

  /// Whatever comes right behind it: a word that was accepted is written before the server ends.
  @Test(arguments: End.allCases) func theWordThatWasAcceptedLastIsKept(_ end: End) throws {
    let server = try server()
    let open: JSONValue = ["uri": "a", "languageId": "c", "version": 1, "text": "heron he"]
    let place: JSONValue = ["textDocument": ["uri": "a"], "position": ["line": 0, "character": 8]]
    let item: JSONValue = ["label": "heron", "data": 1, "sortText": "0"]
    let resolved: JSONValue = ["resolveSupport": ["properties": ["documentation"]]]
    let capabilities: JSONValue = [
      "workspace": ["executeCommand": [:]], "textDocument": ["completion": ["completionItem": resolved]],
    ]
    try send(["id": 1, "method": "initialize", "params": ["capabilities": capabilities]], to: server)
    try send(["method": "textDocument/didOpen", "params": ["textDocument": open]], to: server)
    try send(["id": 2, "method": "textDocument/completion", "params": place], to: server)
    try receive("heron", from: server)
    let command: JSONValue = ["command": "catchword.accept", "arguments": [item]]
    if end == .terminationWhileMuchIsRead {
      let much: JSONValue = [
        "uri": "b", "languageId": "c", "version": 1, "text": .string(String(repeating: " abc", count: 200_000)),
      ]
      try send(["method": "textDocument/didOpen", "params": ["textDocument": much]], to: server)
    }
    try send(["id": 3, "method": "workspace/executeCommand", "params": command], to: server)
    switch end {
    case .exit: try send(["method": "exit"], to: server)
    case .endOfInput: try server.input?.close()
    case .termination:
      try receive("\"id\":3", from: server)
      kill(server.id, SIGTERM)
    case .terminationWhileMuchIsRead: kill(server.id, SIGTERM)
    case .closedTerminal: kill(server.id, SIGHUP)
    }
    #expect(try server.wait() == 1)
    #expect(home.read(".local/state/catchword/accepted")?.contains("heron") == true)
  }

  /// As `nohup` has it: then the editor stays, too.
  @Test func staysWhenATerminalIsClosedWhoseEndItIsToIgnore() throws {
    let server = try ChildProgram(
      "/bin/sh", ["-c", "trap '' HUP; exec '\(Repository.executable("catchword").path)'"],
      environment: Program.environment(home: home), input: .pipe, output: .pipe)
    try send(["id": 1, "method": "initialize", "params": ["capabilities": [:]]], to: server)
    try receive("\"id\":1", from: server)
    kill(server.id, SIGHUP)
    try send(["id": 2, "method": "shutdown"], to: server)
    try send(["method": "exit"], to: server)
    #expect(try server.wait() == 0)
  }

  /// By itself, and not by the signal: with answers that nobody reads, and before a server that does not care.
  @Test(arguments: [[], ["proxy", "--", "sh", "-c", "trap '' TERM; while :; do sleep 1; done"]])
  func endsAtTerminationWhateverItWaitsFor(_ arguments: [String]) throws {
    let server = try server(arguments)
    let name = String(repeating: "x", count: 1000)
    try send(["id": 0, "method": "initialize", "params": ["capabilities": [:]]], to: server)
    for id in 1...300 { try send(["id": .int(id), "method": .string(name)], to: server) }
    kill(server.id, SIGTERM)
    #expect(try server.wait() == 1)
  }

  /// The thread that reads runs lookups, too, and another one hears the signal in its place.
  @Test func endsByItselfAtTerminationThoughALookupStandsStill() throws {
    let server = try standing(at: "lookup")
    // It is answered in time, without the source.
    try receive("\"id\":2", from: server)
    kill(server.id, SIGTERM)
    #expect(String(decoding: try server.readToEnd(), as: UTF8.self).contains("The server has ended."))
    #expect(try server.wait() == 1)
  }

  @Test func endsAtTerminationThoughNothingGoesOnAnyMore() throws {
    let server = try standing(at: "request")
    try receive("the server has not gone on for 5 s", from: server)
    kill(server.id, SIGTERM)
    #expect(try server.wait() == 1)
  }

  private func standing(at place: String) throws -> ChildProgram {
    let server = try ChildProgram(
      Repository.executable("scripted-server").path, ["stand", place], environment: Program.environment(home: home),
      input: .pipe, output: .pipe, errors: .output)
    let open: JSONValue = ["uri": "a", "languageId": "c", "version": 1, "text": "he"]
    let place: JSONValue = ["textDocument": ["uri": "a"], "position": ["line": 0, "character": 2]]
    try send(["id": 1, "method": "initialize", "params": ["capabilities": [:]]], to: server)
    try send(["method": "textDocument/didOpen", "params": ["textDocument": open]], to: server)
    try send(["id": 2, "method": "textDocument/completion", "params": place], to: server)
    return server
  }

  private func send(_ message: JSONValue, to server: ChildProgram) throws {
    guard case .object(var fields) = message else { return }
    fields["jsonrpc"] = "2.0"
    let body = JSONValue.object(fields).json
    try server.input?.write(contentsOf: Data("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
  }

  /// Reads until a text has come.
  private func receive(_ text: String, from server: ChildProgram) throws {
    var received = Data()
    while !String(decoding: received, as: UTF8.self).contains(text) {
      let data = try server.read()
      try #require(!data.isEmpty, "The server has ended.")
      received += data
    }
  }

  /// What is opened first must not be taken for what is closed: a server would read its own answers.
  @Test(arguments: ["<&-", "<&- 2>&-", "2>&- </dev/null"])
  func endsAtOnceWhereItHasNoInput(_ redirections: String) throws {
    let server = try ChildProgram(
      "/bin/sh", ["-c", "exec \"$0\" \(redirections)", Repository.executable("catchword").path],
      environment: Program.environment(home: home), input: .pipe, output: .pipe)
    #expect(try server.wait() == 1)
    #expect(try server.readToEnd().isEmpty)
  }

  @Test func endsWhenNobodyReadsItsAnswers() throws {
    let server = try server()
    try server.output?.close()
    let body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\"}"
    let frame = Data("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
    // The second write finds the pipe broken even if the first did not.
    for _ in 0..<2 { try? server.input?.write(contentsOf: frame) }
    // By itself, and not by a signal.
    #expect(try server.wait() < 128)
  }

  /// The same before another server, whose answers are handed on.
  @Test func aProxyEndsWhenNobodyReadsItsAnswers() throws {
    let program = Repository.executable("catchword").path
    let proxy = try server(["proxy", "--", program])
    try proxy.output?.close()
    let body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\"}"
    let frame = Data("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
    for _ in 0..<2 { try? proxy.input?.write(contentsOf: frame) }
    #expect(try proxy.wait() < 128)
  }

  #if os(Linux)
    /// What it has to say there it does not wait to be rid of.
    @Test func aProxyWhoseErrorsNobodyReadsEndsAtOnce() throws {
      let program = Repository.executable("catchword").path
      // Its standard error is a pipe that nothing more fits into.
      let script = """
        mkfifo "$1" && exec 7<>"$1" && ! dd if=/dev/zero of="$1" oflag=nonblock bs=4096 2>/dev/null
        exec "$0" proxy -- sh -c 'echo error >&2; exec "$0"' "$0" 2>&7
        """
      let proxy = try ChildProgram(
        "/bin/sh", ["-c", script, program, home.url.path + "/errors"],
        environment: Program.environment(home: home).merging(["PATH": "/usr/bin:/bin"]) { $1 }, input: .pipe,
        output: .pipe)
      let body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"capabilities\":{}}}"
      try proxy.input?.write(contentsOf: Data("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
      #expect(try !proxy.read().isEmpty)
      try proxy.input?.close()
      #expect(try proxy.wait() == 1)
    }
  #endif

  #if os(Linux)
    @Test func hasNoChildrenThatCouldOutliveIt() throws {
      let server = try server()
      let body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"capabilities\":{}}}"
      try server.input?.write(contentsOf: Data("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
      #expect(try !server.read().isEmpty)
      let children = try String(contentsOfFile: "/proc/\(server.id)/task/\(server.id)/children", encoding: .utf8)
      #expect(children == "")
      kill(server.id, SIGKILL)
      #expect(try server.wait() == 128 + SIGKILL)
    }
  #endif
}
