import Dispatch
import Synchronization

/// The thread that reads a descriptor, and that runs in between the tasks that prefer it.
///
/// What is read is handled on the thread that has read it, so that no other thread must be woken first: that would take
/// longer than most messages. The tasks take turns in the order in which they became ready, and after a few turns the
/// descriptor is looked at, so that tasks that always have something to do keep nobody from being heard.
public final class ReceiveLoop: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    /// True while the thread waits in the system, or is about to.
    var isAsleep = false
  }

  /// How many jobs run at most between two looks at the descriptor.
  static let jobsPerLook = 4
  /// Room for more jobs than these is given back.
  private static let keptCapacity = 1024

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
    // Jobs that were taken, and how many of them have run.
    var jobs: [UnownedJob] = []
    var done = 0
    while true {
      for _ in 0..<ReceiveLoop.jobsPerLook {
        if done == jobs.count {
          takeJobs(&jobs)
          done = 0
        }
        // A job that comes from now on rings, so the wait ends at once.
        if jobs.isEmpty { break }
        jobs[done].runSynchronously(on: asUnownedTaskExecutor())
        done += 1
      }
      let mayRead = !input.isEnded && input.hasRoom
      let isReadable = bell.wait(orFor: mayRead ? descriptor : nil, returnsAtOnce: !jobs.isEmpty)
      state.withLock { $0.isAsleep = false }
      guard isReadable else { continue }
      let count = Platform.read(from: descriptor, into: &buffer)
      if count > 0 { input.append(buffer[..<count]) } else { input.end() }
    }
  }

  /// Takes all jobs that wait; when there are none, the thread counts as asleep.
  ///
  /// - Complexity: O(1): what has run gives its room to what comes.
  private func takeJobs(_ jobs: inout [UnownedJob]) {
    jobs.removeAll(keepingCapacity: jobs.capacity <= ReceiveLoop.keptCapacity)
    state.withLock { state in
      swap(&jobs, &state.jobs)
      if jobs.isEmpty { state.isAsleep = true }
    }
  }
}
