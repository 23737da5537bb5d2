import CatchwordCompletion
import CatchwordMatching
import Synchronization

/// Keeps from one key to the next which candidates may match the typed text, so that the next key searches only those.
///
/// A search notes what it finds out. It stops as soon as it has enough matches; where there are very many candidates, this
/// task checks the rest when no lookup waits, and is cancelled by the next edit.
final class NarrowingTask: Sendable {
  /// The minimum number of candidates that are checked between keys; fewer are searched as fast as that.
  private static let minimumCount = 150_000

  private let history = Mutex(NarrowingHistory())
  private let slot = TaskSlot<Int>()
  private let number = Mutex(0)

  /// Returns the narrowing that leaves the fewest candidates for a pattern; nil when there is none.
  func best(for pattern: Pattern) -> Narrowing? { history.withLock { $0.best(for: pattern) } }

  /// Keeps what a search has found out, and starts to check the rest, unless that would not pay.
  ///
  /// - Parameter executor: The preferred executor of the work; nil for the default.
  func prepare(_ search: CandidateSearch, after found: IndexAnswer, executor: (any TaskExecutor)? = nil) {
    if let narrowing = found.narrowing { history.withLock { $0.append(narrowing) } }
    guard search.index.count >= NarrowingTask.minimumCount else { return slot.cancel() }
    let next = number.withLock { number in
      number += 1
      return number
    }
    slot.task(id: next, name: "narrow", executorPreference: executor, priority: .utility) { [self] in
      let known = history.withLock { $0.best(for: search.pattern) }
      if let known, known.isComplete, known.patternLength == search.pattern.length { return }
      let narrowing = try? search.index.narrowing(for: search.pattern, from: known) { !Task.isCancelled }
      if let narrowing { history.withLock { $0.append(narrowing) } }
    }
  }

  /// Cancels the current work.
  func cancel() { slot.cancel() }

  /// Cancels the current work, and releases all results and their candidates.
  func forget() {
    slot.cancel()
    // The results may be large, and are freed outside the lock.
    let old = history.withLock { history in
      defer { history = NarrowingHistory() }
      return history
    }
    _ = old
  }
}
