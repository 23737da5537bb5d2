import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC
import CatchwordSettings
import CatchwordText

/// Settings: pushed by the client, or asked for, and put together with the user's own and the project's.
extension Server {
  func didChangeConfiguration(_ params: Message.Params) throws(JSONError) {
    let settings = try params.value()["settings"]
    // Clients that answer questions mostly push nothing: what they push then only says that something has changed.
    if workspace.answersConfiguration, settings == nil || settings == .null || settings == [:] { return pullSettings() }
    if let settings, settings != .null {
      layers.client = settings
      applySettings()
    }
  }

  /// Asks for the settings, where the client answers that.
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

  /// What is wrong with the files of settings as a whole.
  private var fileProblems: [String] {
    let readings = [layers.user] + folderPaths.compactMap { layers.projects[$0] }
    return readings.compactMap(\.problem)
      + folders.filter { $0.hasPrefix("file:") && FileURI.path($0) == nil }.map {
        "The folder \($0) is not used: its name is no UTF-8."
      }
  }

  /// Puts the settings of all layers together; relative paths in the client's belong to its first folder.
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

  /// Hands the settings to whom they concern; what no layer mentions is as by default.
  func applySettings() {
    updateSettings()
    adoptSettings()
    reportProblems()
    guard lifecycle.takesNotifications else { return }
    watchFiles()
    registerGhostText()
  }

  /// Makes the settings hold.
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
    ghosts.forget()
    limitMessages(to: settings.maximumMessageSize)
    adopt(configuration.applySettings(effective, folderPaths))
    reopenDocuments { document in self.settings.text(for: document.languageID) }
  }

  /// Says what is wrong with the settings, and was not before.
  func reportProblems() {
    let known = sources.map(\.descriptor.name) + configuration.furtherSources
    let unknown = effective.unknownSources(known: known)
    let problems = fileProblems + (effective.problems + unknown).map(\.statement)
    for problem in problems where !reportedProblems.contains(problem) { log(.warning, problem) }
    reportedProblems = Set(problems)
  }

  /// Takes the sources that there are because of the settings; new ones are told what is open.
  private func adopt(_ further: [any CompletionSource]) {
    let sources = configuration.sources + further
    let known = self.sources
    guard sources.count != known.count || !zip(sources, known).allSatisfy({ $0 === $1 }) else { return }
    self.sources = sources
    scheduler.sources = sources
    observers = Server.observers(configuration, sources)
    for case let observer as any DocumentObserver in sources
    where !known.contains(where: { $0 === observer as AnyObject }) {
      for document in documents.values { observer.documentDidOpen(document.snapshot) }
    }
  }

  /// Who follows the documents: the model, and sources that want to.
  static func observers(
    _ configuration: ServerConfiguration, _ sources: [any CompletionSource]
  ) -> [any DocumentObserver] {
    [configuration.model] + sources.compactMap { $0 as? any DocumentObserver }
  }
}
