import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC
import CatchwordText

/// Progress for sources that are loading, shown when it takes long enough to be noticed.
extension Server {
  /// The minimum loading time that is shown.
  static let loadingPatience = Duration.milliseconds(300)
  /// The interval at which the sources are checked.
  static let loadingInterval = Duration.milliseconds(100)

  /// Starts to watch the loading sources, unless they are watched already.
  func showLoading() {
    guard workspace.showsProgress, loading.watched == nil else { return }
    loading.count += 1
    let token = RequestID.string("catchword-loading-\(loading.count)")
    loading.watched = token
    let clock = configuration.clock
    loading.slot.task(id: loading.count, name: "loading", executorPreference: configuration.executor) {
      // Sources begin to load when they are queried, which is after this call.
      guard (try? await clock.sleep(until: clock.now + Server.loadingPatience)) != nil else { return }
      await self.showLoading(under: token)
      while await self.isLoading, (try? await clock.sleep(until: clock.now + Server.loadingInterval)) != nil {
        await self.updateLoading(under: token)
      }
      await self.endLoading(under: token)
    }
  }

  private var isLoading: Bool { loadingState != nil }

  /// What is loading now; nil for nothing.
  private var loadingState: LoadingDisplay.State? {
    let names = sources.filter { $0.loadState.isLoading }.map(\.descriptor.title) + configuration.parts.loading
    if !names.isEmpty {
      return LoadingDisplay.State(message: "Loading \(PlainText.line(names.joined(separator: ", ")))")
    }
    return configuration.parts.learning.map { learning in
      LoadingDisplay.State(message: "Learning from \(PlainText.line(learning.folder))", percentage: learning.percentage)
    }
  }

  private func showLoading(under token: RequestID) {
    guard loadingState != nil else { return }
    ask("window/workDoneProgress/create", WorkDoneProgressCreateParams(token)) { server, answer in
      // Loading may be over when the client answers, or the client may refuse the token.
      guard answer != nil, server.loading.watched == token, let state = server.loadingState else { return }
      let begin = WorkDoneProgress.begin(
        title: server.configuration.title, message: state.message, percentage: state.percentage)
      server.outbox.notify("$/progress", ProgressParams(token, begin))
      server.loading.shown = state
    }
  }

  /// Reports what has changed since the last report.
  private func updateLoading(under token: RequestID) {
    guard let shown = loading.shown, let state = loadingState, state != shown else { return }
    loading.shown = state
    let report = WorkDoneProgress.report(message: state.message, percentage: state.percentage)
    outbox.notify("$/progress", ProgressParams(token, report))
  }

  private func endLoading(under token: RequestID) {
    loading.watched = nil
    guard loading.shown != nil else { return }
    loading.shown = nil
    outbox.notify("$/progress", ProgressParams(token, WorkDoneProgress.end))
  }
}

/// The progress that is shown for loading sources.
struct LoadingDisplay: Sendable {
  /// What a client shows of it.
  struct State: Equatable {
    var message: String
    /// The share that is done, from 0 to 100; nil when that is not known.
    var percentage: Int?
  }

  let slot = TaskSlot<Int>()
  var count = 0
  /// The token of the current watch, from a request until no source is loading.
  var watched: RequestID?
  /// What the client shows under that token; nil when it shows nothing.
  var shown: State?
}
