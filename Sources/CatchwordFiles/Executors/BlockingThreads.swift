import Dispatch
import Synchronization

/// An executor for tasks that block (reading files, waiting for a disk), which run on threads of their own, several at
/// a time, so that they delay neither each other nor the tasks that do not block.
///
/// The threads exist only while there are jobs.
package final class BlockingThreads: TaskExecutor {
  /// The low-priority threads for reading files.
  package static let shared = BlockingThreads()
  /// The normal-priority threads for short jobs that somebody waits for.
  package static let prompt = BlockingThreads(width: 4, givesWay: false)

  private struct State {
    var jobs: [UnownedJob] = []
    /// The number of the jobs in `jobs` that have been begun.
    var begun = 0
    var threads = 0
  }

  private let state = Mutex(State())
  private let width: Int
  private let givesWay: Bool

  /// Creates an executor.
  ///
  /// - Parameters:
  ///   - width: The maximum number of jobs that run at a time; when all hang on disks that do not answer, others wait.
  ///   - givesWay: True for low-priority threads.
  package init(width: Int = 16, givesWay: Bool = true) {
    self.width = max(1, width)
    self.givesWay = givesWay
  }

  /// Adds a job, which runs as soon as a thread is free, after those before it.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.jobs.append(job)
      guard state.threads < width else { return false }
      state.threads += 1
      return true
    }
    guard needsThread else { return }
    if !WorkThread.start(givesWay: givesWay, { self.run() }) {
      DispatchQueue.global(qos: givesWay ? .utility : .default).async { self.run() }
    }
  }

  private func run() {
    while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func next() -> UnownedJob? {
    state.withLock { state in
      guard state.begun < state.jobs.count else {
        state.threads -= 1
        return nil
      }
      let job = state.jobs[state.begun]
      state.begun += 1
      // Amortized, each job is moved at most once.
      if 2 * state.begun >= state.jobs.count {
        state.jobs.removeFirst(state.begun)
        state.begun = 0
      }
      return job
    }
  }
}
