import CatchwordCompletion
import CatchwordMatching
import Synchronization

/// Computes between two keys which candidates match the typed text, so that the next key searches only those.
///
/// A search stops as soon as it has enough matches; this task checks the rest when no lookup waits, and is cancelled by
/// the next edit.
final class NarrowingTask: Sendable {
  /// The minimum number of candidates; a smaller index is searched as fast as it is narrowed.
  private static let minimumCount = 150_000

  private let history = Mutex(NarrowingHistory())
  private let slot = TaskSlot<Int>()
  private let number = Mutex(0)

  /// Returns the narrowing that leaves the fewest candidates for a pattern; nil when there is none.
  func best(for pattern: Pattern) -> Narrowing? { history.withLock { $0.best(for: pattern) } }

  /// Starts narrowing for the pattern of a search, unless that would not pay.
  ///
  /// - Parameter executor: The preferred executor of the work; nil for the default.
  func prepare(_ search: CandidateSearch, executor: (any TaskExecutor)? = nil) {
    guard search.index.count >= NarrowingTask.minimumCount else { return forget() }
    let next = number.withLock { number in
      number += 1
      return number
    }
    slot.task(id: next, name: "narrow", executorPreference: executor, priority: .utility) { [self] in
      let known = history.withLock { $0.best(for: search.pattern) }
      guard known?.patternLength != search.pattern.length else { return }
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
