import Dispatch
import Synchronization

/// An executor for long tasks, which run one after another on a thread of their own.
///
/// The thread exists only while there are jobs.
package final class BackgroundExecutor: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isRunning = false
  }

  private let state = Mutex(State())

  private let givesWay: Bool

  /// Creates an executor.
  ///
  /// - Parameter givesWay: True for a low-priority thread; false when somebody waits for what is done on it.
  package init(givesWay: Bool = true) { self.givesWay = givesWay }

  /// Adds a job, which runs after those before it.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isIdle = state.withLock { state in
      state.jobs.append(job)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard isIdle else { return }
    guard !WorkThread.start(givesWay: givesWay, { self.run() }) else { return }
    DispatchQueue.global(qos: .utility).async { self.run() }
  }

  private func run() {
    while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func next() -> UnownedJob? {
    state.withLock { state in
      if state.jobs.isEmpty {
        state.isRunning = false
        return nil
      }
      return state.jobs.removeFirst()
    }
  }
}
