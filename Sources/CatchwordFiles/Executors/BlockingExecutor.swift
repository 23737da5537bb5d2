import Dispatch

/// Runs tasks that block (reading files, waiting for a disk) on threads of their own, one after another, so that they
/// never hold up the tasks that do not.
public final class BlockingExecutor: TaskExecutor {
  private let queue: DispatchQueue

  /// Creates an executor.
  public init(label: String) { queue = DispatchQueue(label: label, qos: .utility) }

  /// Runs a job after those before it.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
