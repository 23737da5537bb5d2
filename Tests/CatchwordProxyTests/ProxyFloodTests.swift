import CatchwordCompletion
import CatchwordRPC
import CatchwordServer
import Synchronization
import TestSupport
import Testing

@testable import CatchwordProxy

/// A server that always has something to say, and a client that wants to be heard.
struct ProxyFloodTests {
  /// However much of the server's waits, what the client says passes after a bounded part of it.
  @Test(arguments: [10, 20_000])
  func theClientIsHeardBetweenTheServersMessages(size: Int) {
    let passed = Box<Int>()
    let sink = Box<Collector>()
    let dialogue = ProxyDialogue.completing([]) { method, _ in
      if method == "x/y" { passed.value = sink.value?.count }
      return []
    }
    sink.value = dialogue.sink
    dialogue.listen()
    let text = JSONValue.string(String(repeating: "x", count: size))
    let flood = OutgoingMessage.frame(OutgoingMessage.notification("$/x", [text] as JSONValue))
    for _ in 0..<10 { dialogue.upstream.emit(ContiguousArray((0..<100).flatMap { _ in flood })) }
    // Both are ready now; nothing has run yet.
    _ = dialogue.begin("x/y", [:])
    // The client's turn comes behind one of the server's, or two if the server is first.
    #expect((passed.value ?? .max) <= 2 * Proxy.turn.messages, "\(passed.value ?? -1) messages")
    #expect((passed.value ?? .max) <= 2 * (Proxy.turn.bytes / size + 1))
    #expect(dialogue.sink.count == 1000)
  }

  /// Neither what writes to the client nor the servers hold a proxy that has ended.
  @Test func aProxyThatHasEndedIsLetGoOf() {
    let time = VirtualTime()
    let input = InputQueue()
    let sink = Collector()
    weak var weakProxy: Proxy?
    do {
      var configuration = Proxy.Configuration(name: "other") {
        var server = ServerConfiguration(sources: [])
        server.clock = time.engineClock
        server.executor = time.executor
        return server
      }
      configuration.clock = time.engineClock
      configuration.executor = time.executor
      let upstream = ScriptedUpstream { method, message in
        method == "initialize" ? [ScriptedUpstream.answer(message, ["capabilities": [:]])] : []
      }
      let proxy = Proxy(configuration, link: upstream, input: input, output: sink)
      weakProxy = proxy
      Task(executorPreference: time.executor) { _ = await proxy.run() }
    }
    let params: JSONValue = ["capabilities": [:]]
    input.append(OutgoingMessage.frame(OutgoingMessage.request("initialize", params, id: .int(1))))
    time.settle()
    #expect(weakProxy != nil && sink.count == 1)
    input.end()
    time.advance(by: .seconds(10))
    #expect(weakProxy == nil)
  }
}
