import Synchronization

/// Threads that read a descriptor, and run the tasks that prefer them in between.
///
/// Input is handled on the thread that has read it, as waking another thread would take longer than most messages.
/// Tasks run in the order in which they became ready, and after a few jobs the descriptor is checked, so that tasks
/// that never run out of work do not keep input waiting.
///
/// One thread leads: it waits, reads, and runs jobs. Where the system can wake another one for input that comes while a
/// job is running, that one leads from then on, and the first follows when it has ended its job; so input waits for no job,
/// even where some stand still (the pattern "Leader/Followers" by Schmidt, O'Ryan, Pyarali, Kircher and Buschmann, 2000).
public final class ReceiveLoop: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    /// The number of the jobs in `jobs` that have been begun.
    var begun = 0
    /// True while the leader waits in the system, or is about to.
    var isAsleep = false
    /// True while the leader runs jobs, so that another thread may lead.
    var isBusy = false
    /// The number of times that the leader has changed.
    var term = 0
    var threads = 1
    /// The number of threads that wait to lead.
    var followers = 0
  }

  /// The last reads.
  private struct Reading {
    var count = 0
    var buffer = ContiguousArray<UInt8>(repeating: 0, count: 64 * 1024)
  }

  /// The maximum number of jobs between two checks of the descriptor.
  static let jobsPerLook = 4
  /// The maximum capacity of the job buffer that is kept.
  private static let keptCapacity = 1024
  /// The maximum number of threads, all but one of which may stand still.
  private static let maximumThreads = 16

  private let descriptor: Int32
  private let input: InputQueue
  private let state = Mutex(State())
  let wakePipe = StreamPlatform.WakePipe()
  private let alarm: StreamPlatform.InputAlarm?
  /// A counter that is even while the leader waits for input, odd while it works, and never repeats.
  private let turns = Atomic<UInt64>(0)
  /// The lock is held during every read, and only then.
  private let reading = Mutex(Reading())
  private let hasFollowers = Atomic(false)

  /// Creates a loop; `start()` begins to read.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor that is read to its end.
  ///   - input: The queue that receives the bytes.
  public init(reading descriptor: Int32, into input: InputQueue) {
    self.descriptor = descriptor
    self.input = input
    alarm = StreamPlatform.InputAlarm(for: descriptor)
  }

  /// Starts to read, on threads that last as long as the process.
  ///
  /// - Returns: False when the system creates no thread.
  public func start() -> Bool {
    guard StreamPlatform.startThread({ self.run(term: 0) }) else { return false }
    if let alarm { hasFollowers.store(startFollower(alarm), ordering: .relaxed) }
    return true
  }

  /// True when input is read although a job takes long, so that any work that does not block may be done here.
  public var readsBesideJobs: Bool { hasFollowers.load(ordering: .relaxed) }

  /// Runs a job on the thread that leads.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let mustWake = state.withLock { state in
      state.jobs.append(job)
      defer { state.isAsleep = false }
      return state.isAsleep
    }
    if mustWake { wakePipe.wake() }
  }

  /// Leads for a term, then follows until the next one.
  private func run(term: Int) {
    if term == 0 { turns.add(1, ordering: .relaxed) }
    var term = term
    while true {
      repeat { look() } while runJobs(term)
      // Only a follower can have taken over.
      guard let alarm else { return }
      term = follow(alarm)
    }
  }

  /// Starts a thread that waits to lead.
  ///
  /// - Returns: False when there are enough threads, or the system creates no more.
  @discardableResult
  private func startFollower(_ alarm: StreamPlatform.InputAlarm) -> Bool {
    let mayStart = state.withLock { state in
      guard state.threads < ReceiveLoop.maximumThreads else { return false }
      state.threads += 1
      state.followers += 1
      return true
    }
    guard mayStart else { return false }
    let isStarted = StreamPlatform.startThread { self.run(term: self.follow(alarm)) }
    if !isStarted {
      state.withLock { state in
        state.threads -= 1
        state.followers -= 1
      }
    }
    return isStarted
  }

  /// Waits for input that comes while the leader runs jobs, to lead from then on, followed by at least one other thread.
  ///
  /// - Returns: The term.
  private func follow(_ alarm: StreamPlatform.InputAlarm) -> Int {
    while true {
      alarm.wait()
      let (term, isLast) = state.withLock { state -> (Int?, Bool) in
        // The leader has ended its jobs meanwhile.
        guard state.isBusy else { return (nil, false) }
        state.isBusy = false
        state.term += 1
        state.followers -= 1
        return (state.term, state.followers == 0)
      }
      if isLast { startFollower(alarm) }
      if let term { return term }
    }
  }

  /// Reads what there is; waits for something when there are no jobs.
  private func look() {
    let mayRead = self.mayRead
    let reads = reading.withLock(\.count)
    // A job that is enqueued from now on wakes the thread, so the wait ends at once.
    let hasJobs = state.withLock { state in
      state.isAsleep = state.begun == state.jobs.count
      return !state.isAsleep
    }
    turns.add(1, ordering: .relaxed)
    let isReadable = wakePipe.wait(orFor: mayRead ? descriptor : nil, returnsAtOnce: hasJobs)
    turns.add(1, ordering: .relaxed)
    state.withLock { $0.isAsleep = false }
    if StreamPlatform.isTerminationRequested && !input.isEnded { return readRest() }
    // Another thread may have read the bytes, and then a read would block.
    if isReadable { reading.withLock { if $0.count == reads { _ = read(into: &$0.buffer) } } }
  }

  private var mayRead: Bool { !input.isEnded && input.hasRoom }

  /// Runs some of the waiting jobs.
  ///
  /// - Returns: False when another thread leads by now.
  private func runJobs(_ term: Int) -> Bool {
    guard var job = nextJob(term) else { return true }
    if mayRead { alarm?.set() }
    for left in (0..<ReceiveLoop.jobsPerLook).reversed() {
      job.runSynchronously(on: asUnownedTaskExecutor())
      guard left > 0, let next = nextJob(term) else { break }
      job = next
    }
    let leads = state.withLock { state in
      if state.term == term { state.isBusy = false } else { state.followers += 1 }
      return state.term == term
    }
    if leads { alarm?.turnOff() }
    return leads
  }

  /// Takes the next job of a term; nil when there is none, or the term is over.
  ///
  /// - Complexity: O(1), amortized.
  private func nextJob(_ term: Int) -> UnownedJob? {
    state.withLock { state in
      guard state.term == term, state.begun < state.jobs.count else { return nil }
      defer {
        state.isBusy = true
        state.begun += 1
        if 2 * state.begun >= state.jobs.count {
          state.jobs.removeFirst(state.begun)
          state.begun = 0
          if state.jobs.isEmpty && state.jobs.capacity > ReceiveLoop.keptCapacity { state.jobs = [] }
        }
      }
      return state.jobs[state.begun]
    }
  }

  /// Reads what has arrived before SIGTERM or SIGHUP, and ends the input.
  private func readRest() {
    reading.withLock {
      while input.hasRoom, !input.isEnded, StreamPlatform.waitToRead(descriptor, for: .zero) {
        _ = read(into: &$0.buffer)
      }
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
    return reading.withLock { reading -> ContiguousArray<UInt8>? in
      guard StreamPlatform.waitToRead(input.hasRoom ? descriptor : nil, for: patience) else { return [] }
      reading.count += 1
      let length = read(into: &reading.buffer)
      return length > 0 ? ContiguousArray(reading.buffer[..<length]) : nil
    }
  }
}
