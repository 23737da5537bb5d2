import CatchwordCompletion
import Synchronization

/// The last few lists that were sent, so that an item can be resolved when the user looks at it.
final class RecentLists: Sendable {
  private struct State {
    var next = 0
    var lists: [Int: [CompletionResult.Item]] = [:]
  }

  /// How many lists are remembered: clients show one, and resolve from it.
  private static let capacity = 8
  private let state = Mutex(State())

  /// Remembers a list, in place of the oldest.
  ///
  /// - Returns: Its number.
  func remember(_ items: [CompletionResult.Item]) -> Int {
    state.withLock { state in
      state.next += 1
      if !items.isEmpty { state.lists[state.next] = items }
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
    state.withLock { state in
      guard let items = state.lists[list] else { return nil }
      if let place, items.indices.contains(place), items[place].candidate.shown == label { return items[place] }
      return items.first { $0.candidate.shown == label }
    }
  }
}
