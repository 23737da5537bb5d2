import CatchwordRPC
import CatchwordTranscript
import Foundation
import TestSupport
import TestTraits
import Testing

/// A server whose cache is changed in place under it, which no one should do.
@Suite(.timeLimit(.minutes(10)), .blocking)
struct DamagedCacheTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  /// Cut to nothing, cut to half, and written over: the server goes on, and ends when it is told to.
  @Test(arguments: ["nothing", "half", "other"]) func theServerGoesOn(damage: String) async throws {
    for file in 0..<4 {
      let words = (0..<5000).map { "word\(Character(Unicode.Scalar(97 + UInt8($0 % 26))))\(file)x\($0)y" }
      try home.write(words.joined(separator: "\n"), to: "project/\(file).txt")
    }
    let peer = try ProcessPeer(
      [Repository.executable("catchword").path], environment: Program.environment(home: home),
      slowdown: SlowClock.slowdown)
    let root = JSONValue.string("file://\(home.url.path)/project")
    send(["id": 1, "method": "initialize", "params": ["capabilities": [:], "rootUri": root]], to: peer)
    let text =
      "word ownword\n" + (0..<26).map { "word\(Character(Unicode.Scalar(UInt8(97 + $0))))" }.joined(separator: "\n")
    send(
      [
        "method": "textDocument/didOpen",
        "params": ["textDocument": ["uri": "a", "languageId": "plaintext", "version": 1, "text": .string(text)]],
      ], to: peer)
    var id = 1
    // The index is kept once all files have been read.
    try await Breather.wait(for: "the words of the files") {
      cacheFile != nil && ask(peer, &id, line: 0)?.contains { $0.hasPrefix("word") && $0.hasSuffix("y") } ?? true
    }
    let file = try #require(cacheFile)
    let size = try #require(try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
    try handle.truncate(atOffset: damage == "half" ? UInt64(size / 2) : 0)
    if damage == "other" { try handle.write(contentsOf: Data(repeating: 0x41, count: size / 3)) }
    try handle.close()
    // Each looks at another part of what was mapped; the words of the document itself are there in any case.
    for line in 0..<27 { #expect(ask(peer, &id, line: line) != nil, "\(line)") }
    #expect(ask(peer, &id, line: 0)?.contains("worda") == true)
    send(["id": "end", "method": "shutdown"], to: peer)
    #expect(answer(peer, to: "end") != nil)
  }

  private var cacheFile: String? {
    let folder = "\(home.url.path)/.cache/catchword/workspace"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.first { $0.hasSuffix(".words") }.map { "\(folder)/\($0)" }
  }

  private func ask(_ peer: ProcessPeer, _ id: inout Int, line: Int) -> [String]? {
    id += 1
    send(
      [
        "id": .int(id), "method": "textDocument/completion",
        "params": ["textDocument": ["uri": "a"], "position": ["line": .int(line), "character": line == 0 ? 4 : 5]],
      ], to: peer)
    return answer(peer, to: .int(id))?["result"]?["items"]?.arrayValue?.compactMap { $0["label"]?.stringValue }
  }

  private func answer(_ peer: ProcessPeer, to id: JSONValue) -> JSONValue? {
    while case .message(let message) = peer.receive(within: nil) {
      if message["id"] == id, message["method"] == nil { return message }
    }
    return nil
  }

  private func send(_ message: JSONValue, to peer: ProcessPeer) {
    var fields = message.objectValue ?? [:]
    fields["jsonrpc"] = "2.0"
    peer.send(OutgoingMessage.frame(ContiguousArray(JSONValue.object(fields).json.utf8)))
  }
}
