import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC
import CatchwordText

/// Shows the user that a source is loading what it needs, when that takes long enough to wonder.
extension Server {
  /// What takes less is not shown.
  static let loadingPatience = Duration.milliseconds(300)
  /// How often to look whether it is over.
  static let loadingInterval = Duration.milliseconds(100)

  /// Begins to watch the sources that are loading, unless that is being done.
  func showLoading() {
    guard workspace.showsProgress, loading.watched == nil else { return }
    loading.count += 1
    let token = RequestID.string("catchword-loading-\(loading.count)")
    loading.watched = token
    let clock = configuration.clock
    loading.slot.task(id: loading.count, name: "loading", executorPreference: configuration.executor) {
      // Sources begin to load when they are asked, which is later than now.
      guard (try? await clock.sleep(until: clock.now + Server.loadingPatience)) != nil else { return }
      await self.showLoading(under: token)
      while await self.isLoading, (try? await clock.sleep(until: clock.now + Server.loadingInterval)) != nil {}
      await self.endLoading(under: token)
    }
  }

  private var isLoading: Bool { !loadingSources.isEmpty }

  private var loadingSources: [String] {
    sources.filter { $0.loadState.isLoading }.map(\.descriptor.title)
  }

  private func showLoading(under token: RequestID) {
    let names = loadingSources
    guard !names.isEmpty else { return }
    ask("window/workDoneProgress/create", WorkDoneProgressCreateParams(token)) { server, answer in
      // It may be over by the time the client has answered, or the client may not want to show it.
      guard answer != nil, server.loading.watched == token else { return }
      let begin = WorkDoneProgress.begin(
        title: "Catchword", message: "Loading \(PlainText.line(names.joined(separator: ", ")))")
      server.outbox.notify("$/progress", ProgressParams(token, begin))
      server.loading.token = token
    }
  }

  private func endLoading(under token: RequestID) {
    loading.watched = nil
    guard loading.token == token else { return }
    loading.token = nil
    outbox.notify("$/progress", ProgressParams(token, WorkDoneProgress.end))
  }
}

/// What the user is shown of sources that are loading.
struct LoadingDisplay: Sendable {
  let slot = TaskSlot<Int>()
  var count = 0
  /// The token under which sources are watched, from a request until none of them is loading.
  var watched: RequestID?
  /// The token under which the client shows it; nil when it does not.
  var token: RequestID?
}
