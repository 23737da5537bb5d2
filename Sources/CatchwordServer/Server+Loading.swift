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

  /// Starts to watch what is loading, unless it is watched already.
  func showLoading() {
    guard workspace.showsProgress, !loading.isWatched else { return }
    loading.isWatched = true
    loading.watches += 1
    let clock = configuration.clock
    loading.slot.task(id: loading.watches, name: "loading", executorPreference: configuration.executor) {
      // Sources begin to load when they are queried, which is after this call.
      guard (try? await clock.sleep(until: clock.now + Server.loadingPatience)) != nil else { return }
      while await self.updateLoading() {
        guard (try? await clock.sleep(until: clock.now + Server.loadingInterval)) != nil else { break }
      }
      await self.endLoading()
    }
  }

  /// What is loading now; nil for nothing.
  private var loadingState: LoadingDisplay.State? {
    let names = sources.filter { $0.loadState.isLoading }.map(\.descriptor.name) + configuration.parts.loading
    if !names.isEmpty {
      return LoadingDisplay.State(message: "Loading \(PlainText.line(names.joined(separator: ", ")))")
    }
    return configuration.parts.learning.map { learning in
      LoadingDisplay.State(message: "Learning from \(PlainText.line(learning.folder))", percentage: learning.percentage)
    }
  }

  /// Shows what has changed since the last time; returns false when nothing is loading any more.
  private func updateLoading() -> Bool {
    guard let state = loadingState else { return false }
    switch loading.display {
    case .off: requestProgress()
    case .requested: break
    case .granted(let token):
      show(.begin(title: configuration.title, message: state.message, percentage: state.percentage), token)
      loading.display = .shown(state, token)
    case .shown(let shown, let token):
      // A client may take progress that begins without a percentage for one that has none.
      if (shown.percentage == nil) != (state.percentage == nil) {
        show(.end, token)
        requestProgress()
      } else if shown != state {
        show(.report(message: state.message, percentage: state.percentage), token)
        loading.display = .shown(state, token)
      }
    }
    return true
  }

  /// Asks the client for a place to show progress in; what is loading is shown when it agrees.
  private func requestProgress() {
    loading.tokens += 1
    let token = RequestID.string("catchword-loading-\(loading.tokens)")
    loading.display = .requested(token)
    ask("window/workDoneProgress/create", WorkDoneProgressCreateParams(token)) { server, answer in
      // Loading may be over when the client answers, or the client may refuse the token.
      guard answer != nil, case .requested(token) = server.loading.display else { return }
      server.loading.display = .granted(token)
      _ = server.updateLoading()
    }
  }

  private func endLoading() {
    if case .shown(_, let token) = loading.display { show(.end, token) }
    loading.display = .off
    loading.isWatched = false
  }

  private func show(_ progress: WorkDoneProgress, _ token: RequestID) {
    outbox.notify("$/progress", ProgressParams(token, progress))
  }
}

/// The progress that is shown for what is loading.
struct LoadingDisplay: Sendable {
  /// What a client shows of it.
  struct State: Equatable {
    var message: String
    /// The share that is done, from 0 to 100; nil when that is not known.
    var percentage: Int?
  }

  /// What the client has been asked for, and shows. It has agreed to a token that is `granted`.
  enum Display {
    case off
    case requested(RequestID)
    case granted(RequestID)
    case shown(State, RequestID)
  }

  let slot = TaskSlot<Int>()
  /// The number of tasks that have watched what is loading.
  var watches = 0
  /// The number of tokens that the client was asked for.
  var tokens = 0
  /// True from a request until nothing is loading.
  var isWatched = false
  var display = Display.off
}
