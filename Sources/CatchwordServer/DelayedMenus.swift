import CatchwordCompletion
import CatchwordLSP
import CatchwordText
import Synchronization

/// The requests that wait until typing pauses, at most one in a document, and the words at which a menu is there already.
///
/// The requests are the receive loop's; lists are noted from any task, also while a request is begun under the lock of the
/// requests, so they have a lock of their own.
final class DelayedMenus: Sendable {
  private struct Delayed {
    let request: PendingRequest
    let timer: Task<Void, Never>
  }

  private let delayed = Mutex<[String: Delayed]>([:])
  /// The start of the word at which the last list was shown, in each document.
  private let shown = Mutex<[String: Int]>([:])

  /// Notes that a list was answered for a word of a document; an empty one means that no menu is there.
  func didAnswer(_ result: CompletionResult, in uri: String) {
    shown.withLock { $0[uri] = result.items.isEmpty ? nil : result.query.typedRange.lowerBound }
  }

  /// True when a list was answered for the word that begins at `start`.
  func isShown(in uri: String, at start: Int) -> Bool { shown.withLock { $0[uri] == start } }

  /// Holds a request back.
  ///
  /// - Parameter timer: Starts the task that ends the wait, under the lock, so that the request is there when it does.
  func begin(_ request: PendingRequest, in uri: String, timer: () -> Task<Void, Never>) {
    delayed.withLock { $0[uri] = Delayed(request: request, timer: timer()) }
  }

  /// Ends the wait of a request whose time has come, unless something newer has ended it.
  ///
  /// - Parameter start: Begins the request, under the lock: an edit that ends the wait comes before it or after it.
  func end(_ request: PendingRequest, in uri: String, start: () -> Void) {
    delayed.withLock { delayed in
      guard delayed[uri]?.request === request else { return }
      delayed[uri] = nil
      start()
    }
  }

  /// Ends the wait of a request that its client has cancelled.
  func cancel(_ request: PendingRequest, in uri: String) {
    let timer = delayed.withLock { delayed -> Task<Void, Never>? in
      guard delayed[uri]?.request === request else { return nil }
      return delayed.removeValue(forKey: uri)?.timer
    }
    timer?.cancel()
  }

  /// Answers the request that waits in a document, which something newer has made stale, with an empty list.
  func endStale(in uri: String) {
    let stale = delayed.withLock { $0.removeValue(forKey: uri) }
    stale?.timer.cancel()
    stale?.request.answer(CompletionList(isIncomplete: true, items: []))
  }

  /// Records an edit: what waits is stale, and the word with the menu may be elsewhere, or gone.
  func edit(_ change: TextChange, in uri: String) {
    endStale(in: uri)
    shown.withLock { shown in
      guard let start = shown[uri], change.replaced.lowerBound < start || change.replaced.contains(start) else {
        return
      }
      let isBefore = change.replaced.upperBound <= start
      shown[uri] = isBefore ? start - change.replaced.count + change.inserted.count : nil
    }
  }

  /// Forgets a document that is closed.
  func close(_ uri: String) {
    endStale(in: uri)
    shown.withLock { $0[uri] = nil }
  }
}
