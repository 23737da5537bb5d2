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
  private let wakePipe = Platform.WakePipe()
  /// Even while the thread waits for input, odd while it handles what came, and never the same twice.
  private let turns = Atomic<UInt64>(0)
  /// How often someone else has read; held while anyone reads.
  private let readsInPlace = Mutex(0)

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
  ///
  /// - Returns: False when the system makes no thread for it.
  public func start() -> Bool { Platform.startThread { self.run() } }

  /// Runs a job on the loop's thread.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let mustWake = state.withLock { state in
      state.jobs.append(job)
      defer { state.isAsleep = false }
      return state.isAsleep
    }
    if mustWake { wakePipe.wake() }
  }

  private func run() {
    var buffer = ContiguousArray<UInt8>(repeating: 0, count: 64 * 1024)
    // Jobs that were taken, and how many of them have run.
    var jobs: [UnownedJob] = []
    var done = 0
    turns.add(1, ordering: .relaxed)
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
      let reads = readsInPlace.withLock(\.self)
      turns.add(1, ordering: .relaxed)
      let isReadable = wakePipe.wait(orFor: mayRead ? descriptor : nil, returnsAtOnce: !jobs.isEmpty)
      turns.add(1, ordering: .relaxed)
      state.withLock { $0.isAsleep = false }
      guard isReadable else { continue }
      // What was there may be gone, and then reading would wait.
      readsInPlace.withLock { if $0 == reads { _ = read(into: &buffer) } }
    }
  }

  /// Reads what is there.
  ///
  /// - Returns: How many bytes came; 0 at the end.
  private func read(into buffer: inout ContiguousArray<UInt8>) -> Int {
    let count = Platform.read(from: descriptor, into: &buffer)
    if count > 0 { input.append(buffer[..<count]) } else { input.end() }
    return count
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

  // MARK: While the thread stands still

  /// Changes when the loop goes on.
  struct Progress: Equatable {
    let turn: UInt64
    let taken: Int
  }

  /// How far the loop has come.
  var progress: Progress { Progress(turn: turns.load(ordering: .relaxed), taken: input.takes) }

  /// True while the server waits, for input or for a client that does not read, as it should.
  var isIdle: Bool {
    let isWaiting = turns.load(ordering: .relaxed).isMultiple(of: 2) && !hasReadAll
    // Before the first bytes are taken, the server is still being made.
    return isWaiting && (input.takes > 0 || input.waiting.isEmpty)
  }

  /// True when the server needs no more input: it has come to the end, or to a message that says so.
  var hasReadAll: Bool { input.isEnded || input.isExitRequested }

  /// What has been read and waits to be handled.
  var unhandled: ContiguousArray<UInt8> { input.waiting }

  /// Reads in place of the thread, if something comes in time; the thread finds it when it goes on.
  ///
  /// - Returns: What came; nil at the end of the input.
  func readInPlace(within patience: Duration) -> ContiguousArray<UInt8>? {
    guard !input.isEnded else { return nil }
    return readsInPlace.withLock { count -> ContiguousArray<UInt8>? in
      guard Platform.waitToRead(input.hasRoom ? descriptor : nil, for: patience) else { return [] }
      count += 1
      var buffer = ContiguousArray<UInt8>(repeating: 0, count: 64 * 1024)
      let length = read(into: &buffer)
      return length > 0 ? ContiguousArray(buffer[..<length]) : nil
    }
  }
}
