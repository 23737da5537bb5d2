import CatchwordRPC
import CatchwordTranscript
import Foundation
import TestSupport
import TestTraits
import Testing

/// Ghost text from the documented program for a local model, in the built server. The model's server is a stand-in of ours: it
/// says what it was asked, as a `/infill` of llama.cpp would answer.
@Suite(.blocking) struct InlineProgramTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  /// Answers with the end of what it was asked, in its own words.
  private static let model = """
    import http.server, json
    class Model(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            text = "(%s|%s, %d)" % (question["input_prefix"][-3:], question["input_suffix"][:1], question["n_predict"])
            answer = json.dumps({"content": text + "\\nsecond line"}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)
        def log_message(self, *arguments):
            pass
    server = http.server.HTTPServer(("127.0.0.1", 0), Model)
    print(server.server_address[1], flush=True)
    server.serve_forever()
    """

  private func example(port: Int) throws -> String {
    let text = try String(
      contentsOf: Repository.root.appendingPathComponent("protocol/external-sources.md"), encoding: .utf8)
    let parts = text.components(separatedBy: "\n```py\n")
    try #require(parts.count == 2)
    let script = try #require(parts[1].components(separatedBy: "\n```\n").first)
    #expect(script.split(separator: "\n").count <= 20)
    #expect(script.contains("127.0.0.1:8012"))
    return try home.write(script.replacing("127.0.0.1:8012", with: "127.0.0.1:\(port)") + "\n", to: "model.py")
  }

  @Test func aLocalModelGivesGhostText() throws {
    guard let python = try requiredProgram("python3") else { return }
    let server = try ChildProgram(python, ["-c", Self.model], output: .pipe)
    let line = try #require(server.output?.availableData)
    let port = try #require(Int(String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)))
    try home.write(
      """
      {"commands": {"model": {
        "command": ["\(python)", "\(try example(port: port))"], "mode": "long-lived", "format": "json", "inline": true,
        "deadline": 100000, "delay": 1
      }}}
      """, to: "config/catchword/config.json")
    let peer = try ProcessPeer([Repository.executable("catchword").path], environment: Program.environment(home: home))
    func send(_ message: JSONValue) { peer.send(OutgoingMessage.frame(ContiguousArray(message.json.utf8))) }
    func ask(_ id: Int, _ method: String, _ params: JSONValue) throws -> JSONValue? {
      send(["jsonrpc": "2.0", "id": .int(id), "method": .string(method), "params": params])
      while true {
        switch peer.receive(within: nil) {
        case .message(let message):
          if message["method"] == nil, message["id"]?.intValue == id { return message["result"] }
        case let event:
          Issue.record("instead of an answer: \(event)")
          return nil
        }
      }
    }
    func texts(_ id: Int, character: Int, kind: Int) throws -> [String] {
      let result = try ask(
        id, "textDocument/inlineCompletion",
        [
          "textDocument": ["uri": "file:///a.txt"], "position": ["line": 2, "character": .int(character)],
          "context": ["triggerKind": .int(kind)],
        ])
      return result?["items"]?.arrayValue?.compactMap { $0["insertText"]?.stringValue } ?? []
    }
    _ = try ask(1, "initialize", ["capabilities": ["textDocument": ["inlineCompletion": [:]]]])
    send(["jsonrpc": "2.0", "method": "initialized", "params": [:]])
    let text = "the quick brown fox jumps\nthe quick brown fox jumps\nthe qui"
    let document: JSONValue = ["uri": "file:///a.txt", "languageId": "plaintext", "version": 1, "text": .string(text)]
    send(["jsonrpc": "2.0", "method": "textDocument/didOpen", "params": ["textDocument": document]])
    // A line while typing, all of it by hand.
    #expect(try texts(2, character: 7, kind: 2) == ["qui(qui|, 24)"])
    #expect(try texts(3, character: 7, kind: 1).first == "qui(qui|, 192)\nsecond line")
    // Our own model has the place when the program's server is gone, and the log says why.
    server.end()
    let end: JSONValue = ["line": 2, "character": 7]
    let change: JSONValue = [
      "textDocument": ["uri": "file:///a.txt", "version": 2],
      "contentChanges": [["range": ["start": end, "end": end], "text": "c"]],
    ]
    send(["jsonrpc": "2.0", "method": "textDocument/didChange", "params": change])
    let own = try texts(4, character: 8, kind: 1)
    #expect(own.first?.hasPrefix("quick brown fox jumps") == true, "\(own)")
    peer.closeInput()
  }
}
