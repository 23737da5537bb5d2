import Synchronization

/// A thread that reads a descriptor, and runs the tasks that prefer it in between.
///
/// Input is handled on the thread that has read it, as waking another thread would take longer than most messages.
/// Tasks run in the order in which they became ready, and after a few jobs the descriptor is checked, so that tasks
/// that never run out of work do not keep input waiting.
///
/// Short tasks that prefer `sideExecutor` run on the same thread in between, and another thread reads and runs the loop's
/// tasks in its place when that is needed meanwhile.
public final class ReceiveLoop: TaskExecutor {
  private struct Reading {
    /// The number of reads by another thread than the leader.
    var inPlace = 0
    var buffer = ContiguousArray<UInt8>(repeating: 0, count: 64 * 1024)
  }

  /// The maximum number of jobs between two checks of the descriptor.
  static let jobsPerLook = 4

  private let descriptor: Int32
  private let input: InputQueue
  private let jobs = LoopJobs()
  private let side: SideExecutor
  /// Wakes another thread for input while the leader runs side jobs; nil where the system has no such thing.
  private let alarm: StreamPlatform.InputAlarm?
  /// True once there are threads for side jobs.
  private let runsSideJobs = Atomic<Bool>(false)
  /// A counter that is even while the leader waits for input, odd while it works, and never repeats.
  private let turns = Atomic<UInt64>(0)
  /// The lock is held during every read.
  private let reading = Mutex(Reading())

  /// Creates a loop; `start()` begins to read.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor that is read to its end.
  ///   - input: The queue that receives the bytes.
  public init(reading descriptor: Int32, into input: InputQueue) {
    self.descriptor = descriptor
    self.input = input
    side = SideExecutor(jobs: jobs)
    alarm = StreamPlatform.InputAlarm(for: descriptor, or: jobs.followerPipe)
    input.whenThereIsRoom { [jobs] in
      jobs.leaderPipe.wake()
      // The leader may be away.
      jobs.followerPipe.wake()
    }
  }

  /// Starts to read, on threads that last as long as the process.
  ///
  /// - Returns: False when the system creates no thread.
  public func start() -> Bool {
    guard StreamPlatform.startThread({ self.run(term: 0) }) else { return false }
    if alarm != nil && jobs.addFollower(startFollower) { runsSideJobs.store(true, ordering: .relaxed) }
    return true
  }

  private func startFollower() -> Bool { StreamPlatform.startThread { self.run(term: self.follow()) } }

  /// Runs a job on the thread that reads.
  public func enqueue(_ job: consuming ExecutorJob) { jobs.enqueue(UnownedJob(job), .main) }

  /// An executor for tasks that take a moment, and do not block: they run on the thread that has read what they are
  /// about, unless that has other things to do.
  ///
  /// It is nil where a thread that reads cannot be relieved: before the start, for input from a file, on systems other than
  /// Linux, and when the system creates no second thread.
  package var sideExecutor: (any TaskExecutor)? { runsSideJobs.load(ordering: .relaxed) ? side : nil }

  private final class SideExecutor: TaskExecutor {
    private let jobs: LoopJobs

    init(jobs: LoopJobs) { self.jobs = jobs }

    func enqueue(_ job: consuming ExecutorJob) { jobs.enqueue(UnownedJob(job), .side) }
  }

  // MARK: The threads

  private func run(term: Int) {
    if term == 0 { turns.add(1, ordering: .relaxed) }
    var term: Int? = term
    while let current = term { term = lead(current) }
  }

  /// Leads as long as no other thread does.
  ///
  /// - Returns: The term in which the thread leads again; nil when it is not needed any more.
  private func lead(_ term: Int) -> Int? {
    var workersStandStill = false
    while true {
      for _ in 0..<ReceiveLoop.jobsPerLook {
        guard let job = jobs.nextMain() else { break }
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
      if let job = jobs.beginSide(workersStandStill: workersStandStill, startFollower: startFollower) {
        let next = work(job, term)
        guard next == term else { return next }
      }
      workersStandStill = look()
    }
  }

  /// Runs side jobs, while another thread may lead.
  ///
  /// - Returns: The term in which the thread leads again; nil when it is not needed any more.
  private func work(_ job: UnownedJob, _ term: Int) -> Int? {
    if mayRead { alarm?.set() }
    // The signal may have come before this thread could be replaced.
    if StreamPlatform.isTerminationRequested && !input.isEnded { jobs.followerPipe.wake() }
    var job = job
    while true {
      job.runSynchronously(on: side.asUnownedTaskExecutor())
      switch jobs.next(after: term) {
      case .run(let next): job = next
      case .lead(let next):
        alarm?.turnOff()
        return next
      case .follow: return follow()
      case .end: return nil
      }
    }
  }

  /// Waits until the leader is away and needed.
  ///
  /// - Returns: The term in which this thread leads.
  private func follow() -> Int {
    while true {
      alarm?.wait()
      if let term = jobs.takeOver() { return term }
    }
  }

  /// Reads what there is; waits for something when there are no jobs.
  ///
  /// - Returns: True when there are side jobs, and the workers have begun none of them in the time for one.
  private func look() -> Bool {
    let mayRead = self.mayRead
    let readsInPlace = reading.withLock(\.inPlace)
    // A job that is enqueued from now on wakes the thread, so the wait ends at once.
    let patience = jobs.beginWait()
    turns.add(1, ordering: .relaxed)
    let event = jobs.leaderPipe.wait(orFor: mayRead ? descriptor : nil, for: patience.rawValue)
    turns.add(1, ordering: .relaxed)
    let workersStandStill = jobs.endWait(wasQuiet: patience == .moment && event == .nothing)
    if StreamPlatform.isTerminationRequested && !input.isEnded {
      readRest()
    } else if event == .input {
      // Another thread may have read the bytes, and then a read would block.
      reading.withLock { if $0.inPlace == readsInPlace { _ = read(into: &$0.buffer) } }
    }
    return workersStandStill
  }

  private var mayRead: Bool { !input.isEnded && input.hasRoom }

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

  // MARK: While the leader makes no progress

  /// Wakes the leader.
  var leaderPipe: StreamPlatform.WakePipe { jobs.leaderPipe }
  /// Wakes the follower, which leads if the leader is away.
  var followerPipe: StreamPlatform.WakePipe { jobs.followerPipe }

  /// The progress of the loop: the value changes when the loop does anything.
  struct Progress: Equatable {
    let turn: UInt64
    let taken: Int
  }

  /// The current progress.
  var progress: Progress { Progress(turn: turns.load(ordering: .relaxed), taken: input.takes) }

  /// True while the server waits as it should, for input or for a client that does not read.
  var isIdle: Bool {
    let isWaiting = turns.load(ordering: .relaxed).isMultiple(of: 2) || jobs.isLeaderReplaceable
    // Until the first bytes are taken, the server is still starting.
    return isWaiting && !hasReadAll && (input.takes > 0 || input.waiting.isEmpty)
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
      reading.inPlace += 1
      let length = read(into: &reading.buffer)
      return length > 0 ? ContiguousArray(reading.buffer[..<length]) : nil
    }
  }
}
