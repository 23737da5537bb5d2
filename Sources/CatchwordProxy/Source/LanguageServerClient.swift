import CatchwordCompletion
import CatchwordRPC
import CatchwordText
import Synchronization

/// The client of one language server that we have started ourselves: starts it when it is needed, tells it of the open
/// documents, and starts it again when it has ended.
///
/// All methods return at once and may be called from any thread; messages are written under the lock, so that their order
/// is that of the events.
final class LanguageServerClient: Upstream {
  private struct Run {
    let number: Int
    let link: any UpstreamLink
    /// What it said to `initialize`; nil until then.
    var abilities: UpstreamAbilities?
    var documents: SyncedDocuments?
  }

  private struct State {
    var run: Run?
    var runs = 0
    /// How often it has said what is wrong with a document: only then has it read what it is asked about.
    var reports = 0
    var documents: [String: DocumentSnapshot] = [:]
    var waiting: [Int: CheckedContinuation<ContiguousArray<UInt8>, any Error>] = [:]
    var ready: [Int: CheckedContinuation<UpstreamAbilities, any Error>] = [:]
    var last = 0
    var restarts = RestartPolicy()
    var isClosed = false
  }

  let settings: LanguageServerSettings
  private let folders: [String]
  private let surroundings: Surroundings
  private let patience = TaskSlot<Int>()
  private let state = Mutex(State())

  /// - Parameter folders: The URIs of the open folders.
  init(_ settings: LanguageServerSettings, folders: [String], _ surroundings: Surroundings) {
    self.settings = settings
    self.folders = folders
    self.surroundings = surroundings
  }

  var isAlive: Bool { state.withLock { $0.run?.abilities != nil } }

  /// How far it has come.
  var loadState: LoadState<Void> {
    state.withLock { state in
      if let run = state.run { return run.abilities == nil ? .loading : .loaded(()) }
      return state.restarts.hasGivenUp ? .failed(UpstreamError.ended("\(settings.name) has ended too often.")) : .idle
    }
  }

  /// Counts its runs and what it has reported: answers from before have aged.
  var generation: Int { state.withLock { $0.runs &+ $0.reports } }

  // MARK: Documents

  func open(_ document: DocumentSnapshot) {
    change { state in
      state.documents[document.uri] = document
      return state.run?.documents?.open(document) ?? []
    }
    // Not here: the edit that follows shall not wait for a process.
    Task(name: "start-\(settings.name)", executorPreference: surroundings.executor) { self.start() }
  }

  func change(_ change: TextChange, in document: DocumentSnapshot) {
    self.change { state in
      state.documents[document.uri] = document
      return state.run?.documents?.change(change, in: document) ?? []
    }
  }

  func close(_ uri: String) {
    change { state in
      state.documents[uri] = nil
      return state.run?.documents?.close(uri) ?? []
    }
  }

  private func change(_ body: (inout State) -> [ContiguousArray<UInt8>]) {
    state.withLock { state in
      for message in body(&state) { state.run?.link.write(OutgoingMessage.frame(message)) }
    }
  }

  // MARK: The process

  /// Starts the server, unless it runs or must not be started yet.
  private func start() {
    let number = state.withLock { state -> Int? in
      let now = surroundings.clock.now
      guard state.run == nil, !state.isClosed, state.restarts.mayStart(at: now) else { return nil }
      state.restarts.didStart(at: now)
      state.runs += 1
      let link = surroundings.launch(settings)
      state.run = Run(number: state.runs, link: link)
      state.last += 1
      let params = ServerQuestions.initializeParams(settings, folders: folders, processID: surroundings.processID)
      link.write(OutgoingMessage.frame(OutgoingMessage.request("initialize", params, id: .int(0))))
      return state.runs
    }
    guard let number else { return }
    Task(name: "server-\(settings.name)", executorPreference: surroundings.executor) { await self.follow(number) }
  }

  private func follow(_ number: Int) async {
    guard let link = state.withLock({ $0.run?.number == number ? $0.run?.link : nil }) else { return }
    let clock = surroundings.clock
    patience.task(id: number, name: "patience-\(settings.name)", executorPreference: surroundings.executor) {
      let deadline = clock.now + LanguageServerClient.startPatience
      if (try? await clock.sleep(until: deadline)) != nil { link.end(grace: .zero) }
    }
    var decoder = FrameDecoder(maximumBodyBytes: LanguageServerClient.maximumMessage)
    while let bytes = await link.read() {
      decoder.append(bytes)
      while let event = decoder.next() {
        if case .body(let body) = event { receive(PassingMessage(body), link) }
      }
    }
    didEnd(number, await link.waitForEnd())
  }

  private func didEnd(_ number: Int, _ reason: String) {
    let (waiting, ready, message, error) = state.withLock { state in
      defer { (state.waiting, state.ready, state.run) = ([:], [:], nil) }
      patience.cancel()
      state.restarts.didEnd(at: surroundings.clock.now)
      var message: String? = state.restarts.hasGivenUp ? "\(reason) It is not started again." : reason
      // That we have ended it is no news.
      if state.isClosed { message = nil }
      let error: any Error = state.isClosed ? CancellationError() : UpstreamError.ended(reason)
      return (state.waiting.values, state.ready.values, message, error)
    }
    for continuation in waiting { continuation.resume(throwing: error) }
    for continuation in ready { continuation.resume(throwing: error) }
    if let message { surroundings.log.report(.warning, message) }
  }

  /// Ends the server for good.
  ///
  /// - Returns: The documents that are open.
  @discardableResult
  func end() -> [DocumentSnapshot] {
    stop()
    return state.withLock { state in
      defer { state.documents = [:] }
      return Array(state.documents.values)
    }
  }

  private func stop() {
    let link = state.withLock { state in
      state.isClosed = true
      guard let link = state.run?.link else { return nil as (any UpstreamLink)? }
      state.last += 1
      link.write(OutgoingMessage.frame(OutgoingMessage.request("shutdown", JSONValue.null, id: .int(state.last))))
      link.write(OutgoingMessage.frame(OutgoingMessage.notification("exit", JSONValue.null)))
      link.closeInput()
      return link
    }
    link?.end(grace: LanguageServerClient.endPatience)
  }

  // MARK: Messages

  private func receive(_ message: PassingMessage, _ link: any UpstreamLink) {
    switch message.kind {
    case .response(.int(0)): didInitialize(message)
    case .response(.int(let number)):
      guard let continuation = state.withLock({ $0.waiting.removeValue(forKey: number) }) else { return }
      if let result = message.result, message.error == nil {
        continuation.resume(returning: message.part(result))
      } else {
        let error = message.error.flatMap { try? JSONValue(parsing: message.part($0)) }
        continuation.resume(throwing: UpstreamError.refused(error?["message"]?.stringValue ?? "unknown"))
      }
    case .request(let id, let method):
      switch ServerQuestions.answer(method, message.paramsValue, settings, folders: folders) {
      case .success(let result): link.write(OutgoingMessage.frame(OutgoingMessage.result(result, id: id)))
      case .failure(let error): link.write(OutgoingMessage.frame(OutgoingMessage.error(error, id: id)))
      }
    case .notification("textDocument/publishDiagnostics"): state.withLock { $0.reports += 1 }
    case .notification, .response, .invalid: break
    }
  }

  private func didInitialize(_ message: PassingMessage) {
    guard let result = message.result, message.error == nil, let value = try? JSONValue(parsing: message.part(result))
    else {
      surroundings.log.report(.warning, "\(settings.name) could not be initialized.")
      return stop()
    }
    let abilities = UpstreamAbilities(value)
    let ready = state.withLock { state -> [Int: CheckedContinuation<UpstreamAbilities, any Error>] in
      guard state.run?.abilities == nil, let link = state.run?.link else { return [:] }
      var documents = SyncedDocuments(abilities)
      link.write(OutgoingMessage.frame(OutgoingMessage.notification("initialized", [:] as JSONValue)))
      if settings.settings != .null {
        let params: JSONValue = ["settings": settings.settings]
        link.write(OutgoingMessage.frame(OutgoingMessage.notification("workspace/didChangeConfiguration", params)))
      }
      for document in state.documents.values.sorted(by: { $0.uri < $1.uri }) {
        for message in documents.open(document) { link.write(OutgoingMessage.frame(message)) }
      }
      state.run?.documents = documents
      state.run?.abilities = abilities
      defer { state.ready = [:] }
      return state.ready
    }
    patience.cancel()
    for continuation in ready.values { continuation.resume(returning: abilities) }
  }

  // MARK: Questions

  /// Waits until the server can be asked.
  ///
  /// - Throws: `UpstreamError` when it cannot, or `CancellationError`.
  func abilities() async throws -> UpstreamAbilities {
    start()
    let number = nextNumber()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<UpstreamAbilities, UpstreamError>? in
          if let abilities = state.run?.abilities { return .success(abilities) }
          if state.run == nil { return .failure(.ended("\(settings.name) is not running.")) }
          if state.ready.count >= LanguageServerClient.maximumOpen { return .failure(.busy) }
          state.ready[number] = continuation
          return nil
        }
        if let result { continuation.resume(with: result.mapError { $0 as any Error }) }
        if Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  func ask(_ method: String, _ params: ContiguousArray<UInt8>) async throws -> ContiguousArray<UInt8> {
    try await ask(method, params, about: nil)
  }

  /// Asks about a document, as it is known to be by then.
  func ask(
    _ method: String, _ params: ContiguousArray<UInt8>, about uri: String?
  ) async throws -> ContiguousArray<UInt8> {
    let number = nextNumber()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let error = state.withLock { state -> UpstreamError? in
          guard let link = state.run?.link, state.run?.abilities != nil else {
            return .ended("\(settings.name) is not running.")
          }
          guard state.waiting.count < LanguageServerClient.maximumOpen else { return .busy }
          for message in uri.flatMap({ state.run?.documents?.refresh($0) }) ?? [] {
            link.write(OutgoingMessage.frame(message))
          }
          state.waiting[number] = continuation
          link.write(OutgoingMessage.frame(UpstreamMessage.request(method, params, id: number)))
          return nil
        }
        if let error { continuation.resume(throwing: error) }
        if Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func nextNumber() -> Int {
    state.withLock { state in
      state.last += 1
      return state.last
    }
  }

  private func cancel(_ number: Int) {
    let (waiting, ready) = state.withLock { state in
      let waiting = state.waiting.removeValue(forKey: number)
      if waiting != nil {
        let params: JSONValue = ["id": .int(number)]
        state.run?.link.write(OutgoingMessage.frame(OutgoingMessage.notification("$/cancelRequest", params)))
      }
      return (waiting, state.ready.removeValue(forKey: number))
    }
    waiting?.resume(throwing: CancellationError())
    ready?.resume(throwing: CancellationError())
  }
}
