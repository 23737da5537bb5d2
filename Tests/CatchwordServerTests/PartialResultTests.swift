import CatchwordRPC
import CatchwordServer
import CatchwordTranscript
import TestSupport
import Testing

struct PartialResultTests {
  /// Parts cannot shrink as a result can, so a client that does not read gets a result instead.
  @Test(arguments: [false, true])
  func aClientThatIsFarBehindGetsNoParts(isStalled: Bool) {
    let time = VirtualTime()
    let slow: JSONValue = ["name": "slow", "after": 100, "words": ["hero"]]
    let peer = InProcessPeer(.scripted([slow], time: time), time: time, isStalled: isStalled)
    send(["id": 0, "method": "initialize", "params": ["capabilities": [:]]], to: peer)
    let document: JSONValue = ["uri": "a", "languageId": "c", "version": 0, "text": "help he"]
    send(["method": "textDocument/didOpen", "params": ["textDocument": document]], to: peer)
    let place: JSONValue = ["line": 0, "character": 7]
    send(
      [
        "id": 1, "method": "textDocument/completion",
        "params": ["textDocument": ["uri": "a"], "position": place, "partialResultToken": "parts"],
      ], to: peer)
    peer.wait(.milliseconds(200))
    var parts = 0
    var labels: [String] = []
    while case .message(let message) = peer.receive(within: nil) {
      if message["method"] == "$/progress" { parts += 1 }
      if message["id"] == 1 {
        labels = (message["result"]?["items"]?.arrayValue ?? []).compactMap { $0["label"]?.stringValue }
      }
    }
    #expect(parts == (isStalled ? 0 : 2))
    #expect(labels == (isStalled ? ["help", "hero"] : []))
  }

  private func send(_ message: JSONValue, to peer: InProcessPeer) {
    var fields = message.objectValue ?? [:]
    fields["jsonrpc"] = "2.0"
    peer.send(OutgoingMessage.frame(ContiguousArray(JSONValue.object(fields).json.utf8)))
  }
}
