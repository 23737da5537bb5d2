import CatchwordCompletion
import Synchronization

/// Bans that hold from the moment in which they are read, while the memory is still writing them down.
final class PendingBans: Sendable {
  private struct Change {
    let word: String
    let languageID: String?
    let isBanned: Bool
  }

  private struct State {
    /// What the memory knows.
    var learned = LearnedWords()
    var changes: [Int: Change] = [:]
    var next = 0

    var current: LearnedWords {
      var current = learned
      for (_, change) in changes.sorted(by: { $0.key < $1.key }) {
        current.setBanned(change.isBanned, change.word, languageID: change.languageID)
      }
      return current
    }
  }

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
  /// - Returns: What `end` is to be called with.
  func begin(_ isBanned: Bool, _ word: String, languageID: String?) -> Int {
    state.withLock { state in
      state.next += 1
      state.changes[state.next] = Change(word: word, languageID: languageID, isBanned: isBanned)
      publish(state.current)
      return state.next
    }
  }

  /// The memory has written it down, and knows it, or could not.
  func end(_ number: Int) {
    state.withLock { state in
      state.changes[number] = nil
      publish(state.current)
    }
  }
}
