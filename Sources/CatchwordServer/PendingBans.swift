import CatchwordCompletion
import Synchronization

/// Bans that are in effect as soon as they are read, while the memory still writes them.
///
/// Their number is limited, as each is applied again at every change, under a lock that the receive loop takes. The
/// memory writes changes in the order in which they were read. So every pending change is newer than all that are
/// written, can be applied on top of them, and is never overtaken by an older one.
final class PendingBans: Sendable {
  private struct Change {
    let number: Int
    let word: String
    let languageID: String?
    let isBanned: Bool
  }

  private struct State {
    /// The words that the memory has written.
    var learned = LearnedWords()
    /// The pending changes, in the order in which they were read.
    var changes: [Change] = []
    var lastNumber = 0

    /// The words with the pending changes applied.
    ///
    /// - Complexity: O(number of banned words), for one copy of them.
    var current: LearnedWords {
      var current = learned
      for change in changes { current.setBanned(change.isBanned, change.word, languageID: change.languageID) }
      return current
    }
  }

  /// The maximum number of pending changes; further ones are in effect once they are written.
  static let maximumPending = 32

  private let state = Mutex(State())
  private let publish: @Sendable (LearnedWords) -> Void

  /// - Parameter publish: Takes the words that are in effect from now on; must not call this object.
  init(publish: @escaping @Sendable (LearnedWords) -> Void) { self.publish = publish }

  /// Takes the new state of the memory.
  func memoryDidChange(_ learned: LearnedWords) {
    state.withLock { state in
      state.learned = learned
      publish(state.current)
    }
  }

  /// Adds a ban, or the end of one, that has been read.
  ///
  /// - Returns: The number to call `end` with; nil when too many changes are pending, and this one is not added.
  func begin(_ isBanned: Bool, _ word: String, languageID: String?) -> Int? {
    state.withLock { state in
      guard state.changes.count < PendingBans.maximumPending else { return nil }
      state.lastNumber += 1
      state.changes.append(
        Change(number: state.lastNumber, word: word, languageID: languageID, isBanned: isBanned))
      publish(state.current)
      return state.lastNumber
    }
  }

  /// Removes a change that the memory has written and published, or failed to write.
  func end(_ number: Int) {
    state.withLock { state in
      state.changes.removeAll { $0.number == number }
      publish(state.current)
    }
  }
}
