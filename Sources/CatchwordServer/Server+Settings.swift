import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC
import CatchwordSettings
import CatchwordText

/// Settings: pushed by the client or requested from it, and merged with the user's and the project's.
extension Server {
  func didChangeConfiguration(_ params: Message.Params) throws(JSONError) {
    let settings = try params.value()["settings"]
    // Clients that answer `workspace/configuration` push mostly nothing: an empty push says that settings have changed.
    if workspace.answersConfiguration, settings == nil || settings == .null || settings == [:] { return pullSettings() }
    if let settings, settings != .null {
      layers.client = settings
      applySettings()
    }
  }

  /// Requests the settings from a client that answers such requests.
  func pullSettings() {
    guard workspace.answersConfiguration else { return }
    ask("workspace/configuration", ConfigurationParams(section: "catchword")) { server, answer in
      guard let settings = (try? answer?.value())?[0], settings != .null else { return }
      server.layers.client = settings
      server.applySettings()
    }
  }

  /// The paths of the open folders.
  var folderPaths: [String] { folders.compactMap(FileURI.path) }

  /// The problems of the settings files as a whole.
  private var fileProblems: [String] {
    let readings = [layers.user] + folderPaths.compactMap { layers.projects[$0] }
    return readings.compactMap(\.problem)
      + folders.filter { $0.hasPrefix("file:") && FileURI.path($0) == nil }.map {
        "The folder \($0) is not used: its name is no UTF-8."
      }
  }

  /// Merges the settings of all layers; relative paths in the client's are relative to its first folder.
  func updateSettings() {
    let client = [
      SettingsLayer(layers.initialization, folder: folderPaths.first, origin: .initialization),
      SettingsLayer(layers.client, folder: folderPaths.first, origin: .client),
    ].map {
      CheckedLayer($0, schema: schema, home: configuration.home, workingFolder: configuration.workingFolder)
    }
    let files = [layers.user.layer] + folderPaths.map { layers.projects[$0]?.layer }
    effective = EffectiveSettings(files.compactMap { $0 } + client, schema: schema)
    settings = ServerSettings(effective, defaults: configuration.settings)
  }

  /// Merges the settings, applies them to all parts, and reports problems; a setting without a value has its default.
  func applySettings() {
    updateSettings()
    adoptSettings()
    reportProblems()
    guard lifecycle.takesNotifications else { return }
    watchFiles()
    registerGhostText()
  }

  /// Applies the merged settings to all parts of the server.
  func adoptSettings() {
    if let initializeParams { renderer.profile = ClientProfile(initializeParams, override: settings.client) }
    var engine = scheduler.settings
    engine.policy =
      settings.policy ?? (initializeParams == nil ? configuration.settings.policy : renderer.profile.policy)
    engine.budget = settings.budget
    engine.emptyBudget = settings.emptyBudget
    engine.limit = settings.limit
    engine.rules = settings.rules
    engine.filter = settings.filter
    engine.languages = settings.languages
    scheduler.settings = engine
    for request in ghosts.forget(asked: !settings.showsGhostText) { endGhostText(request) }
    limitMessages(to: settings.maximumMessageSize)
    adopt(configuration.parts.apply(effective, folders: folderPaths))
    reopenDocuments { document in self.settings.text(for: document.languageID) }
  }

  /// Logs the problems of the settings that were not logged before.
  func reportProblems() {
    let known = sources.map(\.descriptor.name) + configuration.parts.optionalSources
    let unknown = effective.unknownSources(known: known)
    let problems = fileProblems + (effective.problems + unknown).map(\.statement)
    for problem in problems where !reportedProblems.contains(problem) { log(.warning, problem) }
    reportedProblems = Set(problems)
  }

  /// Adopts the sources that the settings add; new ones are told of the open documents.
  private func adopt(_ further: [any CompletionSource]) {
    let sources = sourceNames.distinct(configuration.sources + further, log: configuration.log)
    let known = self.sources
    guard sources.count != known.count || !zip(sources, known).allSatisfy({ $0 === $1 }) else { return }
    self.sources = sources
    scheduler.sources = sources
    observers = Server.observers(configuration, sources)
    for source in sources where !known.contains(where: { $0 === source }) {
      guard let observer = source.documentObserver else { continue }
      for document in documents.values { observer.documentDidOpen(document.snapshot) }
    }
  }

  /// Returns the observers of documents: the model, those of the parts, and the sources that are observers.
  static func observers(
    _ configuration: ServerConfiguration, _ sources: [any CompletionSource]
  ) -> [any DocumentObserver] {
    [configuration.model] + configuration.parts.observers + sources.compactMap(\.documentObserver)
  }
}
