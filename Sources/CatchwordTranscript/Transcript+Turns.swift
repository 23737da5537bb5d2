import CatchwordRPC

extension Transcript {
  /// The requests whose answers take time, so that later messages may arrive while they are handled.
  private static let lasting: Set = [
    "textDocument/completion", "textDocument/inlineCompletion", "completionItem/resolve", "textDocument/codeAction",
    "workspace/executeCommand",
  ]

  /// True when sending depends on what has come back, or on how much time has passed: such a transcript cannot be
  /// written all at once.
  package var hasTurns: Bool {
    // The limit of the message size takes effect at the next read.
    if sets("maximumMessageSize") { return true }
    var (hasAsked, hasWaited) = (false, false)
    for line in lines {
      switch line.step {
      case .wait, .expectNothing: return true
      case .expect, .expectInAnyOrder: hasWaited = hasAsked
      case .send(let bytes):
        let methods = Transcript.methods(in: bytes)
        // A response to a request of the server can only follow that request.
        if methods.contains(nil) { return true }
        if hasWaited && !methods.allSatisfy({ $0 == "shutdown" || $0 == "exit" }) { return true }
        hasAsked = hasAsked || methods.contains { $0.map(Transcript.lasting.contains) ?? false }
      case .chunk, .closeInput, .exit: break
      }
    }
    return false
  }

  private func sets(_ setting: String) -> Bool {
    lines.contains { line in
      guard case .send(let bytes) = line.step else { return false }
      return String(decoding: bytes, as: UTF8.self).contains("\"\(setting)\"")
    }
  }

  /// Returns the methods of the messages in some bytes; nil for a response, "" for anything that is not a message.
  private static func methods(in bytes: ContiguousArray<UInt8>) -> [String?] {
    var decoder = FrameDecoder()
    decoder.append(bytes)
    var methods: [String?] = []
    while let event = decoder.next() {
      guard case .body(let body) = event else { continue }
      switch Message(body) {
      case .request(_, let method, _), .notification(let method, _): methods.append(method)
      case .response: methods.append(nil)
      case .invalid, .unclear: methods.append("")
      }
    }
    return methods
  }
}
