import CatchwordRPC
import Synchronization

@testable import CatchwordProxy

/// Another language server, in this process: it answers as it is told, or not at all.
final class ScriptedUpstream: UpstreamLink {
  /// What it says to a message.
  typealias Script = @Sendable (_ method: String, _ message: JSONValue) -> [JSONValue]

  private struct State {
    var chunks: [ContiguousArray<UInt8>] = []
    var waiting: CheckedContinuation<ContiguousArray<UInt8>?, Never>?
    var end: String?
    var decoder = FrameDecoder()
    var received: [JSONValue] = []
  }

  private let state = Mutex(State())
  private let script: Script

  init(_ script: @escaping Script) { self.script = script }

  /// What it was sent so far.
  var received: [JSONValue] { state.withLock { $0.received } }

  /// The methods of what it was sent so far.
  var methods: [String] { received.compactMap { $0["method"]?.stringValue } }

  /// True when it has died, or was ended.
  var hasEnded: Bool { state.withLock { $0.end != nil } }

  /// Says something of itself.
  func say(_ message: JSONValue) { emit(OutgoingMessage.frame(ContiguousArray(message.json.utf8))) }

  /// Says anything at all.
  func emit(_ bytes: ContiguousArray<UInt8>) {
    state.withLock { state -> (() -> Void)? in
      if let waiting = state.waiting.take() { return { waiting.resume(returning: bytes) } }
      state.chunks.append(bytes)
      return nil
    }?()
  }

  /// Ends as if by itself.
  func die(_ reason: String = "other was ended by signal 9.") {
    state.withLock { state -> (() -> Void)? in
      state.end = state.end ?? reason
      return state.waiting.take().map { waiting in { waiting.resume(returning: nil) } }
    }?()
  }

  // MARK: UpstreamLink

  func write(_ bytes: ContiguousArray<UInt8>) {
    let messages = state.withLock { state in
      var messages: [JSONValue] = []
      state.decoder.append(bytes)
      while case .body(let body)? = state.decoder.next() {
        if let message = try? JSONValue(parsing: body) { messages.append(message) }
      }
      state.received += messages
      return messages
    }
    for message in messages {
      for answer in script(message["method"]?.stringValue ?? "", message) { say(answer) }
      if message["method"] == "exit" { die("other ended with status 0.") }
    }
  }

  func read() async -> ContiguousArray<UInt8>? {
    await withCheckedContinuation { continuation in
      let next = state.withLock { state -> ContiguousArray<UInt8>?? in
        if !state.chunks.isEmpty { return .some(state.chunks.removeFirst()) }
        if state.end != nil { return .some(nil) }
        state.waiting = continuation
        return nil
      }
      if let next { continuation.resume(returning: next) }
    }
  }

  func closeInput() {}

  func end(grace: Duration) { die("other was ended by signal 15.") }

  func waitForEnd() async -> String { state.withLock { $0.end } ?? "other has closed its output." }
}

extension ScriptedUpstream {
  /// The answer to a message.
  static func answer(_ message: JSONValue, _ result: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": message["id"] ?? nil, "result": result]
  }
}
