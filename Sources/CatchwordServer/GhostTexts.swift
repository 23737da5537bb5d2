import CatchwordText
import Synchronization

/// The pending request and the shown ghost text of each document: at most one of each.
///
/// Requests and edits come from the receive loop, answers from any task. Only open documents are here.
final class GhostTexts: Sendable {
  private struct Entry {
    var asked: PendingRequest?
    var shown: GhostMemory?
  }

  private let entries = Mutex<[String: Entry]>([:])

  /// Records a request.
  ///
  /// - Returns: The previous request in its document, which is stale now.
  func begin(_ request: PendingRequest, in uri: String) -> PendingRequest? {
    entries.withLock { entries in
      let older = entries[uri]?.asked
      entries[uri, default: Entry()].asked = request
      return older
    }
  }

  /// Records an answer that is about to be shown; nil when there is nothing to show.
  ///
  /// - Returns: False when the answer is stale.
  func show(_ memory: GhostMemory?, for request: PendingRequest, in uri: String) -> Bool {
    entries.withLock { entries in
      guard entries[uri]?.asked === request else { return false }
      entries[uri] = memory.map { Entry(asked: nil, shown: $0) }
      return true
    }
  }

  /// Returns the rest of the text that was shown last, if it can be shown at a cursor.
  func rest(in uri: String, at cursor: Int, isInvoked: Bool) -> String? {
    entries.withLock { $0[uri]?.shown?.rest(at: cursor, isInvoked: isInvoked) }
  }

  /// Records an edit of a document.
  ///
  /// - Returns: The request that is stale now, if there is one.
  func edit(_ change: TextChange, in uri: String) -> PendingRequest? {
    entries.withLock { entries in
      guard var entry = entries.removeValue(forKey: uri) else { return nil }
      let asked = entry.asked
      entry.asked = nil
      if entry.shown?.follow(change) == true { entries[uri] = entry }
      return asked
    }
  }

  /// Forgets a document that is closed.
  ///
  /// - Returns: The request that is stale now, if there is one.
  func close(_ uri: String) -> PendingRequest? {
    entries.withLock { $0.removeValue(forKey: uri)?.asked }
  }

  /// Forgets all shown texts, because they may not be allowed any more.
  ///
  /// - Parameter asked: True to forget the requests, too.
  /// - Returns: These requests.
  func forget(asked forgetsAsked: Bool) -> [PendingRequest] {
    entries.withLock { entries in
      let asked = forgetsAsked ? entries.values.compactMap(\.asked) : []
      for uri in entries.keys {
        entries[uri]?.shown = nil
        if forgetsAsked { entries[uri]?.asked = nil }
      }
      return asked
    }
  }
}
