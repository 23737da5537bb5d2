import Synchronization

/// Runs tasks on whichever thread drains it, one at a time, in the order in which they became ready.
///
/// When a drain returns, nothing can happen any more until someone moves a clock or sends something: that is what lets a
/// test say "and then nothing".
package final class DeterministicExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs everything that is ready, and what becomes ready by that.
  package func drain() {
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
