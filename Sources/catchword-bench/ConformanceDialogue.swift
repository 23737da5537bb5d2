import CatchwordRPC
import CatchwordTranscript
import Foundation

/// A dialogue with a new process, in which every wait has a timeout.
final class ConformanceDialogue {
  /// The maximum times that a server may take.
  struct Patience {
    let answer: Duration
    /// The maximum time for a start: some servers read a whole toolchain before they answer.
    var start: Duration { answer * 7 }
    /// The maximum time to notice the editor's end: libraries commonly check every three seconds.
    var editor: Duration { answer * 2 }
  }

  let folder: URL
  let patience: Patience
  private let peer: ProcessPeer
  private var lastID = 1000
  private(set) var ending: ConformanceObservation.Ending?
  private(set) var hasGarbage = false
  /// The last response that came while another one was awaited.
  private(set) var overheard: JSONValue?

  /// Starts a server that has a folder of its own as home and as workspace.
  ///
  /// Its standard error goes to a file there: a row's words say enough, and hostile input makes servers print a lot.
  init(_ command: [String], folder: URL, patience: Patience) throws {
    self.folder = folder
    self.patience = patience
    let shell = ["/bin/sh", "-c", "exec \"$@\" 2>\"$0\"", folder.path + "/errors"]
    peer = try ProcessPeer(shell + command, environment: OwnFolder.environment(folder))
  }

  // MARK: Sending

  func send(_ bytes: some Sequence<UInt8>) { peer.send(ContiguousArray(bytes)) }

  func send(_ message: JSONValue) { send(OutgoingMessage.frame(ContiguousArray(message.json.utf8))) }

  func notify(_ method: String, _ params: JSONValue = [:]) {
    send(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  func closeInput() { peer.closeInput() }

  // MARK: Listening

  /// Returns the next message without a method, with the id if given; nil on a timeout or when the server ends.
  func response(within patience: Duration, to id: JSONValue? = nil) -> JSONValue? {
    let clock = ContinuousClock()
    let deadline = clock.now + patience
    while ending == nil {
      let left = deadline - clock.now
      guard left > .zero else { return nil }
      switch peer.receive(within: left) {
      case .message(let message):
        if message["method"] != nil {
          if let answer = ConformanceDialogue.leastAnswer(to: message) { send(answer) }
        } else if id == nil || message["id"] == id {
          return message
        } else {
          overheard = message
        }
      case .garbage: hasGarbage = true
      case .ended: ending = waitForEnd(within: self.patience.answer) ?? .silence
      case .nothing: return nil
      }
    }
    return nil
  }

  /// Sends a request and waits for its answer.
  func ask(_ method: String, _ params: JSONValue?, within patience: Duration) -> JSONValue? {
    lastID += 1
    var message: [String: JSONValue] = ["jsonrpc": "2.0", "id": .int(lastID), "method": .string(method)]
    message["params"] = params
    send(.object(message))
    return response(within: patience, to: .int(lastID))
  }

  /// Returns the smallest valid answer to a request of the server; nil for a notification.
  static func leastAnswer(to message: JSONValue) -> JSONValue? {
    guard let id = message["id"] else { return nil }
    let items = message["params"]?["items"]?.arrayValue
    let isConfiguration = message["method"] == "workspace/configuration"
    let result = isConfiguration ? JSONValue.array(Array(repeating: .null, count: items?.count ?? 0)) : .null
    return ["jsonrpc": "2.0", "id": id, "result": result]
  }

  /// Returns how the process ended; nil when it has not ended in time.
  func waitForEnd(within patience: Duration) -> ConformanceObservation.Ending? {
    if let ending, ending != .silence { return ending }
    guard let code = peer.exitCode(within: patience) else { return nil }
    // The codes by which a shell reports signals; no server here has 32 exit codes above 128.
    ending = (129..<160).contains(code) ? .signal(code - 128) : .exit(code)
    return ending
  }

  // MARK: Common exchanges

  /// - Returns: True when the server is ready: it has sent its capabilities.
  func initialize(editor: Int32 = ProcessInfo.processInfo.processIdentifier) -> Bool {
    let params: JSONValue = [
      "processId": .int(Int(editor)), "clientInfo": ["name": "catchword-bench"], "capabilities": [:],
      "rootUri": .string(folder.absoluteString),
    ]
    let answer = ask("initialize", params, within: patience.start)
    guard answer?["result"]?["capabilities"]?.objectValue != nil else { return false }
    notify("initialized")
    return true
  }

  /// Tests whether the next request of a well-behaved client is answered. Every server has to know this request.
  func probe(_ method: String) -> ConformanceObservation.NextRequest {
    let isFirst = method == "initialize"
    let params: JSONValue? = isFirst ? ["processId": nil, "rootUri": nil, "capabilities": [:]] : nil
    let patience = isFirst ? self.patience.start : self.patience.answer
    if ask(method, params, within: patience) != nil { return .answered }
    guard ending == nil else { return .unanswered }
    return ask(method, params, within: patience) != nil ? .lost : .unanswered
  }
}
