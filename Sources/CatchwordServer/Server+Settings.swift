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
}
