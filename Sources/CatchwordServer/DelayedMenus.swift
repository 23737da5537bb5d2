import CatchwordCompletion
import CatchwordLSP
import Synchronization

/// The requests that wait until typing pauses, at most one in a document, and the words at which a menu is there already.
///
/// The requests are the receive loop's; lists are noted from any task.
final class DelayedMenus: Sendable {
  private struct Delayed {
    let request: PendingRequest
    let timer: Task<Void, Never>
  }

  private struct State {
    var delayed: [String: Delayed] = [:]
    /// The start of the word at which the last list was shown, in each document.
    var shown: [String: Int] = [:]
  }

  private let state = Mutex(State())

  /// Notes that a list was answered for a word of a document; an empty one means that no menu is there.
  func didAnswer(_ result: CompletionResult, in uri: String) {
    state.withLock { state in
      state.shown[uri] = result.items.isEmpty ? nil : result.query.typedRange.lowerBound
    }
  }

  /// True when a list was answered for the word that begins at `start`.
  func isShown(in uri: String, at start: Int) -> Bool { state.withLock { $0.shown[uri] == start } }

  /// Holds a request back.
  ///
  /// - Parameter timer: Starts the task that ends the wait, under the lock, so that the request is there when it does.
  func begin(_ request: PendingRequest, in uri: String, timer: () -> Task<Void, Never>) {
    state.withLock { $0.delayed[uri] = Delayed(request: request, timer: timer()) }
  }

  /// Ends the wait of a request whose time has come, unless something newer has ended it.
  ///
  /// - Parameter start: Begins the request, under the lock: an edit that ends the wait comes before it or after it.
  func end(_ request: PendingRequest, in uri: String, start: () -> Void) {
    state.withLock { state in
      guard state.delayed[uri]?.request === request else { return }
      state.delayed[uri] = nil
      start()
    }
  }

  /// Answers the request that waits in a document, which something newer has made stale, with an empty list.
  func endStale(in uri: String) {
    let stale = state.withLock { $0.delayed.removeValue(forKey: uri) }
    stale?.timer.cancel()
    stale?.request.answer(CompletionList(isIncomplete: true, items: []))
  }

  /// Forgets a document that is closed.
  func close(_ uri: String) {
    endStale(in: uri)
    state.withLock { $0.shown[uri] = nil }
  }
}
