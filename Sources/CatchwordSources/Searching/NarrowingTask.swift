import CatchwordCompletion
import CatchwordMatching
import Synchronization

/// Works out between two keys which candidates match what is typed so far, so that the next key looks at those only.
///
/// A search answers as soon as it has enough; this goes through the rest when nobody waits any more, and gives way to the
/// next edit.
final class NarrowingTask: Sendable {
  /// A smaller index is searched as fast as it is narrowed.
  private static let minimumCount = 150_000

  private let history = Mutex(NarrowingHistory())
  private let slot = TaskSlot<Int>()
  private let number = Mutex(0)

  /// The narrowing that leaves the fewest candidates for a pattern.
  func best(for pattern: Pattern) -> Narrowing? { history.withLock { $0.best(for: pattern) } }

  /// Begins to narrow down to what a search has looked for, unless that would not pay.
  ///
  /// - Parameter executor: Where that would like to run; nil for the default.
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

  /// Gives up what is being worked out.
  func cancel() { slot.cancel() }

  /// Lets go of what has been worked out, and of the candidates that it is about.
  func forget() {
    slot.cancel()
    // What is let go of may be large, and is freed outside the lock.
    let old = history.withLock { history in
      defer { history = NarrowingHistory() }
      return history
    }
    _ = old
  }
}
