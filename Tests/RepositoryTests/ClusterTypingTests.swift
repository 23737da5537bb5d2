import CatchwordRPC
import CatchwordTranscript
import Foundation
import TestSupport
import TestTraits
import Testing

/// Somebody types, and the nodes of the cluster with the team's words fail meanwhile.
@Suite(.blocking) struct ClusterTypingTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  /// An editor with a document, which counts what it is answered.
  private final class Typist {
    struct Failure: Error, CustomStringConvertible { let description: String }

    private let peer: ProcessPeer
    private var (lastID, version) = (0, 1)
    /// The number of answers to each request.
    private(set) var answers: [Int: Int] = [:]

    init(home: TemporaryFolder) throws {
      peer = try ProcessPeer(
        [Repository.executable("catchword").path], environment: Program.environment(home: home))
      _ = try ask("initialize", ["capabilities": [:], "rootUri": .string("file://\(home.url.path)")])
      notify("initialized", [:])
      let document: JSONValue = ["uri": "file:///a.txt", "languageId": "plaintext", "version": 1, "text": "\n"]
      notify("textDocument/didOpen", ["textDocument": document])
    }

    private func send(_ message: JSONValue) {
      peer.send(OutgoingMessage.frame(ContiguousArray(message.json.utf8)))
    }

    private func notify(_ method: String, _ params: JSONValue) {
      send(["jsonrpc": "2.0", "method": .string(method), "params": params])
    }

    private func ask(_ method: String, _ params: JSONValue) throws -> JSONValue {
      lastID += 1
      send(["jsonrpc": "2.0", "id": .int(lastID), "method": .string(method), "params": params])
      while true {
        switch peer.receive(within: nil) {
        case .message(let message):
          guard message["method"] == nil, let id = message["id"]?.intValue else { continue }
          answers[id, default: 0] += 1
          if id == lastID { return message["result"] ?? .null }
        case let event: throw Failure(description: "instead of an answer: \(event)")
        }
      }
    }

    /// Makes the line what is given, and asks for what could follow.
    private func labels(_ text: String) throws -> (labels: [String], isIncomplete: Bool) {
      version += 1
      let range: JSONValue = ["start": ["line": 0, "character": 0], "end": ["line": 1, "character": 0]]
      notify(
        "textDocument/didChange",
        [
          "textDocument": ["uri": "file:///a.txt", "version": .int(version)],
          "contentChanges": [["range": range, "text": .string(text + "\n")]],
        ])
      let result = try ask(
        "textDocument/completion",
        ["textDocument": ["uri": "file:///a.txt"], "position": ["line": 0, "character": .int(text.utf16.count)]])
      let items = result["items"]?.arrayValue ?? result.arrayValue ?? []
      return (items.compactMap { $0["label"]?.stringValue }, result["isIncomplete"]?.boolValue == true)
    }

    /// Types a word but for its last letter, and says whether it was offered at last, if need be when asked once more, as
    /// editors do when the server says that there is more.
    func isOffered(_ word: String) throws -> Bool {
      let letters = word.dropLast()
      for count in 1..<letters.count { _ = try labels(String(letters.prefix(count))) }
      let (found, isIncomplete) = try labels(String(letters))
      return try found.contains(word) || isIncomplete && labels(String(letters)).labels.contains(word)
    }
  }

  @Test func wordsComeWhileNodesFail() throws {
    guard let cluster = try RedisCluster(home.url) else { return }
    try home.write(
      #"{"shared": {"acme": {"server": "\#(cluster.address)", "namespaces": ["acme/app"]}}}"#,
      to: "config/catchword/config.json")
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    var random = SeededRandom()
    // So many begin alike that the shortest beginnings, which are kept here, do not have them all; each third letter is another
    // question.
    let beginnings = ["ae", "af", "be", "bf", "ce", "cf"]
    let words = (0..<3600).map { number in
      beginnings[number % 6] + String((0..<6).map { _ in letters.randomElement(using: &random)! })
    }
    try home.write(words.joined(separator: "\n"), to: "words.txt")
    func publish() throws {
      let outcome = try Program.run("catchword", ["publish", "words.txt", "--to", "acme:acme/app"], home: home)
      #expect(outcome.code == 0 && outcome.output.hasPrefix("published: "), "\(outcome)")
    }
    try publish()
    for node in cluster.nodes.prefix(3) { #expect(try cluster.ask(node.port, "WAIT", "1", "60000") == "1\n") }
    let test = try Program.run("catchword", ["shared", "test", "acme"], home: home)
    #expect(test.output.hasSuffix("; the server is a cluster of 3 primaries and 3 replicas\n"), "\(test)")
    let typist = try Typist(home: home)
    func type(_ count: Int) throws {
      for _ in 0..<count {
        let word = try #require(words.randomElement(using: &random))
        #expect(try typist.isOffered(word), "\(word)")
      }
    }
    try type(10)
    // A primary that stands still, and one that is gone: no word is missing.
    let stopped = try StoppedProcess(try #require(cluster.nodes[0].server.id))
    try type(15)
    stopped.goOn()
    cluster.nodes[2].server.kill()
    try type(25)
    // Without any node, each request is answered all the same.
    for node in cluster.nodes { node.server.kill() }
    var missing = 0
    for _ in 0..<20 where try !typist.isOffered(words[random.below(words.count)]) { missing += 1 }
    #expect(missing > 0)
    #expect(typist.answers.values.allSatisfy { $0 == 1 })
  }
}
