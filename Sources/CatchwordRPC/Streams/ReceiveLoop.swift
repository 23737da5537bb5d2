import Dispatch
import Synchronization

/// The thread that reads a descriptor, and that runs in between the tasks that prefer it.
///
/// What is read is handled on the thread that has read it, so that no other thread must be woken first: that would take
/// longer than most messages. Reading goes on as soon as the tasks wait for something.
public final class ReceiveLoop: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    /// True while the thread waits in the system, or is about to.
    var isAsleep = false
  }

  private let descriptor: Int32
  private let input: InputQueue
  private let state = Mutex(State())
  private let bell = Platform.Bell()

  /// Creates a loop; `start()` begins to read.
  ///
  /// - Parameters:
  ///   - descriptor: What is read, to its end.
  ///   - input: Where the bytes go.
  public init(reading descriptor: Int32, into input: InputQueue) {
    self.descriptor = descriptor
    self.input = input
  }

  /// Begins to read, on a thread that lasts as long as the process.
  public func start() {
    DispatchQueue(label: "catchword.receive", qos: .userInteractive).async { self.run() }
  }

  /// Runs a job on the loop's thread.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let mustWake = state.withLock { state in
      state.jobs.append(job)
      defer { state.isAsleep = false }
      return state.isAsleep
    }
    if mustWake { bell.ring() }
  }

  private func run() {
    var buffer = ContiguousArray<UInt8>(repeating: 0, count: 64 * 1024)
    while true {
      while let job = nextJob() { job.runSynchronously(on: asUnownedTaskExecutor()) }
      // A job that came since then rings, so the wait ends at once.
      let mayRead = !input.isEnded && input.hasRoom
      let isReadable = bell.wait(orFor: mayRead ? descriptor : nil)
      state.withLock { $0.isAsleep = false }
      guard isReadable else { continue }
      let count = Platform.read(from: descriptor, into: &buffer)
      if count > 0 { input.append(buffer[..<count]) } else { input.end() }
    }
  }

  /// The next job; when there is none, the thread counts as asleep.
  private func nextJob() -> UnownedJob? {
    state.withLock { state in
      if state.jobs.isEmpty {
        state.isAsleep = true
        return nil
      }
      return state.jobs.removeFirst()
    }
  }
}
