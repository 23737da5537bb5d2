import CatchwordCompletion
import CatchwordText
import Synchronization

/// The last few lists that were sent, so that an item can be resolved when the user looks at it, and
/// remembered when it is accepted.
final class RecentLists: Sendable {
  /// What a list was made for.
  struct Origin: Sendable {
    let uri: String
    let languageID: String
    /// The word as far as it was typed.
    let typed: String
  }

  private struct State {
    var next = 0
    var lists: [Int: (items: [CompletionResult.Item], origin: Origin)] = [:]
  }

  /// How many lists are remembered: clients show one, and resolve from it.
  private static let capacity = 8
  private let state = Mutex(State())

  /// Remembers a list, in place of the oldest.
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

  /// An item that is remembered.
  ///
  /// - Parameters:
  ///   - label: What the menu shows.
  ///   - list: Its list's number.
  ///   - place: Where in the list it should be, to find it at once.
  func item(_ label: String, list: Int, place: Int?) -> CompletionResult.Item? {
    entry(label, list: list, place: place)?.item
  }

  /// An item that is remembered, with what its list was made for.
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
