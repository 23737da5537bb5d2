import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC
import CatchwordText

extension Server {
  /// How long `shutdown`, or the end of the input, waits for answers that are on their way already, so that a client that
  /// writes a whole dialogue at once gets its completions. It is a bound, and seldom reached.
  package static let shutdownGrace = Duration.milliseconds(500)

  func initialize(_ ticket: InFlightRequests.Ticket, _ params: Message.Params) throws(JSONError) {
    let params = try params.decode { (reader) throws(JSONError) in try InitializeParams(from: &reader) }
    workspace = params.capabilities.workspace
    folders = params.folders
    layers.initialization = params.initializationOptions ?? .null
    readSettings(user: true, projects: true)
    if settingsWait.isOn { settingsWait.initialization = (ticket, params) } else { finishInitializing(ticket, params) }
  }

  /// Answers `initialize` with the settings that there are by then.
  func finishInitializing(_ ticket: InFlightRequests.Ticket, _ params: InitializeParams) {
    updateSettings()
    initializeParams = params
    clientName = params.clientName
    renderer.capabilities = params.capabilities.completion
    trace = params.trace
    followsCompletions = params.capabilities.followsCompletions
    if let processID = params.processID { watch(processID) }
    adoptSettings()
    let agreed = PositionEncoding.negotiated(from: params.capabilities.positionEncodings)
    renderer.encoding = agreed ?? renderer.profile.silentEncoding
    var result = InitializeResult(
      positionEncoding: agreed?.rawValue, triggerCharacters: triggerCharacters,
      serverVersion: configuration.version)
    result.followsFolders = workspace.supportsFolders
    result.reportsProgress = workspace.showsProgress
    inlineRegistration.isPossible = params.capabilities.registersInlineCompletion
    // Never to a client that has not asked for it: asyncomplete would ask for nothing else any more.
    result.completesInline =
      params.capabilities.supportsInlineCompletion && !inlineRegistration.isPossible
    if configuration.memory != nil, workspace.sendsCommands {
      result.commands = WordCommand.Name.allCases.map(\.rawValue)
      if params.capabilities.knowsCodeActions { result.codeActionKinds = [Server.codeActionKind] }
    }
    succeed(ticket, result)
    listenToLog()
    reportProblems()
    lifecycle.didInitialize()
  }

  /// Answers once all requests before it are answered, be it with -32800.
  func shutDown(_ ticket: InFlightRequests.Ticket, _: Message.Params) throws(JSONError) {
    lifecycle.didShutDown()
    acceptances.end()
    pendingShutdown = inFlight.take(ticket)
    if isQuiet { answerShutdown() } else { beginGrace() }
  }

  /// Nothing more will come: what has been read is answered, and then the server ends.
  func inputDidEnd() {
    guard !hasInputEnded else { return }
    hasInputEnded = true
    if !isQuiet { beginGrace() }
  }

  /// Waits until all is answered, but not for long; only the first of several ends counts.
  private func beginGrace() {
    inFlight.whenSent { [input] in input.wake() }
    let clock = configuration.clock
    grace.task(id: 0, name: "grace", executorPreference: configuration.executor) {
      guard (try? await clock.sleep(until: clock.now + Server.shutdownGrace)) != nil else { return }
      await self.becameQuiet()
      self.input.wake()
    }
  }

  /// All is answered, or the time for that is over.
  func becameQuiet() {
    answerShutdown()
    if hasInputEnded { exitCode = exitCode ?? lifecycle.exitCode }
  }

  /// True when every answer but that to the shutdown has been sent.
  var isQuiet: Bool { inFlight.count <= (pendingShutdown == nil ? 0 : 1) }

  /// Answers the shutdown if one waits, and -32800 to whatever is still open.
  func answerShutdown() {
    guard let token = pendingShutdown.take() else { return }
    for id in inFlight.ids { cancelInFlight(id, "The server is shutting down.") }
    scheduler.shutDown()
    token.send(JSONValue.null)
    if isExitRequested { exitCode = lifecycle.exitCode }
  }

  /// `exit`: at once, but for the answer to a `shutdown` that came before it.
  func exitRequested() {
    isExitRequested = true
    if pendingShutdown == nil { exitCode = lifecycle.exitCode }
  }

  func setTrace(_ params: Message.Params) throws(JSONError) {
    trace = try params.decode { (reader) throws(JSONError) in try SetTraceParams(from: &reader) }.value
  }

  /// Ends the server soon after a process has ended.
  func watch(_ processID: Int) {
    let (clock, isAlive) = (configuration.clock, configuration.isProcessAlive)
    watchedProcess.task(id: processID, name: "watch#\(processID)", executorPreference: configuration.executor) {
      while isAlive(processID) {
        guard (try? await clock.sleep(until: clock.now + ProcessWatch.interval)) != nil else { return }
      }
      await self.processDidEnd()
    }
  }

  private func processDidEnd() {
    exitCode = exitCode ?? lifecycle.exitCode
    input.wake()
  }

  private func listenToLog() {
    let outbox = self.outbox
    configuration.log.listen { level, message in
      let params = LogMessageParams(LogMessageParams.Kind(rawValue: level.rawValue) ?? .info, PlainText.shown(message))
      outbox.notify("window/logMessage", params, isDroppable: true)
    }
  }

  private var triggerCharacters: [String] {
    let rules = [settings.rules] + settings.languages.values
    let asked = sources.filter { source in
      rules.contains { $0.sources?.contains(source.descriptor.name) ?? true }
    }
    var characters = Set(asked.flatMap { $0.descriptor.triggerCharacters.map(String.init) })
    characters.formUnion(renderer.profile.extraTriggerCharacters.map(String.init))
    return characters.sorted()
  }
}
