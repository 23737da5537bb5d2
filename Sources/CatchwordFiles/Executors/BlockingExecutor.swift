import Dispatch

/// An executor for tasks that block (reading files, waiting for a disk), which run one after another on threads of
/// their own, so that they never delay the tasks that do not block.
package final class BlockingExecutor: TaskExecutor {
  private let queue: DispatchQueue

  /// Creates an executor.
  package init(label: String) { queue = DispatchQueue(label: label, qos: .utility) }

  /// Adds a job, which runs after those before it.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
