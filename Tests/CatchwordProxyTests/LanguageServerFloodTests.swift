import CatchwordCompletion
import CatchwordRPC
import TestSupport
import Testing

@testable import CatchwordProxy

/// A server of ours that always has something to say, and others who want its thread.
struct LanguageServerFloodTests {
  /// - Parameter size: How many messages come at once.
  @Test(arguments: [1, 100])
  func othersHaveTheirTurnBetweenItsMessages(size: Int) {
    let time = VirtualTime()
    let server = ScriptedUpstream { method, message in
      method == "initialize" ? [ScriptedUpstream.answer(message, ["capabilities": [:]])] : []
    }
    let surroundings = LanguageServerClient.Surroundings(
      launch: { _ in server }, onThread: { work in Task(executorPreference: time.executor) { work() } }, processID: 1,
      clock: time.engineClock, executor: time.executor, log: EventLog())
    let client = LanguageServerClient(LanguageServerSettings(command: ["x"]), folders: [], surroundings)
    client.start()
    time.settle()
    #expect(client.isAlive)
    let before = client.generation
    let report = OutgoingMessage.frame(
      OutgoingMessage.notification("textDocument/publishDiagnostics", [:] as JSONValue))
    for _ in 0..<(1000 / size) { server.emit(ContiguousArray((0..<size).flatMap { _ in report })) }
    // All of it is ready now, and so is this.
    let heard = Box<Int>()
    Task(executorPreference: time.executor) { heard.value = client.generation - before }
    time.settle()
    #expect((heard.value ?? .max) <= 2 * Proxy.turn.messages, "\(heard.value ?? -1) messages")
    #expect(client.generation - before == 1000)
  }
}
