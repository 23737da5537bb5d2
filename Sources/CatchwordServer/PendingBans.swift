import CatchwordCompletion
import Synchronization

/// Bans that hold from the moment in which they are read, while the memory is still writing them down.
///
/// Only so many of them hold in advance: each is applied again whenever anything changes, under a lock that the receive
/// loop takes. The memory writes down what was read first, first. So whatever holds in advance was read later than all
/// that is written down, and is rightly applied on top of it, and nothing is overtaken by what was read before it.
final class PendingBans: Sendable {
  private struct Change {
    let number: Int
    let word: String
    let languageID: String?
    let isBanned: Bool
  }

  private struct State {
    /// What the memory knows.
    var learned = LearnedWords()
    /// What holds in advance, in the order in which it was read.
    var changes: [Change] = []
    var lastNumber = 0

    /// What holds now.
    ///
    /// - Complexity: O(number of banned words), for one copy of them.
    var current: LearnedWords {
      var current = learned
      for change in changes { current.setBanned(change.isBanned, change.word, languageID: change.languageID) }
      return current
    }
  }

  /// How many changes may hold in advance; those beyond hold once they are written down.
  static let maximumPending = 32

  private let state = Mutex(State())
  private let publish: @Sendable (LearnedWords) -> Void

  /// - Parameter publish: Takes what holds from now on; must not ask for anything here.
  init(publish: @escaping @Sendable (LearnedWords) -> Void) { self.publish = publish }

  /// The memory knows something new.
  func memoryDidChange(_ learned: LearnedWords) {
    state.withLock { state in
      state.learned = learned
      publish(state.current)
    }
  }

  /// A ban, or its end, has been read.
  ///
  /// - Returns: What `end` is to be called with; nil when so many hold in advance that this one does not.
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

  /// The memory has written it down, and knows it, or could not.
  func end(_ number: Int) {
    state.withLock { state in
      state.changes.removeAll { $0.number == number }
      publish(state.current)
    }
  }
}
