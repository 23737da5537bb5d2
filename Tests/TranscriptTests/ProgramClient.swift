import CatchwordRPC
import CatchwordServer
import CatchwordSources
import Foundation
import Synchronization
import TestSupport

@testable import CatchwordProgram

/// An editor at the program's own server, with all its sources, in a home of its own.
final class ProgramClient: Sendable {
  private let input = InputQueue()
  private let output = MemorySink()
  private let parts: Serve.Parts
  private let server: Task<Void, Never>
  private let project: String
  private let state = Mutex((id: 0, version: 1, messages: [String]()))
  private let checker = Mutex(DialogueChecker())

  init(home: String, project: String) throws {
    self.project = project
    parts = Serve.parts(
      UserConfiguration(environment: [
        "HOME": home, "XDG_CACHE_HOME": home + "/cache", "XDG_STATE_HOME": home + "/state",
        "XDG_CONFIG_HOME": home + "/config",
      ]))
    let server = Server(parts.configuration, input: input, output: output)
    self.server = Task(name: "server") { [output] in
      _ = await server.run()
      output.end()
    }
  }

  /// What the server did that it must not, a sentence each.
  var violations: [String] { checker.withLock { $0.violations } }

  func begin(_ capabilities: JSONValue = ["textDocument": ["completion": [:], "inlineCompletion": [:]]]) async {
    _ = await request(
      "initialize",
      [
        "processId": nil, "rootUri": .string("file://" + project), "capabilities": capabilities,
        "initializationOptions": ["limit": 1000, "learning": ["enabled": true]],
      ])
    notify("initialized", [:])
    open("main.swift", "some words of a program\n")
  }

  func open(_ name: String, _ text: String) {
    notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": uri(name), "languageId": "swift", "version": 1, "text": .string(text)]])
  }

  /// Waits until the files of the project have been read.
  func waitUntilRead() async throws {
    try await Breather.wait(for: "the files to be read") { [parts] in
      _ = await completions("a")
      return !parts.program.sources.isBusy
    }
  }

  /// Asks for the completions of a word, by hand.
  func completions(_ typed: String) async -> JSONValue {
    write(typed)
    return await request("textDocument/completion", place(typed))
  }

  /// Asks for the completions of the word that stands there, again: what takes longer than an answer has gone on meanwhile.
  func completionsAgain(_ typed: String) async -> JSONValue {
    await request("textDocument/completion", place(typed))
  }

  /// Asks for all there is about an item.
  func resolve(_ item: JSONValue) async -> JSONValue { await request("completionItem/resolve", item) }

  /// Asks for ghost text behind a text, by hand.
  func ghostText(behind text: String) async -> JSONValue {
    write(text)
    guard case .object(var params) = place(text) else { return .null }
    params["context"] = ["triggerKind": 1]
    let answer = await request("textDocument/inlineCompletion", .object(params))
    // It begins with the word that stands there.
    let typed = text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }).last.map(String.init) ?? ""
    guard let shown = answer["items"]?.arrayValue?.first?["insertText"]?.stringValue else { return .null }
    return .string(shown.hasPrefix(typed) ? String(shown.dropFirst(typed.count)) : shown)
  }

  /// Writes a document that holds nothing else.
  func write(_ text: String) {
    let version = state.withLock { state in
      state.version += 1
      return state.version
    }
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": uri("main.swift"), "version": .int(version)],
        "contentChanges": [["text": .string(text)]],
      ])
  }

  /// Ends the server.
  ///
  /// - Returns: All messages that it sent of its own accord.
  func end() async -> [String] {
    _ = await request("shutdown", .null)
    notify("exit", .null)
    await server.value
    return state.withLock { $0.messages }
  }

  private func place(_ text: String) -> JSONValue {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return [
      "textDocument": ["uri": uri("main.swift")],
      "position": ["line": .int(lines.count - 1), "character": .int(lines.last?.utf16.count ?? 0)],
    ]
  }

  private func uri(_ name: String) -> JSONValue { .string("file://\(project)/\(name)") }

  private func notify(_ method: String, _ params: JSONValue) {
    send(OutgoingMessage.notification(method, params))
  }

  private func request(_ method: String, _ params: JSONValue) async -> JSONValue {
    let id = state.withLock { state in
      state.id += 1
      return state.id
    }
    send(OutgoingMessage.request(method, params, id: .int(id)))
    for await body in output.bodies {
      guard let message = try? JSONValue(parsing: body) else { continue }
      checker.withLock { $0.serverSent(message) }
      if message["method"] != nil, let asked = message["id"] {
        send(ContiguousArray("{\"jsonrpc\":\"2.0\",\"id\":\(asked.json),\"result\":null}".utf8))
        continue
      }
      if message["method"] == nil, message["id"] == .int(id) { return message["result"] ?? .null }
      state.withLock { $0.messages.append(String(decoding: body, as: UTF8.self)) }
    }
    return .null
  }

  private func send(_ body: ContiguousArray<UInt8>) {
    if let message = try? JSONValue(parsing: body) { checker.withLock { $0.clientSent(message) } }
    input.append(OutgoingMessage.frame(body))
  }
}
