import CatchwordCompletion
import CatchwordRPC
import CatchwordText
import TestSupport
import Testing

@testable import CatchwordProxy

/// A server of the user's that breaks the protocol: that is logged, and nobody waits for what cannot come.
struct LanguageServerFaultTests {
  private let time = VirtualTime()
  private let messages = Box<[String]>()
  private let outcome = Box<String>()

  private func source(_ server: ScriptedUpstream) -> LanguageServerSource {
    let log = EventLog()
    log.listen { [messages] _, text in messages.update { ($0 ?? []) + [text] } }
    let surroundings = LanguageServerClient.Surroundings(
      launch: { _ in server }, onThread: { [time] work in Task(executorPreference: time.executor) { work() } },
      processID: 1, clock: time.engineClock, executor: time.executor, log: log)
    return LanguageServerSource(LanguageServerSettings(command: ["x"]), surroundings)
  }

  /// Asks for completions; the outcome is the words, or the error.
  private func ask(_ source: LanguageServerSource) {
    outcome.value = nil
    let document = DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: Text("vo"))
    let query = CompletionQuery(document: document, offset: 2)
    Task(executorPreference: time.executor) { [outcome] in
      do {
        outcome.value = try await source.completions(for: query).candidates.map(\.text).joined(separator: " ")
      } catch {
        outcome.value = "\(error)"
      }
    }
    time.settle()
  }

  /// A server that answers `initialize` alone.
  private func begun() -> ScriptedUpstream {
    ScriptedUpstream { method, message in
      method == "initialize"
        ? [ScriptedUpstream.answer(message, ["capabilities": ["completionProvider": [:], "textDocumentSync": 2]])] : []
    }
  }

  @Test func whoWaitsForAResponseThatCannotBeReadIsToldAtOnce() throws {
    let server = begun()
    let source = source(server)
    for response in BrokenResponse.all {
      ask(source)
      #expect(outcome.value == nil)
      server.emit(response.frame(id: try #require(server.received.last?["id"]?.intValue)))
      time.settle()
      #expect(outcome.value?.hasPrefix("x has sent an answer that could not be taken: ") == true, "\(response)")
    }
    // All else goes on.
    ask(source)
    server.say(ScriptedUpstream.answer(try #require(server.received.last), [["label": "void"]]))
    time.settle()
    #expect(outcome.value == "void")
    #expect(messages.value?.count == 1)
    #expect(messages.value?.first?.hasPrefix("x has sent something that is no message of LSP's: ") == true)
  }

  @Test func aMessageThatIsTooLongMayBeAnybodysResponse() {
    let server = begun()
    let source = source(server)
    ask(source)
    let length = LanguageServerClient.maximumMessage + 1
    server.emit(ContiguousArray("Content-Length: \(length)\r\n\r\n".utf8))
    time.settle()
    #expect(outcome.value?.contains("over the limit") == true)
    #expect(messages.value?.count == 1)
  }

  @Test func aNotificationThatCannotBeReadIsNobodysResponse() {
    let server = begun()
    let source = source(server)
    ask(source)
    server.emit(OutgoingMessage.frame(ContiguousArray(#"{"method":"window/logMessage","params":NaN}"#.utf8)))
    time.settle()
    #expect(outcome.value == nil)
    #expect(messages.value?.count == 1)
    source.end()
    time.settle()
  }

  @Test func aServerThatRefusesToBeginHasFailedForTheReasonThatItGives() {
    let server = ScriptedUpstream { method, message in
      guard method == "initialize" else { return [] }
      let error: JSONValue = ["code": -32002, "message": "no\u{1B} license\nhere"]
      return [["jsonrpc": "2.0", "id": message["id"] ?? nil, "error": error]]
    }
    let source = source(server)
    ask(source)
    let reason = "x has answered \"initialize\" with an error (no\u{FFFD} license here)."
    #expect(outcome.value == reason)
    #expect(messages.value == ["\(reason) It is not started again."])
    #expect(server.hasEnded)
    #expect(source.loadState.error.map { "\($0)" } == reason && source.trouble == nil)
    // Nor is it asked again.
    ask(source)
    #expect(outcome.value == reason)
    #expect(server.methods.count { $0 == "initialize" } == 1)
  }

  @Test(arguments: BrokenResponse.all)
  func anAnswerToInitializeThatCannotBeReadIsItsFailure(response: BrokenResponse) {
    let server = ScriptedUpstream { _, _ in [] }
    let source = source(server)
    ask(source)
    #expect(outcome.value == nil && source.loadState.isLoading)
    server.emit(response.frame(id: 0))
    time.settle()
    #expect(outcome.value?.hasPrefix("x has answered \"initialize\" with something that could not be read: ") == true)
    #expect(source.loadState.error != nil && server.hasEnded)
  }

  /// To some servers, all numbers are floating-point numbers.
  @Test func aNumberIsTheSameHoweverItIsWritten() {
    let server = ScriptedUpstream { method, message in
      guard let id = message["id"]?.intValue else { return [] }
      let result: JSONValue =
        method == "initialize" ? ["capabilities": ["completionProvider": [:]]] : [["label": "void"]]
      return [["jsonrpc": "2.0", "id": .number("\(id).0"), "result": result]]
    }
    let source = source(server)
    ask(source)
    #expect(outcome.value == "void")
  }
}
