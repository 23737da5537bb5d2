import CatchwordRPC
import CatchwordTranscript
import Foundation
import TestSupport
import Testing

/// `catchword proxy` before a real server, and an editor of a few lines.
final class ProxyProcess {
  private let peer: ProcessPeer
  private var nextID = 0
  private var answers: [JSONValue: JSONValue] = [:]
  /// What came beside answers.
  private(set) var heard: [JSONValue] = []
  private let home: TemporaryFolder

  init(_ command: [String], home: TemporaryFolder, environment: [String: String] = [:]) throws {
    self.home = home
    var variables = Program.environment(home: home)
    variables["PATH"] = ProcessInfo.processInfo.environment["PATH"]
    variables.merge(environment) { $1 }
    peer = try ProcessPeer(
      [Repository.executable("catchword").path, "proxy", "--patience", "60", "--"] + command, environment: variables)
  }

  var processID: Int32 { peer.processID }

  func notify(_ method: String, _ params: JSONValue) {
    send(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  /// Sends a request, and answers whatever is asked meanwhile; the whole response.
  func request(_ method: String, _ params: JSONValue) throws -> JSONValue {
    try answer(begin(method, params))
  }

  func begin(_ method: String, _ params: JSONValue) -> JSONValue {
    nextID += 1
    let id = JSONValue.string("editor-\(nextID)")
    send(["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params])
    return id
  }

  func answer(_ id: JSONValue) throws -> JSONValue {
    while true {
      if let answer = answers.removeValue(forKey: id) { return answer }
      try hear()
    }
  }

  /// Waits for something beside answers.
  func wait(for isWanted: (JSONValue) -> Bool) throws -> JSONValue {
    while true {
      if let index = heard.firstIndex(where: isWanted) { return heard.remove(at: index) }
      try hear()
    }
  }

  private func hear() throws {
    switch peer.receive(within: nil) {
    case .message(let message):
      if message["method"] == nil {
        answers[message["id"] ?? nil] = message
      } else if let id = message["id"] {
        let items = message["params"]?["items"]?.arrayValue
        send(["jsonrpc": "2.0", "id": id, "result": items.map { .array($0.map { _ in nil }) } ?? nil])
      } else {
        heard.append(message)
      }
    case .garbage(let reason): throw Unexpected(what: "garbage: \(reason)")
    case .ended: throw Unexpected(what: "the end")
    case .nothing: throw Unexpected(what: "nothing")
    }
  }

  struct Unexpected: Error {
    let what: String
  }

  private func send(_ message: JSONValue) { peer.send(OutgoingMessage.frame(ContiguousArray(message.json.utf8))) }

  /// Goes through `initialize`.
  func start(root: TemporaryFolder) throws -> JSONValue {
    let answer = try request(
      "initialize",
      [
        "processId": .int(Int(ProcessInfo.processInfo.processIdentifier)), "rootUri": .string(root.url.absoluteString),
        "capabilities": [
          "general": ["positionEncodings": ["utf-16"]],
          "textDocument": [
            "completion": [
              "contextSupport": true,
              "completionItem": [
                "snippetSupport": true, "labelDetailsSupport": true,
                "resolveSupport": ["properties": ["documentation", "detail", "additionalTextEdits"]],
              ],
            ], "publishDiagnostics": [:],
          ],
        ],
      ])
    notify("initialized", [:])
    return try #require(answer["result"])
  }

  func open(_ uri: String, _ language: String, _ text: String) {
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(uri), "languageId": .string(language), "version": 1, "text": .string(text),
        ]
      ])
  }

  /// Asks until the list has what it must have: a server that is still reading may be late, and each next key brings more.
  func complete(_ uri: String, line: Int, character: Int, until isWhole: ([JSONValue]) -> Bool) throws -> [JSONValue] {
    for _ in 0..<600 {
      let answer = try request("textDocument/completion", place(uri, line, character))
      let items = try #require(answer["result"]?["items"]?.arrayValue)
      if isWhole(items) { return items }
      peer.wait(.milliseconds(100))
    }
    throw Unexpected(what: "no such list in a minute")
  }

  func place(_ uri: String, _ line: Int, _ character: Int) -> JSONValue {
    ["textDocument": ["uri": .string(uri)], "position": ["line": .int(line), "character": .int(character)]]
  }

  /// Says goodbye.
  ///
  /// - Returns: The exit code.
  func end() throws -> Int32? {
    #expect(try request("shutdown", nil)["result"] == .some(.null))
    notify("exit", nil)
    return peer.exitCode()
  }

  func kill() { Foundation.kill(peer.processID, SIGKILL) }
}

/// A language server that is installed here; where nothing may be skipped, its absence fails the test.
func requiredServer(_ name: String) throws -> String? {
  if let path = Repository.find(name) { return path }
  try #require(!Repository.isContinuousIntegration, "\(name) is not installed, and nothing may be skipped here")
  print("skipped: \(name) not found")
  return nil
}

#if os(Linux)
  /// The processes that descend from one, by what the kernel says.
  func descendants(of id: Int32) -> [Int32] {
    let text = (try? String(contentsOfFile: "/proc/\(id)/task/\(id)/children", encoding: .utf8)) ?? ""
    let children = text.split(separator: " ").compactMap { Int32($0) }
    return children + children.flatMap(descendants)
  }

  /// The command of a process, as far as the kernel keeps it.
  func commandName(of id: Int32) -> String {
    ((try? String(contentsOfFile: "/proc/\(id)/comm", encoding: .utf8)) ?? "").trimmingCharacters(in: .newlines)
  }
#endif
