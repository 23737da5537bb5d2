import Synchronization

/// A thread that reads a descriptor, and runs the tasks that prefer it in between.
///
/// Input is handled on the thread that has read it, as waking another thread would take longer than most messages.
/// Tasks run in the order in which they became ready, and after a few jobs the descriptor is checked, so that tasks
/// that never run out of work do not keep input waiting.
public final class ReceiveLoop: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    /// True while the thread waits in the system, or is about to.
    var isAsleep = false
  }

  /// The maximum number of jobs between two checks of the descriptor.
  static let jobsPerLook = 4
  /// The maximum capacity of the job buffer that is kept.
  private static let keptCapacity = 1024

  private let descriptor: Int32
  private let input: InputQueue
  private let state = Mutex(State())
  let wakePipe = StreamPlatform.WakePipe()
  /// A counter that is even while the thread waits for input, odd while it works, and never repeats.
  private let turns = Atomic<UInt64>(0)
  /// The number of reads by another thread; the lock is held during every read.
  private let readsInPlace = Mutex(0)

  /// Creates a loop; `start()` begins to read.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor that is read to its end.
  ///   - input: The queue that receives the bytes.
  public init(reading descriptor: Int32, into input: InputQueue) {
    self.descriptor = descriptor
    self.input = input
  }

  /// Starts to read, on a thread that lasts as long as the process.
  ///
  /// - Returns: False when the system creates no thread.
  public func start() -> Bool { StreamPlatform.startThread { self.run() } }

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
    // The jobs that were taken, and the number of those that have run.
    var jobs: [UnownedJob] = []
    var done = 0
    turns.add(1, ordering: .relaxed)
    while true {
      for _ in 0..<ReceiveLoop.jobsPerLook {
        if done == jobs.count {
          takeJobs(&jobs)
          done = 0
        }
        // A job that is enqueued from now on wakes the thread, so the wait ends at once.
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
      if StreamPlatform.isTerminationRequested && !input.isEnded {
        readRest(into: &buffer)
        // The input that was found above is read by now, and another read would block.
        continue
      }
      guard isReadable else { continue }
      // Another thread may have read the bytes, and then a read would block.
      readsInPlace.withLock { if $0 == reads { _ = read(into: &buffer) } }
    }
  }

  /// Reads what has arrived before SIGTERM or SIGHUP, and ends the input.
  private func readRest(into buffer: inout ContiguousArray<UInt8>) {
    readsInPlace.withLock { _ in
      while input.hasRoom, !input.isEnded, StreamPlatform.waitToRead(descriptor, for: .zero) { _ = read(into: &buffer) }
    }
    input.end()
  }

  /// Reads the available bytes.
  ///
  /// - Returns: The number of bytes read; 0 at the end.
  private func read(into buffer: inout ContiguousArray<UInt8>) -> Int {
    let count = StreamPlatform.read(from: descriptor, into: &buffer)
    if count > 0 { input.append(buffer[..<count]) } else { input.end() }
    return count
  }

  /// Takes all waiting jobs; when there are none, the thread counts as asleep.
  ///
  /// - Complexity: O(1): the two buffers are swapped.
  private func takeJobs(_ jobs: inout [UnownedJob]) {
    jobs.removeAll(keepingCapacity: jobs.capacity <= ReceiveLoop.keptCapacity)
    state.withLock { state in
      swap(&jobs, &state.jobs)
      if jobs.isEmpty { state.isAsleep = true }
    }
  }

  // MARK: While the thread makes no progress

  /// The progress of the loop: the value changes when the loop does anything.
  struct Progress: Equatable {
    let turn: UInt64
    let taken: Int
  }

  /// The current progress.
  var progress: Progress { Progress(turn: turns.load(ordering: .relaxed), taken: input.takes) }

  /// True while the server waits as it should, for input or for a client that does not read.
  var isIdle: Bool {
    let isWaiting = turns.load(ordering: .relaxed).isMultiple(of: 2) && !hasReadAll
    // Until the first bytes are taken, the server is still starting.
    return isWaiting && (input.takes > 0 || input.waiting.isEmpty)
  }

  /// True when the server needs no more input: the end of the input or an `exit` message has been read.
  var hasReadAll: Bool { input.isEnded || input.isExitRequested }

  /// The input that was read and is not handled yet.
  var unhandled: ContiguousArray<UInt8> { input.waiting }

  /// Reads in place of the thread, if input comes in time; the thread finds it when it continues.
  ///
  /// - Returns: The bytes read, empty when none came in time; nil at the end of the input.
  func readInPlace(within patience: Duration) -> ContiguousArray<UInt8>? {
    guard !input.isEnded else { return nil }
    return readsInPlace.withLock { count -> ContiguousArray<UInt8>? in
      guard StreamPlatform.waitToRead(input.hasRoom ? descriptor : nil, for: patience) else { return [] }
      count += 1
      var buffer = ContiguousArray<UInt8>(repeating: 0, count: 64 * 1024)
      let length = read(into: &buffer)
      return length > 0 ? ContiguousArray(buffer[..<length]) : nil
    }
  }
}
