import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC

/// What concerns all documents: settings, folders, files that others change.
extension Server {
  /// `initialized`: from here on we may ask things of the client.
  func initialized(_: Message.Params) throws(JSONError) {
    watchFiles()
    if workspace.registersConfiguration {
      ask("client/registerCapability", RegistrationParams(id: "settings", method: "workspace/didChangeConfiguration"))
    }
    pullSettings()
  }

  func didChangeConfiguration(_ params: Message.Params) throws(JSONError) {
    let settings = try params.value()["settings"]
    // Clients that answer questions mostly push nothing: what they push then only says that something has changed.
    if workspace.answersConfiguration, settings == nil || settings == .null || settings == [:] { return pullSettings() }
    if let settings, settings != .null {
      layers.client = settings
      applySettings()
    }
  }

  func didChangeWorkspaceFolders(_ params: Message.Params) throws(JSONError) {
    let change = try params.decode { (reader) throws(JSONError) in try DidChangeWorkspaceFoldersParams(from: &reader) }
    folders.removeAll { change.removed.contains($0) || change.added.contains($0) }
    folders += change.added
    applySettings()
  }

  func didChangeWatchedFiles(_ params: Message.Params) throws(JSONError) {
    let change = try params.decode { (reader) throws(JSONError) in try DidChangeWatchedFilesParams(from: &reader) }
    let paths = change.uris.compactMap(FileURI.path)
    configuration.filesDidChange(paths)
    let reloaded = configuration.reloadUserSettings()
    if let reloaded, reloaded != layers.user {
      layers.user = reloaded
      applySettings()
    }
  }

  // MARK: Settings

  private func pullSettings() {
    guard workspace.answersConfiguration else { return }
    ask("workspace/configuration", ConfigurationParams(section: "catchword")) { server, answer in
      guard let settings = (try? answer?.value())?[0], settings != .null else { return }
      server.layers.client = settings
      server.applySettings()
    }
  }

  /// Puts the layers together and hands them to whom they concern; what no layer mentions is as by default.
  func applySettings() {
    var client = [SettingsLayer(layers.initialization), SettingsLayer(layers.client)]
    for index in client.indices { client[index].folder = folders.lazy.compactMap(FileURI.path).first }
    let all = [layers.user] + client
    let settings = all.reduce(ServerSettings()) { $0.overlaid(by: ServerSettings($1.settings)) }
    adopt(settings)
    let problems = settings.problems + configuration.applySettings(all)
    for problem in problems where !reportedProblems.contains(problem) { log(.warning, problem) }
    reportedProblems = Set(problems)
    if lifecycle.takesNotifications { watchFiles() }
  }

  private func adopt(_ settings: ServerSettings) {
    let defaults = configuration.settings
    scheduler.settings.policy = settings.policy ?? profile?.policy ?? defaults.policy
    scheduler.settings.budget = settings.budget ?? defaults.budget
    scheduler.settings.limit = settings.limit ?? defaults.limit
    limitMessages(to: settings.maximumMessageSize ?? FrameDecoder.defaultMaximumBodyBytes)
    let segmentation = settings.segmentation ?? true
    if segmentation != segmentsIdeographs {
      segmentsIdeographs = segmentation
      reopenDocuments()
    }
  }

  // MARK: Files

  /// Asks the client to tell about the files that settings come from or name.
  private func watchFiles() {
    guard workspace.registersWatchedFiles else { return }
    let files = configuration.watchedFiles().sorted()
    guard files != watchedFiles else { return }
    let method = "workspace/didChangeWatchedFiles"
    if !watchedFiles.isEmpty {
      ask("client/unregisterCapability", UnregistrationParams(id: "files-\(watchCount)", method: method))
    }
    watchedFiles = files
    guard !files.isEmpty else { return }
    watchCount += 1
    let watchers = files.map { path in
      guard workspace.supportsRelativePatterns, let slash = path.lastIndex(of: "/") else {
        return FileWatcher(baseURI: nil, pattern: path)
      }
      return FileWatcher(
        baseURI: FileURI.uri(String(path[..<slash])), pattern: String(path[path.index(after: slash)...]))
    }
    ask(
      "client/registerCapability", RegistrationParams(id: "files-\(watchCount)", method: method, watchers: watchers))
  }

  // MARK: Questions to the client

  /// Sends a request; its answer goes to `handler`, unless the client does not answer.
  func ask(
    _ method: String, _ params: some JSONEncodable, _ handler: @escaping OutgoingRequests.Handler = { _, _ in }
  ) {
    guard let id = outgoing.insert(handler) else { return }
    outbox.request(method, params, id: id)
  }
}
