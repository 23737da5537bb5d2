import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC
import CatchwordText

extension Server {
  /// The time that `shutdown`, or the end of the input, waits at most for pending responses where the budget of completions is
  /// not longer, so that a client that writes a whole dialogue at once gets its completions. It is seldom reached.
  package static let shutdownGrace = Duration.milliseconds(500)

  func initialize(_ request: PendingRequest, _ params: Message.Params) throws(JSONError) {
    let params = try params.decode { (reader) throws(JSONError) in try InitializeParams(from: &reader) }
    workspace = params.capabilities.workspace
    folders = params.folders
    layers.initialization = params.initializationOptions ?? .null
    readSettings(user: true, projects: true)
    if settingsWait.isOn {
      settingsWait.initialization = (request, params)
    } else {
      finishInitializing(request, params)
    }
  }

  /// Answers `initialize` with the settings read so far.
  func finishInitializing(_ request: PendingRequest, _ params: InitializeParams) {
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
      serverName: configuration.name, serverVersion: configuration.version)
    result.followsFolders = workspace.supportsFolders
    result.reportsProgress = workspace.showsProgress
    inlineRegistration.isPossible = params.capabilities.registersInlineCompletion
    // Only for a client that declares support: asyncomplete would otherwise request nothing else.
    result.completesInline =
      params.capabilities.supportsInlineCompletion && !inlineRegistration.isPossible
    if configuration.memory != nil, workspace.sendsCommands {
      result.commands = WordCommand.Name.allCases.map(\.rawValue)
      if params.capabilities.knowsCodeActions { result.codeActionKinds = [Server.codeActionKind] }
    }
    request.answer(result)
    listenToLog()
    reportProblems()
    lifecycle.didInitialize()
  }

  /// Answers `shutdown` after all requests before it are answered, if need be with -32800.
  func shutDown(_ request: PendingRequest, _: Message.Params) throws(JSONError) {
    lifecycle.didShutDown()
    acceptances.end()
    pendingShutdown = request
    if isQuiet { answerShutdown() } else { beginGrace() }
  }

  /// Handles the end of the input: the server ends once the requests that were read are answered.
  func inputDidEnd() {
    guard !hasInputEnded else { return }
    hasInputEnded = true
    if !isQuiet { beginGrace() }
  }

  /// Waits until all requests are answered, at most `shutdownGrace`, or the budget of a completion if that is longer, from the
  /// first call on. Not as long as one may take that finds nothing: whoever has gone is not waiting for that.
  private func beginGrace() {
    inFlight.whenSent { [input] in input.wake() }
    let clock = configuration.clock
    let patience = max(Server.shutdownGrace, settings.budget)
    grace.task(name: "grace", executorPreference: configuration.executor) {
      guard (try? await clock.sleep(until: clock.now + patience)) != nil else { return }
      await self.becameQuiet()
      self.input.wake()
    }
  }

  /// Answers the shutdown and ends the server if the input has ended, as all is answered or the grace period is over.
  func becameQuiet() {
    answerShutdown()
    if hasInputEnded { exitCode = exitCode ?? lifecycle.exitCode }
  }

  /// True when every response but that to `shutdown` has been sent.
  var isQuiet: Bool { inFlight.count <= (pendingShutdown == nil ? 0 : 1) }

  /// Answers a pending `shutdown`, after -32800 to every request that is still open.
  func answerShutdown() {
    guard let pendingShutdown else { return }
    for request in inFlight.all where request !== pendingShutdown { request.cancel("The server is shutting down.") }
    scheduler.shutDown()
    pendingShutdown.answer(JSONValue.null)
    self.pendingShutdown = nil
    if isExitRequested { exitCode = lifecycle.exitCode }
  }

  /// Handles `exit`: the server ends at once, or after the response to a pending `shutdown`.
  func exitRequested() {
    isExitRequested = true
    if pendingShutdown == nil { exitCode = lifecycle.exitCode }
  }

  func setTrace(_ params: Message.Params) throws(JSONError) {
    trace = try params.decode { (reader) throws(JSONError) in try SetTraceParams(from: &reader) }.value
  }

  /// Watches a process, and ends the server soon after it has ended.
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
    let asked = sources.filter { source in rules.contains { source.descriptor.isAmong($0.sources) } }
    var characters = Set(asked.flatMap { $0.descriptor.triggerCharacters.map(String.init) })
    characters.formUnion(renderer.profile.extraTriggerCharacters.map(String.init))
    return characters.sorted()
  }
}
