import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC

/// Settings: pushed by the client, or asked for, and put together with the user's own.
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

  /// The user's settings and the client's; relative paths in the latter belong to its first folder.
  private var allLayers: [SettingsLayer] {
    let folder = folders.lazy.compactMap(FileURI.path).first
    return [layers.user] + [layers.initialization, layers.client].map { SettingsLayer($0, folder: folder) }
  }

  /// The settings that the server itself understands, put together.
  var settings: ServerSettings { allLayers.reduce(ServerSettings()) { $0.overlaid(by: ServerSettings($1.settings)) } }

  /// Hands the settings to whom they concern; what no layer mentions is as by default.
  func applySettings() {
    let settings = settings
    adopt(settings)
    let problems = settings.problems + configuration.applySettings(allLayers)
    for problem in problems where !reportedProblems.contains(problem) { log(.warning, problem) }
    reportedProblems = Set(problems)
    if lifecycle.takesNotifications { watchFiles() }
  }

  private func adopt(_ settings: ServerSettings) {
    let defaults = configuration.settings
    scheduler.settings.policy = settings.policy ?? profile?.policy ?? defaults.policy
    scheduler.settings.budget = settings.budget ?? defaults.budget
    scheduler.settings.limit = settings.limit ?? defaults.limit
    if let profile { renderer.profile = settings.client.map(ClientProfile.of) ?? profile }
    limitMessages(to: settings.maximumMessageSize ?? FrameDecoder.defaultMaximumBodyBytes)
    let segmentation = settings.segmentation ?? true
    if segmentation != segmentsIdeographs {
      segmentsIdeographs = segmentation
      reopenDocuments()
    }
  }
}
