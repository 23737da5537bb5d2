import CatchwordCompletion
import CatchwordText
import Synchronization

/// The last lists that were sent, so that an item can be resolved when the user looks at it, and remembered when it is
/// accepted.
final class RecentLists: Sendable {
  /// The document and the typed word of a list.
  struct Origin: Sendable {
    let uri: String
    let languageID: String
    /// The typed part of the word.
    let typed: String
  }

  private struct State {
    var next = 0
    var lists: [Int: (items: [CompletionResult.Item], origin: Origin)] = [:]
  }

  /// The maximum number of remembered lists: clients show one, and resolve its items.
  private static let capacity = 8
  private let state = Mutex(State())

  /// Remembers a list, and forgets the oldest when there are too many.
  ///
  /// - Returns: Its number.
  func remember(_ items: [CompletionResult.Item], for query: CompletionQuery) -> Int {
    // Not the query itself, which holds the document's text.
    let origin = Origin(uri: query.document.uri, languageID: query.document.languageID, typed: query.typed)
    return state.withLock { state in
      state.next += 1
      if !items.isEmpty { state.lists[state.next] = (items, origin) }
      if state.lists.count > RecentLists.capacity, let oldest = state.lists.keys.min() { state.lists[oldest] = nil }
      return state.next
    }
  }

  /// Returns a remembered item; nil when its list is forgotten.
  ///
  /// - Parameters:
  ///   - label: The text that the menu shows.
  ///   - list: Its list's number.
  ///   - place: The item's likely index in the list, which is tried first.
  func item(_ label: String, list: Int, place: Int?) -> CompletionResult.Item? {
    entry(label, list: list, place: place)?.item
  }

  /// Returns a remembered item with the origin of its list; nil when the list is forgotten.
  func entry(_ label: String, list: Int, place: Int?) -> (item: CompletionResult.Item, origin: Origin)? {
    state.withLock { state in
      guard let (items, origin) = state.lists[list] else { return nil }
      if let place, items.indices.contains(place), items[place].candidate.shown == label {
        return (items[place], origin)
      }
      return items.first { $0.candidate.shown == label }.map { ($0, origin) }
    }
  }
}
