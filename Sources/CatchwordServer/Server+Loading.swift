import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC

/// Shows the user that a source is loading what it needs, when that takes long enough to wonder.
extension Server {
  /// What takes less is not shown.
  static let loadingPatience = Duration.milliseconds(500)
  /// How often to look whether it is over.
  static let loadingInterval = Duration.milliseconds(100)

  /// Begins to watch the sources that are loading, unless that is being done.
  func showLoading() {
    guard workspace.showsProgress, !isLoadingShown, !loadingSources.isEmpty else { return }
    isLoadingShown = true
    loadingCount += 1
    let token = RequestID.string("catchword-loading-\(loadingCount)")
    let clock = configuration.clock
    loading.task(id: loadingCount, name: "loading", executorPreference: configuration.executor) {
      try? await clock.sleep(until: clock.now + Server.loadingPatience)
      await self.showLoading(under: token)
      while await self.isLoading, (try? await clock.sleep(until: clock.now + Server.loadingInterval)) != nil {}
      await self.endLoading(under: token)
    }
  }

  private var isLoading: Bool { !loadingSources.isEmpty }

  private var loadingSources: [String] {
    configuration.sources.filter { $0.loadState.isLoading }.map(\.descriptor.name)
  }

  private func showLoading(under token: RequestID) {
    let names = loadingSources
    guard !names.isEmpty else { return }
    ask("window/workDoneProgress/create", WorkDoneProgressCreateParams(token)) { server, answer in
      // It may be over by the time the client has answered, or the client may not want to show it.
      guard answer != nil, server.isLoadingShown else { return }
      let begin = WorkDoneProgress.begin(title: "Catchword", message: "Loading \(names.joined(separator: ", "))")
      server.outbox.notify("$/progress", ProgressParams(token, begin))
      server.shownLoading = token
    }
  }

  private func endLoading(under token: RequestID) {
    isLoadingShown = false
    guard shownLoading == token else { return }
    shownLoading = nil
    outbox.notify("$/progress", ProgressParams(token, WorkDoneProgress.end))
  }
}
