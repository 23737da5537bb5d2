import CatchwordCompletion
import CatchwordRPC
import CatchwordServer
import CatchwordSources
import Synchronization
import TestSupport

@testable import CatchwordProxy

/// A client of a proxy, in virtual time: whatever can happen has happened when a call returns.
final class ProxyDialogue {
  let time = VirtualTime()
  let upstream: ScriptedUpstream
  private let input = InputQueue()
  let sink = Collector()
  private let code = Box<Int32>()
  private var nextID = 0
  /// What the client was sent and has not looked at.
  private(set) var messages: [JSONValue] = []

  init(_ script: @escaping ScriptedUpstream.Script) {
    upstream = ScriptedUpstream(script)
    let time = time
    let words = WordsSource(clock: time.engineClock, executor: time.executor)
    var configuration = Proxy.Configuration(name: "other") {
      var server = ServerConfiguration(sources: [words])
      server.clock = time.engineClock
      server.executor = time.executor
      return server
    }
    configuration.clock = time.engineClock
    configuration.executor = time.executor
    let proxy = Proxy(configuration, link: upstream, input: input, output: sink)
    Task(executorPreference: time.executor) { [code] in code.value = await proxy.run() }
    time.settle()
  }

  /// A dialogue with a server that completes with one list, initialised, with one document open.
  static func completing(
    _ list: JSONValue, text: String = "", capabilities: JSONValue = [:], provider: JSONValue = [:],
    _ script: @escaping ScriptedUpstream.Script = { _, _ in [] }
  ) -> ProxyDialogue {
    let dialogue = ProxyDialogue { method, message in
      switch method {
      case "initialize":
        [
          ScriptedUpstream.answer(
            message, ["capabilities": ["completionProvider": provider, "textDocumentSync": 2]])
        ]
      case "textDocument/completion": [ScriptedUpstream.answer(message, list)]
      case "shutdown": [ScriptedUpstream.answer(message, nil)]
      default: script(method, message)
      }
    }
    _ = dialogue.request("initialize", ["capabilities": ["textDocument": ["completion": capabilities]]])
    dialogue.notify("initialized", [:])
    dialogue.open("a", text)
    return dialogue
  }

  /// A dialogue with a server that answers nothing but completion requests, initialised, without documents.
  ///
  /// - Parameter completion: Returns what it sends for a request.
  static func answering(_ completion: @escaping @Sendable (JSONValue) -> [JSONValue]) -> ProxyDialogue {
    let dialogue = ProxyDialogue { method, message in
      switch method {
      case "initialize":
        [ScriptedUpstream.answer(message, ["capabilities": ["completionProvider": [:], "textDocumentSync": 2]])]
      case "textDocument/completion": completion(message)
      default: []
      }
    }
    _ = dialogue.request("initialize", ["capabilities": [:]])
    return dialogue
  }

  func notify(_ method: String, _ params: JSONValue) {
    send(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  func open(_ uri: String, _ text: String) {
    notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": .string(uri), "languageId": "c", "version": 1, "text": .string(text)]])
  }

  func type(_ text: String, at character: Int, in uri: String = "a") {
    let place: JSONValue = ["line": 0, "character": .int(character)]
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(uri), "version": 2],
        "contentChanges": [["range": ["start": place, "end": place], "text": .string(text)]],
      ])
  }

  /// Sends a request, and lets time pass until it is answered or a minute has.
  func request(_ method: String, _ params: JSONValue) -> JSONValue? {
    let id = begin(method, params)
    if let answer = answer(id) { return answer }
    for _ in 0..<600 {
      time.advance(by: .milliseconds(100))
      if let answer = answer(id) { return answer }
    }
    return nil
  }

  /// Sends a request.
  func begin(_ method: String, _ params: JSONValue) -> JSONValue {
    nextID += 1
    let id = JSONValue.string("client-\(nextID)")
    send(["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params])
    return id
  }

  /// Takes the answer to a request.
  func answer(_ id: JSONValue) -> JSONValue? {
    listen()
    guard let index = messages.firstIndex(where: { $0["id"] == id && $0["method"] == nil }) else { return nil }
    return messages.remove(at: index)
  }

  func complete(at character: Int, in uri: String = "a", context: JSONValue = ["triggerKind": 1]) -> JSONValue? {
    request(
      "textDocument/completion",
      [
        "textDocument": ["uri": .string(uri)], "position": ["line": 0, "character": .int(character)],
        "context": context,
      ])?["result"]
  }

  func send(_ message: JSONValue) { emit(OutgoingMessage.frame(ContiguousArray(message.json.utf8))) }

  /// Sends anything at all.
  func emit(_ bytes: ContiguousArray<UInt8>) {
    input.append(bytes)
    time.settle()
  }

  func closeInput() {
    input.end()
    time.settle()
  }

  func listen() {
    time.settle()
    messages += sink.take().compactMap { try? JSONValue(parsing: $0) }
  }

  var exitCode: Int32? { code.value }
}

/// Keeps messages until they are taken; congested when it is told to be.
final class Collector: MessageSink {
  private let bodies = Mutex<[ContiguousArray<UInt8>]>([])
  private let flow = Mutex<(isCongested: Bool, onDrain: (@Sendable () -> Void)?)>((false, nil))

  var isCongested: Bool { flow.withLock(\.isCongested) }

  /// The client does not read any more.
  func congest() { flow.withLock { $0.isCongested = true } }

  /// The client has read what there was.
  func release() {
    flow.withLock { flow in
      flow.isCongested = false
      return flow.onDrain
    }?()
  }

  func whenDrained(_ body: @escaping @Sendable () -> Void) { flow.withLock { $0.onDrain = body } }

  /// How many wait to be taken.
  var count: Int { bodies.withLock(\.count) }

  func send(_ body: ContiguousArray<UInt8>, urgency: MessageUrgency) { bodies.withLock { $0.append(body) } }

  func flush() {}

  func take() -> [ContiguousArray<UInt8>] {
    bodies.withLock { bodies in
      defer { bodies = [] }
      return bodies
    }
  }
}
