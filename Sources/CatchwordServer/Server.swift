public import CatchwordCompletion
import CatchwordLSP
public import CatchwordRPC
import CatchwordSettings
public import CatchwordText

/// A completion server that speaks LSP over a pair of byte streams.
///
/// One loop receives. It first looks for cancellations in all input that has arrived, then handles message by message:
/// edits and settings at once, without an `await`, so that all later messages see them; slow work is registered at
/// once, with the document as it is then, and only waited for elsewhere. See `Server+Methods.swift`.
///
/// The loop never blocks for long: under a lock that it takes, nothing is computed, read, started or ended that may
/// take more than 1 ms. The order of locks is in the article Architecture.
public actor Server {
  let configuration: ServerConfiguration
  let bans: PendingBans
  /// The latest command that changes the memory.
  var lastWordCommand: Task<Void, Never>?
  let scheduler: CompletionScheduler
  let input: InputQueue
  let output: any MessageSink
  let outbox: Outbox
  let inFlight: InFlightRequests
  let lists = RecentLists()
  let acceptances: AcceptanceWatch
  let ghosts = GhostTexts()
  let menus = DelayedMenus()
  /// The log for sources that cannot resolve an item.
  let failures: FailureLog
  var sourceNames = SourceNames()
  /// The sources of completions; changed by settings.
  var sources: [any CompletionSource]
  var observers: [any DocumentObserver]
  var lifecycle = Lifecycle()
  var documents: [String: OpenDocument] = [:]
  /// The URIs of the documents that were edited since their last completion request.
  var editedDocuments: Set<String> = []
  var renderer = CompletionRenderer()
  /// The parameters of `initialize`; nil before it.
  var initializeParams: InitializeParams?
  /// The client's own name.
  var clientName = ""
  var workspace = WorkspaceClientCapabilities()
  /// The URIs of the open folders.
  var folders: [String] = []
  var layers: SettingsLayers
  let settingsFiles: SettingsFiles
  var settingsWait = SettingsWait()
  private(set) lazy var schema = configuration.schema
  /// The merged settings of all layers.
  var effective: EffectiveSettings
  /// The server's own settings among them.
  var settings: ServerSettings
  /// The problems of the current settings that were logged.
  var reportedProblems: Set<String> = []
  /// The text rules of each open document, by URI.
  var textSettings: [String: ServerSettings.TextSettings] = [:]
  var watchedFiles = WatchedFiles()
  var outgoing = OutgoingRequests()
  var loading = LoadingDisplay()
  var inlineRegistration = InlineRegistration()
  /// The arrival time of the bytes that are being handled.
  var arrival = Duration.zero
  var trace = TraceValue.off
  /// A `shutdown` that waits for the requests before it; it cannot be cancelled.
  var pendingShutdown: PendingRequest?
  /// The timer that bounds how long the end waits for responses.
  let grace = TaskSlot<OnlyTask>()
  var hasInputEnded = false
  var isExitRequested = false
  let watchedProcess = TaskSlot<Int>()
  /// True when the client subscribes to changes of its current list.
  var followsCompletions = false
  var exitCode: Int32?
  private var decoder = FrameDecoder()
  /// The messages that have arrived and are not handled yet, as an `initialize` before them waits for settings.
  private var backlog: [(message: Message, lost: LostMessage?)] = []
  /// The requests that were cancelled in the same batch, before they were begun.
  private var cancelledEarly: Set<RequestID> = []
  /// The completion requests that a newer message of the same batch supersedes.
  var supersededEarly: Set<RequestID> = []

  /// Creates a server; `run()` starts it.
  ///
  /// - Parameters:
  ///   - configuration: The sources, the model, and the settings of the server.
  ///   - input: The queue of received bytes.
  ///   - output: The sink of messages to the client.
  public init(_ configuration: ServerConfiguration, input: InputQueue, output: any MessageSink) {
    self.configuration = configuration
    self.input = input
    self.output = output
    outbox = Outbox(output)
    inFlight = InFlightRequests(
      outbox: outbox, log: configuration.log, onRecovery: StreamPlatform.releaseFreedMemory)
    // A file that is still to be read may say that nothing is to be kept.
    let user =
      configuration.readUserSettings == nil
      ? CheckedLayer(
        configuration.userSettings, schema: configuration.schema, home: configuration.home,
        workingFolder: configuration.workingFolder)
      : CheckedLayer(
        unchecked: .unreadable(folder: nil, origin: configuration.userSettings.origin),
        workingFolder: configuration.workingFolder)
    layers = SettingsLayers(user: SettingsFiles.Reading(layer: user))
    settingsFiles = Server.settingsFiles(configuration, input: input)
    effective = EffectiveSettings([], schema: [])
    settings = ServerSettings(effective, defaults: configuration.settings)
    failures = FailureLog(configuration.log)
    var names = SourceNames()
    let sources = names.distinct(configuration.sources, log: configuration.log)
    sourceNames = names
    self.sources = sources
    observers = Server.observers(configuration, sources)
    scheduler = CompletionScheduler(
      sources: sources, model: configuration.model, settings: configuration.settings,
      clock: configuration.clock, executor: configuration.executor, promptExecutor: configuration.promptExecutor,
      log: configuration.log)
    acceptances = AcceptanceWatch(configuration.memory)
    bans = PendingBans { [scheduler] in scheduler.learned = $0 }
    configuration.memory?.whenChanged { [bans] in bans.memoryDidChange($0) }
  }

  /// Serves until the client says `exit`, closes the stream, or dies.
  ///
  /// - Returns: The exit code: 0 after `shutdown`, 1 otherwise.
  public func run() async -> Int32 {
    if let processID = configuration.clientProcessID { watch(processID) }
    output.whenDrained { [input] in input.wake() }
    input.measureArrivals { [clock = configuration.clock] in clock.now }
    for await _ in input.wakes {
      // Backpressure: a client that does not read responses must not cause more of them.
      if output.isCongested && !input.isEnded && exitCode == nil { continue }
      takeSettings()
      if isInitializing && exitCode == nil { continue }
      let (bytes, isEnded, arrival) = input.take()
      self.arrival = arrival ?? configuration.clock.now
      receive(bytes)
      reportStatus()
      // Messages behind an `initialize` that waits for settings are handled at the next wake, the end of the input too.
      if isInitializing && exitCode == nil { continue }
      if isEnded { inputDidEnd() }
      if isQuiet { becameQuiet() }
      if exitCode != nil { break }
    }
    // The tasks hold the server, and the watch would hold it for as long as the client's process lives.
    watchedProcess.cancel()
    loading.slot.cancel()
    grace.cancel()
    settingsWait.timer.cancel()
    scheduler.shutDown()
    await acceptances.finish(after: lastWordCommand, configuration.clock, executor: configuration.executor)
    answerShutdown()
    for request in inFlight.all { request.cancel("The server has ended.") }
    output.flush()
    return exitCode ?? lifecycle.exitCode
  }

  // MARK: Receiving

  private static let cancelled = "The client cancelled the request."

  /// Sets the maximum size of a message, in bytes; longer ones are skipped.
  func limitMessages(to bytes: Int) { decoder.maximumBodyBytes = bytes }

  private func receive(_ bytes: ContiguousArray<UInt8>) {
    decoder.append(bytes)
    var messages: [Message] = []
    var lost: [Int: LostMessage] = [:]
    while let event = decoder.next() {
      switch event {
      case .body(let body):
        let message = Message(body)
        messages.append(message)
        if message.isRefused { lost[messages.count - 1] = LostMessage(body, isCut: false) }
      case .problem(let error): messages.append(.invalid(id: nil, error.responseError))
      case .skipped(let head):
        // A placeholder: the message was answered when it was refused.
        messages.append(.response(id: nil, result: nil))
        lost[messages.count - 1] = LostMessage(head, isCut: true)
      }
    }
    preempt(messages)
    supersededEarly = superseded(messages)
    backlog += messages.enumerated().map { ($1, lost[$0]) }
    var handled = 0
    while handled < backlog.count, exitCode == nil, !isInitializing {
      let (message, lost) = backlog[handled]
      handled += 1
      if let lost { loseStep(by: lost) }
      handle(message)
    }
    backlog.removeFirst(handled)
    if backlog.isEmpty { cancelledEarly = [] }
  }

  /// Handles the cancellations in all input that has arrived, before any other message.
  private func preempt(_ messages: [Message]) {
    var arrived: Set<RequestID> = []
    for case .request(let id, _, _) in backlog.map(\.message) { arrived.insert(id) }
    for message in messages {
      if case .request(let id, _, _) = message { arrived.insert(id) }
      if case .notification("exit", _) = message { input.requestExit() }
      guard case .notification("$/cancelRequest", let params) = message,
        let id = try? params.decode({ (reader) throws(JSONError) in try CancelParams(from: &reader) }).id
      else { continue }
      if let request = inFlight[id], request !== pendingShutdown, request.cancel(Server.cancelled) { continue }
      // The request came just before its cancellation: it is answered without being begun.
      if arrived.contains(id) { cancelledEarly.insert(id) }
    }
  }

  private func handle(_ message: Message) {
    switch message {
    case .request(let id, let method, let params): handleRequest(id, method, params)
    case .notification(let method, let params): handleNotification(method, params)
    case .response(let id, let result): outgoing.take(id)?(self, result)
    case .invalid(let id, let error): outbox.send(error, id: id)
    case .unclear(let id, let error): takeUnclear(id, error)
    }
  }

  private func handleRequest(_ id: RequestID, _ method: String, _ params: Message.Params) {
    // A `didChange` with an id is refused, so its edit is lost.
    if method == "textDocument/didChange" { loseStep(params) }
    guard let request = inFlight.insert(id) else {
      let error = ResponseError(.invalidRequest, "A request with id \(id) is in flight; ids must not be used twice.")
      return outbox.send(error, id: id)
    }
    if let refusal = lifecycle.refusal(of: method) { return request.fail(refusal) }
    if cancelledEarly.remove(id) != nil {
      return request.fail(ResponseError(.requestCancelled, Server.cancelled))
    }
    if postpone(request, method, params) { return }
    beginWaitingRequests(before: method)
    begin(request, method, params)
  }

  /// Handles a request that does not have to wait.
  func begin(_ request: PendingRequest, _ method: String, _ params: Message.Params) {
    guard let handler = Server.requests[method] else {
      return request.fail(ResponseError(.methodNotFound, "There is no method \"\(method)\" here."))
    }
    do {
      try handler(self)(request, params)
    } catch {
      request.fail(ResponseError(.invalidParams, "The parameters of \"\(method)\" are wrong: \(error)."))
    }
  }

  private func handleNotification(_ method: String, _ params: Message.Params) {
    beginWaitingRequests(before: method)
    if method == "exit" {
      exitRequested()
      return
    }
    guard lifecycle.takesNotifications, let handler = Server.notifications[method] else { return }
    do {
      try handler(self)(params)
    } catch {
      log(.warning, "The notification \"\(method)\" was not understood: \(error).")
      if method == "textDocument/didChange" { loseStep(params) }
    }
  }

  // MARK: Sending

  func log(_ level: EventLog.Level, _ message: String) { configuration.log.report(level, message) }
}

extension Server {
  /// The state of a server, for tests and diagnostics.
  public struct Status: Sendable {
    /// The number of requests that are not answered.
    public let inFlight: Int
    /// The counters of the engine.
    public let engine: CompletionScheduler.Counts
    /// The open documents, by URI.
    public let documents: [String: DocumentSnapshot]
  }

  /// The current state.
  public var status: Status {
    Status(inFlight: inFlight.count, engine: scheduler.counts, documents: documents.mapValues(\.snapshot))
  }
}
