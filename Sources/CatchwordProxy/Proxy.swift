package import CatchwordCompletion
package import CatchwordRPC
package import CatchwordServer
import Synchronization

/// A proxy between a client and another language server: passes on every message, and merges our completions into its.
///
/// A `ProxyRouter`, a pure value under a lock, decides how each message is handled; this class performs its actions.
/// The lock is held while messages are passed to the two servers and the client, all of which accept them at once,
/// so that the messages keep the order of the decisions.
package final class Proxy: Sendable {
  /// The settings and parts of a proxy.
  package struct Configuration: Sendable {
    /// The upstream server's name: short, shown to users.
    package var name: String
    /// The time for which a client that takes registrations later waits for the upstream server to answer `initialize`.
    package var answerPatience = Duration.milliseconds(60)
    /// The maximum time in which the upstream server must answer `initialize`.
    package var initializePatience = Duration.seconds(15)
    /// The maximum time in which the upstream server must answer `shutdown`.
    package var shutdownPatience = Duration.seconds(5)
    /// The maximum time for open requests to be answered after `shutdown`, `exit` or the end of the client's input.
    package var restPatience = Server.shutdownGrace
    /// The time that the upstream server has to end by itself.
    package var endPatience = Duration.seconds(2)
    /// The clock that measures time.
    package var clock = EngineClock()
    /// The preferred executor of tasks; nil for the default.
    package var executor: (any TaskExecutor)?
    /// The log in which the parts report what users should know.
    package var log = EventLog()
    /// Returns the embedded server's configuration, without the source of the upstream server's completions.
    package var makeServer: @Sendable () -> ServerConfiguration

    /// Creates the configuration of a proxy for a server.
    package init(name: String, makeServer: @escaping @Sendable () -> ServerConfiguration) {
      self.name = name
      self.makeServer = makeServer
    }
  }

  private struct State {
    var router: ProxyRouter
    var embedded: (input: InputQueue, sink: EmbeddedSink, task: Task<Void, Never>)?
    var waiting: [Int: CheckedContinuation<ContiguousArray<UInt8>, any Error>] = [:]
    var nextQuestion = 0
    var exitCode: Int32?
  }

  /// The maximum number and size of the upstream server's messages that are passed on before the task yields.
  static let turn = (messages: 16, bytes: 128 << 10)
  /// The time that a server has to end after it was asked to, before it is killed.
  private static let killPatience = Duration.seconds(1)

  private let configuration: Configuration
  private let link: any UpstreamLink
  private let input: InputQueue
  private let output: any MessageSink
  private let backpressure = Backpressure()
  private let patience = (
    answer: TaskSlot<OnlyTask>(), initialize: TaskSlot<OnlyTask>(), shutdown: TaskSlot<OnlyTask>(),
    rest: TaskSlot<OnlyTask>(), end: TaskSlot<OnlyTask>()
  )
  private let state: Mutex<State>

  /// Creates a proxy; `run()` starts it.
  ///
  /// - Parameters:
  ///   - input: The queue of the client's bytes.
  ///   - output: The sink for messages to the client.
  package init(_ configuration: Configuration, link: any UpstreamLink, input: InputQueue, output: any MessageSink) {
    self.configuration = configuration
    self.link = link
    self.input = input
    self.output = output
    state = Mutex(State(router: ProxyRouter(name: configuration.name)))
  }

  /// Serves until the client says `exit`, closes the stream, or dies.
  ///
  /// - Returns: The exit code: 0 after `shutdown`, 1 otherwise.
  package func run() async -> Int32 {
    output.whenDrained { [weak self] in self?.clientHasRead() }
    let upstream = Task(name: "upstream", executorPreference: configuration.executor) { await self.followUpstream() }
    var decoder = FrameDecoder()
    for await _ in input.wakes {
      // A client that does not read its responses must not cause more of them.
      if output.isCongested && !input.isEnded && exitCode == nil { continue }
      let (bytes, isEnded, _) = input.take()
      decoder.append(bytes)
      while let event = decoder.next() { receive(event) }
      if isEnded { perform { $0.clientDidEnd() } }
      if exitCode != nil { break }
    }
    patience.answer.cancel()
    patience.initialize.cancel()
    patience.shutdown.cancel()
    patience.rest.cancel()
    backpressure.end()
    link.closeInput()
    patience.end.task(name: "end", executorPreference: configuration.executor) { [configuration, link] in
      let clock = configuration.clock
      guard (try? await clock.sleep(until: clock.now + configuration.endPatience)) != nil else { return }
      link.end(grace: Proxy.killPatience)
    }
    let embedded = state.withLock { state in
      defer { state.embedded = nil }
      return state.embedded
    }
    embedded?.input.end()
    await embedded?.task.value
    await upstream.value
    patience.end.cancel()
    output.flush()
    return exitCode ?? 1
  }

  /// Resumes reading when the client has drained its output, or is gone.
  private func clientHasRead() {
    input.wake()
    backpressure.release()
    state.withLock { $0.embedded?.sink }?.release()
  }

  private var exitCode: Int32? { state.withLock(\.exitCode) }

  // MARK: Receiving

  private func receive(_ event: FrameDecoder.Event) {
    switch event {
    case .body(let body):
      let message = PassingMessage(body)
      perform { $0.clientSent(message) }
    case .problem(let error):
      perform { _ in [.toClient(OutgoingMessage.error(error.responseError, id: nil))] }
    case .skipped(let head):
      // The embedded server checks whether the skipped message may have been an edit.
      let message = PassingMessage(head)
      perform { $0.clientSent(message) }
    }
  }

  private func followUpstream() async {
    var decoder = FrameDecoder()
    while let bytes = await link.read() {
      decoder.append(bytes)
      var (messages, taken) = (0, 0)
      while let event = decoder.next() {
        taken += receiveFromUpstream(event)
        messages += 1
        // A server that sends more than the client reads must wait.
        if output.isCongested { await backpressure.wait { [output] in output.isCongested } }
        // A server that sends without a pause must not keep the client's messages waiting.
        if messages == Proxy.turn.messages || taken >= Proxy.turn.bytes {
          await Task.yield()
          (messages, taken) = (0, 0)
        }
      }
      await Task.yield()
    }
    let end = await link.waitForEnd()
    perform { $0.upstreamDidEnd(end) }
  }

  /// - Returns: The length of the received body, in bytes; 0 for anything else.
  private func receiveFromUpstream(_ event: FrameDecoder.Event) -> Int {
    switch event {
    case .body(let body):
      let message = PassingMessage(body)
      perform { $0.upstreamSent(message) }
      return body.count
    case .problem(let error):
      perform { $0.upstreamLost(error.responseError.message, isMessage: LostResponse(error) == .unknown) }
    case .skipped: break
    }
    return 0
  }

  private func embeddedDidEnd() {
    perform { $0.embeddedDidEnd() }
    input.wake()
  }

  // MARK: Performing

  /// Performs what the router decides: under the lock what must keep its order, and the rest after it is released.
  private func perform(_ decide: (inout ProxyRouter) -> [ProxyAction]) {
    let later: [@Sendable () -> Void] = state.withLock { state in
      var later: [@Sendable () -> Void] = []
      for action in decide(&state.router) { perform(action, &state, &later) }
      for action in state.router.endWhenDone() { perform(action, &state, &later) }
      return later
    }
    for action in later { action() }
  }

  private func perform(_ action: ProxyAction, _ state: inout State, _ later: inout [@Sendable () -> Void]) {
    switch action {
    case .toClient(let body, let urgency): output.send(body, urgency: urgency)
    case .toUpstream(let body): link.write(OutgoingMessage.frame(body))
    case .toEmbedded(let body): state.embedded?.input.append(OutgoingMessage.frame(body))
    case .startEmbedded(let isAlone): state.embedded = startEmbedded(isAlone: isAlone, state.router)
    case .answer(let number, let result):
      guard let continuation = state.waiting.removeValue(forKey: number) else { return }
      later.append { continuation.resume(with: result.mapError { $0 as any Error }) }
    case .wait(let patience): later.append { [self] in wait(patience) }
    case .endUpstream: later.append { [link] in link.end(grace: .zero) }
    // Not under the lock: the log's listener sends to the client through this class.
    case .log(let level, let message): later.append { [configuration] in configuration.log.report(level, message) }
    case .finish(let code):
      state.exitCode = state.exitCode ?? code
      later.append { [input] in input.wake() }
    }
  }

  private func startEmbedded(
    isAlone: Bool, _ router: ProxyRouter
  ) -> (InputQueue, EmbeddedSink, Task<Void, Never>) {
    var server = configuration.makeServer()
    if !isAlone {
      let source = ProxySource(
        name: configuration.name, self, takesCommitCharacters: router.knowsCommitCharacters,
        abilities: { [self] in state.withLock(\.router.abilities) })
      server.sources.insert(source, at: 0)
    }
    let input = InputQueue()
    let sink = EmbeddedSink(before: output) { [self] body, urgency in
      let message = PassingMessage(body)
      perform { $0.embeddedSent(message, urgency: urgency) }
    }
    let task = Task(name: "server", executorPreference: configuration.executor) { [self] in
      _ = await Server(server, input: input, output: sink).run()
      embeddedDidEnd()
    }
    return (input, sink, task)
  }

  private func wait(_ patience: ProxyPatience) {
    let (slot, duration) =
      switch patience {
      case .answer: (self.patience.answer, configuration.answerPatience)
      case .initialize: (self.patience.initialize, configuration.initializePatience)
      case .shutdown: (self.patience.shutdown, configuration.shutdownPatience)
      case .rest: (self.patience.rest, configuration.restPatience)
      }
    slot.cancel()
    slot.task(name: "patience", executorPreference: configuration.executor) { [self] in
      let clock = configuration.clock
      guard (try? await clock.sleep(until: clock.now + duration)) != nil else { return }
      perform { $0.patienceDidEnd(patience) }
    }
  }
}

extension Proxy: Upstream {
  var isAlive: Bool { state.withLock { $0.router.end == nil } }

  var generation: Int { state.withLock { $0.router.end == nil ? $0.router.traces.reports : -1 } }

  func ask(_ method: String, _ params: ContiguousArray<UInt8>) async throws -> ContiguousArray<UInt8> {
    let number = state.withLock { state in
      state.nextQuestion += 1
      return state.nextQuestion
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        state.withLock { $0.waiting[number] = continuation }
        perform { $0.sourceAsked(number, method, params) }
        // The handler may have run before there was anything to cancel.
        if Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func cancel(_ number: Int) {
    let continuation = state.withLock { $0.waiting.removeValue(forKey: number) }
    perform { $0.sourceCancelled(number) }
    continuation?.resume(throwing: CancellationError())
  }
}
