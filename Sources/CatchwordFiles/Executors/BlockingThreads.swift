import Dispatch
import Synchronization

/// Runs tasks that block (reading files, waiting for a disk) on threads of their own, several at a time, so that they hold
/// up neither the tasks that do not nor each other.
///
/// The threads are there only while there is something to run.
public final class BlockingThreads: TaskExecutor {
  /// The threads for reading files, which give way to all others.
  public static let shared = BlockingThreads()
  /// The threads for what is done in a moment, and waited for: they give way to nobody.
  public static let prompt = BlockingThreads(width: 4, givesWay: false)

  private struct State {
    var jobs: [UnownedJob] = []
    /// How many of the jobs have been begun.
    var begun = 0
    var threads = 0
  }

  private let state = Mutex(State())
  private let width: Int
  private let givesWay: Bool

  /// Creates an executor.
  ///
  /// - Parameters:
  ///   - width: So many jobs run at a time; behind as many disks that do not answer, others wait.
  ///   - givesWay: True for threads that give way to all others.
  public init(width: Int = 16, givesWay: Bool = true) {
    self.width = max(1, width)
    self.givesWay = givesWay
  }

  /// Runs a job as soon as there is a thread for it, those that came before first.
  public func enqueue(_ job: consuming ExecutorJob) {
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
      // Each job is moved once at most.
      if 2 * state.begun >= state.jobs.count {
        state.jobs.removeFirst(state.begun)
        state.begun = 0
      }
      return job
    }
  }
}
