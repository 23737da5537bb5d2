import Synchronization

/// The jobs that wait for the threads of a receive loop, and the part that each thread plays.
///
/// One thread *leads*: it waits for input, and runs the main jobs. Side jobs are run by *workers*. The leader becomes one
/// when there is none, since a thread that would have to be woken begins later, and with cold caches; then a thread that
/// *follows* may lead in its place, so input and main jobs wait for no side job. (The pattern is "Leader/Followers" by
/// Schmidt, O'Ryan, Pyarali, Kircher and Buschmann, 2000.)
///
/// Where a side job stands still, those behind it begin a quiet millisecond after the next event: input, or a job from another
/// thread.
final class LoopJobs: Sendable {
  enum Kind {
    /// A job that only the leader runs.
    case main
    /// A job that any thread of the loop may run.
    case side
  }

  /// What a thread does next.
  enum Step {
    case run(UnownedJob)
    case lead(term: Int)
    case follow
    /// Another thread follows: this one is not needed any more.
    case end
  }

  fileprivate struct State {
    var main = JobQueue()
    var side = JobQueue()
    /// True while the leader waits in the system, or is about to.
    var isAsleep = false
    /// True while the leader runs a side job, so that another thread may lead.
    var isLeaderAway = false
    /// The number of times that the leader has changed.
    var term = 0
    /// The threads that run side jobs.
    var workers: [UInt] = []
    /// The number of side jobs that have been begun, now and when the leader's last wait began.
    var (begun, begunBefore) = (0, 0)
    /// True when a thread waits to lead, or has been started to.
    var hasFollower = false
    /// True when the follower was woken, and has not looked yet.
    var isCalled = false
  }

  /// The maximum number of workers, all of which may stand still while another thread leads.
  fileprivate static let maximumWorkers = 15

  /// Wakes the leader.
  let leaderPipe = StreamPlatform.WakePipe()
  /// Wakes the follower.
  let followerPipe = StreamPlatform.WakePipe()
  private let state = Mutex(State())

  /// Adds a job, and wakes a thread unless one will look for jobs anyway.
  func enqueue(_ job: UnownedJob, _ kind: Kind) {
    let pipe = state.withLock { state -> StreamPlatform.WakePipe? in
      switch kind {
      case .main: state.main.append(job)
      case .side: state.side.append(job)
      }
      // A worker looks for side jobs when it has ended its own, and for main ones if the leader is away.
      let isWorker = !state.workers.isEmpty && state.workers.contains(StreamPlatform.currentThread)
      if state.isAsleep {
        if kind == .side && isWorker { return nil }
        state.isAsleep = false
        return leaderPipe
      }
      return isWorker ? nil : state.callFollower() ? followerPipe : nil
    }
    pipe?.wake()
  }

  // MARK: The leader

  /// Takes the next main job.
  func nextMain() -> UnownedJob? { state.withLock { $0.main.popFirst() } }

  /// Takes a side job for the leader, if there is no other worker for it.
  ///
  /// - Parameters:
  ///   - workersStandStill: True to count those as no workers that there are.
  ///   - startFollower: Starts a thread that follows, called when there is none; it returns false
  ///     when it could not.
  func beginSide(workersStandStill: Bool, startFollower: () -> Bool) -> UnownedJob? {
    let (job, mustCall) = state.withLock { state -> (UnownedJob?, Bool) in
      guard state.workers.isEmpty || workersStandStill && state.mayGetWorker, let job = state.side.popFirst() else {
        return (nil, false)
      }
      state.begun += 1
      state.workers.append(StreamPlatform.currentThread)
      state.isLeaderAway = true
      // Where some stand still, this job may, too.
      let isNeeded = !state.main.isEmpty || !state.side.isEmpty && workersStandStill
      return (job, isNeeded && state.callFollower())
    }
    // Without another thread, input waits for this job: that is better than no list at all.
    if job != nil { _ = addFollower(startFollower) }
    if mustCall { followerPipe.wake() }
    return job
  }

  /// How long the leader waits.
  enum Patience: Int32 {
    case none = 0
    /// As long as a side job should take at most, in milliseconds: the workers are at it.
    case moment = 1
    case endless = -1
  }

  /// Begins a wait of the leader, which a job ends that is enqueued from now on.
  func beginWait() -> Patience {
    state.withLock { state in
      state.begunBefore = state.begun
      guard state.main.isEmpty, state.side.isEmpty || !state.workers.isEmpty else { return .none }
      state.isAsleep = true
      return state.side.isEmpty || !state.mayGetWorker ? .endless : .moment
    }
  }

  /// Ends the wait of the leader.
  ///
  /// - Parameter wasQuiet: True when the wait was one for a moment, in which nothing came.
  /// - Returns: True when side jobs wait of which the workers have begun none meanwhile.
  func endWait(wasQuiet: Bool) -> Bool {
    state.withLock { state in
      state.isAsleep = false
      return wasQuiet && !state.side.isEmpty && state.begun == state.begunBefore
    }
  }

  /// True while the leader runs a side job, and a follower waits for whatever may come.
  var isLeaderReplaceable: Bool {
    state.withLock { $0.isLeaderAway && $0.hasFollower && $0.main.isEmpty }
  }

  // MARK: Workers and followers

  /// Sees to it that there is a follower.
  ///
  /// - Returns: False when there is none, and none could be started.
  func addFollower(_ start: () -> Bool) -> Bool {
    let isThere = state.withLock { state in
      defer { state.hasFollower = true }
      return state.hasFollower
    }
    if isThere || start() { return true }
    state.withLock { $0.hasFollower = false }
    return false
  }

  /// Returns what a worker does that has ended a side job.
  ///
  /// - Parameter term: The term in which the thread has led.
  func next(after term: Int) -> Step {
    state.withLock { state in
      let leads = state.term == term
      if leads ? !state.main.isEmpty || state.side.isEmpty : state.isLeaderAway && !state.main.isEmpty {
        state.removeWorker()
        return .lead(term: leads ? state.comeBack() : state.takeOver())
      }
      if let job = state.side.popFirst() {
        state.begun += 1
        return .run(job)
      }
      state.removeWorker()
      defer { state.hasFollower = true }
      return state.hasFollower ? .end : .follow
    }
  }

  /// Makes the follower the leader, if the leader is away.
  ///
  /// - Returns: The term; nil when the leader has come back.
  func takeOver() -> Int? {
    state.withLock { state -> Int? in
      state.isCalled = false
      guard state.isLeaderAway else { return nil }
      state.hasFollower = false
      return state.takeOver()
    }
  }
}

extension LoopJobs.State {
  fileprivate var mayGetWorker: Bool { workers.count < LoopJobs.maximumWorkers }

  fileprivate mutating func removeWorker() {
    let thread = StreamPlatform.currentThread
    workers.removeAll { $0 == thread }
  }

  /// - Returns: True when the follower has to be woken.
  fileprivate mutating func callFollower() -> Bool {
    guard isLeaderAway, !isCalled else { return false }
    isCalled = true
    return true
  }

  fileprivate mutating func comeBack() -> Int {
    isLeaderAway = false
    return term
  }

  fileprivate mutating func takeOver() -> Int {
    term += 1
    return comeBack()
  }
}

/// A queue of jobs.
private struct JobQueue {
  /// The maximum capacity that an empty queue keeps.
  private static let keptCapacity = 1024

  private var jobs: [UnownedJob] = []
  /// The number of jobs that have been taken.
  private var taken = 0

  var isEmpty: Bool { taken == jobs.count }

  mutating func append(_ job: UnownedJob) { jobs.append(job) }

  /// Takes the oldest job.
  ///
  /// - Complexity: O(1), amortized.
  mutating func popFirst() -> UnownedJob? {
    guard !isEmpty else { return nil }
    defer {
      taken += 1
      if 2 * taken >= jobs.count {
        jobs.removeFirst(taken)
        taken = 0
        if jobs.isEmpty && jobs.capacity > JobQueue.keptCapacity { jobs = [] }
      }
    }
    return jobs[taken]
  }
}
