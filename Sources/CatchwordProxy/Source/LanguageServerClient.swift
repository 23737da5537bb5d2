import CatchwordCompletion
import CatchwordRPC
import CatchwordText
import Synchronization

/// The client of one language server that we start ourselves: starts it when needed, keeps it informed of the open
/// documents, and restarts it when it has ended.
///
/// All methods return at once and may be called from any thread. Messages to the server wait in a queue, in the order
/// of the events, until it has begun. One task at a time writes them, never under the lock, so that neither a process
/// that is being started nor a long text delays the caller that reports the next edit.
final class LanguageServerClient: Upstream {
  let settings: LanguageServerSettings
  private let folders: [String]
  private let surroundings: Surroundings
  private let patience = TaskSlot<Int>()
  let state = Mutex(LanguageServerState())

  /// - Parameter folders: The URIs of the open folders.
  init(_ settings: LanguageServerSettings, folders: [String], _ surroundings: Surroundings) {
    self.settings = settings
    self.folders = folders
    self.surroundings = surroundings
  }

  var isAlive: Bool { state.withLock { $0.run?.abilities != nil } }

  /// The load state of the server: loading until it has answered `initialize`, and failed once it has been given up.
  var loadState: LoadState<Void> {
    state.withLock { state in
      if let refusal = state.refusal { return .failed(UpstreamError.ended(refusal)) }
      if let run = state.run { return run.abilities == nil ? .loading : .loaded(()) }
      return state.restarts.hasGivenUp ? .failed(UpstreamError.ended("\(settings.name) has ended too often.")) : .idle
    }
  }

  /// How the server ended that is to be started again; nil for one that runs, has not been needed, or was given up.
  var trouble: String? {
    state.withLock { state in
      let isGivenUp = state.restarts.hasGivenUp || state.refusal != nil
      return isGivenUp ? nil : state.lastEnd.map { "\($0) It is started again when it is needed." }
    }
  }

  /// A number that changes with each run and each report of diagnostics, so that earlier answers are stale.
  var generation: Int { state.withLock { $0.runs &+ $0.reports } }

  // MARK: Documents

  func open(_ document: DocumentSnapshot) {
    tell(noting: { $0.documents[document.uri] = document }) { $0.open(document) }
    start()
  }

  func change(_ change: TextChange, in document: DocumentSnapshot) {
    tell(noting: { $0.documents[document.uri] = document }) { $0.change(change, in: document) }
  }

  func close(_ uri: String) {
    tell(noting: { $0.documents[uri] = nil }) { $0.close(uri) }
  }

  /// Queues news for the server, and starts a task that writes it if the server has begun and no task writes yet.
  func tell(
    noting note: (inout LanguageServerState) -> Void = { _ in }, _ news: @escaping LanguageServerState.News
  ) {
    let run = state.withLock { state in
      note(&state)
      return state.add(news)
    }
    guard let run else { return }
    Task(name: "tell-\(settings.name)", executorPreference: surroundings.executor) { self.write(run) }
  }

  /// Writes all queued news, including what is added meanwhile; does nothing when another task writes.
  func write(_ run: Int) {
    while let (news, documents, link) = state.withLock({ $0.takeNews(of: run) }) {
      var documents = documents
      for item in news {
        for message in item(&documents) { link.write(OutgoingMessage.frame(message)) }
      }
      state.withLock { state in
        if state.run?.number == run { state.run?.documents = documents }
      }
    }
  }

  // MARK: The process

  /// Starts the server, unless it runs or must not be started yet.
  func start() {
    let number = state.withLock { state -> Int? in
      let now = surroundings.clock.now
      guard state.run == nil, !state.isClosed, state.restarts.mayStart(at: now) else { return nil }
      state.restarts.didStart(at: now)
      state.runs += 1
      state.run = LanguageServerState.Run(number: state.runs)
      return state.runs
    }
    guard let number else { return }
    surroundings.onThread { self.launch(number) }
  }

  private func launch(_ number: Int) {
    let link = surroundings.launch(settings)
    let params = ServerQuestions.initializeParams(settings, folders: folders, processID: surroundings.processID)
    link.write(OutgoingMessage.frame(OutgoingMessage.request("initialize", params, id: .int(0))))
    let isWanted = state.withLock { state in
      state.run?.link = link
      return !state.isClosed
    }
    if !isWanted { link.end(grace: .zero) }
    Task(name: "server-\(settings.name)", executorPreference: surroundings.executor) { await self.follow(number, link) }
  }

  private func follow(_ number: Int, _ link: any UpstreamLink) async {
    let clock = surroundings.clock
    patience.task(id: number, name: "patience-\(settings.name)", executorPreference: surroundings.executor) {
      let deadline = clock.now + LanguageServerClient.startPatience
      if (try? await clock.sleep(until: deadline)) != nil { link.end(grace: .zero) }
    }
    var decoder = FrameDecoder(maximumBodyBytes: LanguageServerClient.maximumMessage)
    while let bytes = await link.read() {
      decoder.append(bytes)
      var messages = 0
      while let event = decoder.next() {
        receive(event, link)
        messages += 1
        // A server that sends without a pause must not occupy the thread.
        if messages.isMultiple(of: Proxy.turn.messages) { await Task.yield() }
      }
      await Task.yield()
    }
    didEnd(number, await link.waitForEnd())
  }

  private func didEnd(_ number: Int, _ reason: String) {
    let (waiting, ready, message, error) = state.withLock { state in
      defer { (state.waiting, state.ready, state.run) = ([:], [:], nil) }
      patience.cancel()
      state.restarts.didEnd(at: surroundings.clock.now)
      var message: String? = state.restarts.hasGivenUp ? "\(reason) It is not started again." : reason
      // An end that we caused is not reported.
      if state.isClosed { message = nil } else { state.lastEnd = reason }
      let error: any Error = state.isClosed ? CancellationError() : UpstreamError.ended(reason)
      return (state.waiting.values, state.ready.values, message, error)
    }
    for continuation in waiting { continuation.resume(throwing: error) }
    for continuation in ready { continuation.resume(throwing: error) }
    if let message { surroundings.log.report(.warning, message) }
  }

  /// Ends the server for good; one that is still being started is ended as soon as it runs.
  ///
  /// - Returns: The open documents.
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

  private func receive(_ event: FrameDecoder.Event, _ link: any UpstreamLink) {
    switch event {
    case .body(let body): receive(PassingMessage(body), link)
    case .problem(let error): lose(LostResponse(error), PlainText.line(error.responseError.message))
    case .skipped: break
    }
  }

  private func receive(_ message: PassingMessage, _ link: any UpstreamLink) {
    switch message.kind {
    case .response(let id):
      guard let number = id?.number else { return }
      if number == 0 { return didInitialize(message) }
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
    case .notification: break
    case .invalid(let reason): lose(LostResponse(message.body), "\(reason).")
    }
  }

  /// Fails the requests whose response may have come in a message that could not be read, and logs the first such one.
  ///
  /// - Parameter reason: Why it could not be read, with a full stop.
  private func lose(_ response: LostResponse, _ reason: String) {
    let (isFirst, hasBegun, waiting) = state.withLock { state in
      defer { state.run?.hasComplained = true }
      let isFirst = state.run?.hasComplained == false && !state.isClosed
      return (isFirst, state.run?.abilities != nil, state.takeWaiting(for: response))
    }
    if isFirst {
      surroundings.log.report(
        .warning, "\(settings.name) has sent something that is no message of LSP's: \(reason)")
    }
    if !hasBegun, response == .unknown || response == .one(0) {
      refuse("\(settings.name) has answered \"initialize\" with something that could not be read: \(reason)")
    }
    let error = UpstreamError.ended("\(settings.name) has sent an answer that could not be taken: \(reason)")
    for continuation in waiting { continuation.resume(throwing: error) }
  }

  private func didInitialize(_ message: PassingMessage) {
    guard let result = message.result, message.error == nil, let value = try? JSONValue(parsing: message.part(result))
    else {
      let error = message.error.flatMap { try? JSONValue(parsing: message.part($0)) }
      let statement = ProxyRouter.statement(of: error)
      return refuse("\(settings.name) has answered \"initialize\" with an error (\(statement)).")
    }
    let abilities = UpstreamAbilities(value)
    var greetings = [OutgoingMessage.notification("initialized", [:] as JSONValue)]
    if settings.settings != .null {
      let params: JSONValue = ["settings": settings.settings]
      greetings.append(OutgoingMessage.notification("workspace/didChangeConfiguration", params))
    }
    guard let begun = state.withLock({ [greetings] in $0.didBegin(abilities, greetings) }) else { return }
    write(begun.run)
    patience.cancel()
    for continuation in begun.ready { continuation.resume(returning: abilities) }
  }

  /// Ends a server for good that cannot be used, and tells whoever waits for it.
  ///
  /// - Parameter reason: What it answered to `initialize`, as a sentence.
  private func refuse(_ reason: String) {
    guard let ready = state.withLock({ $0.didRefuse(reason) }) else { return }
    surroundings.log.report(.warning, "\(reason) It is not started again.")
    stop()
    for continuation in ready { continuation.resume(throwing: UpstreamError.ended(reason)) }
  }
}
