package import CatchwordCompletion
import CatchwordFiles
import CatchwordProcesses
import CatchwordText
import Synchronization

/// Offers the responses of a user's program; `protocol/external-sources.md` specifies the protocol.
///
/// There is one request at a time: a newer one cancels the older one, unless the older response will contain the newer
/// one. When a lookup's time is over, it gets the candidates so far, and the rest is kept for the next key. A program
/// that fails is paused, each time for twice as long. A server that ends takes its programs with it.
package actor CommandSource: CompletionSource {
  /// The part of the source that other threads set and read.
  private struct Shared {
    var settings: CommandSettings
    /// The number of times the settings were changed.
    var revision = 0
    var state: SourceState

    init(_ settings: CommandSettings) {
      self.settings = settings
      state = SourceState(isEmpty: settings.isOff, loadState: .idle)
    }
  }

  private nonisolated let shared: Mutex<Shared>
  nonisolated let clock: EngineClock
  nonisolated let executor: any TaskExecutor
  nonisolated let log: EventLog
  /// The budget for error lines, shared by all processes of this source.
  nonisolated let errorBudget: ErrorLineBudget
  private nonisolated let supervisor: String?
  private var revision = 0
  private(set) var settings: CommandSettings
  var runs: [Int: CommandRun] = [:]
  private var current: Int?
  private var nextNumber = 0
  /// The long-lived program; nil when none runs.
  var session: CommandSession?
  var backoff = Backoff()
  var missedAnswers = 0
  private var complaints: [String: Duration] = [:]

  /// Creates the source; the program is started when it is first needed.
  ///
  /// - Parameters:
  ///   - settings: The settings of the program.
  ///   - clock: The clock that measures deadlines and pauses.
  ///   - executor: The executor on which programs are started and their output is read; nil for a thread of its own.
  ///   - supervisor: The executable that calls `ProcessSupervisor.main`; nil for this process's executable.
  ///   - log: The log for the program's errors and for the problems with its responses.
  package init(
    settings: CommandSettings, clock: EngineClock = EngineClock(), executor: (any TaskExecutor)? = nil,
    supervisor: String? = nil, log: EventLog = EventLog()
  ) {
    shared = Mutex(Shared(settings))
    self.settings = settings
    self.clock = clock
    self.executor = executor ?? BlockingExecutor(label: "catchword.command.\(settings.name)")
    self.supervisor = supervisor
    self.log = log
    errorBudget = ErrorLineBudget(clock: clock, isShared: true)
  }

  deinit {
    for run in runs.values {
      run.program?.cancel()
      run.deadline?.cancel()
    }
    session?.task?.cancel()
  }

  /// The description for the engine, which reads it once and does not see settings that are applied later.
  package nonisolated var descriptor: SourceDescriptor { shared.withLock { $0.settings.descriptor } }

  /// Applies new settings; a program that was started with the old ones is ended.
  package nonisolated func apply(_ settings: CommandSettings) {
    let isNew = shared.withLock { shared in
      guard shared.settings != settings else { return false }
      shared.settings = settings
      shared.revision += 1
      shared.state.isEmpty = settings.isOff
      shared.state.generation += 1
      return true
    }
    guard isNew else { return }
    Task(name: "command:\(settings.name):settings") { [weak self] in await self?.adopt() }
  }

  /// Loaded once the program has answered, failed while it does not work; empty without a program. The generation
  /// changes with the settings, and when a request that was answered in part has ended.
  package nonisolated var state: SourceState { shared.withLock(\.state) }

  /// Asks the program, or waits for the response to an earlier request that covers the query.
  ///
  /// - Throws: `CommandError`, or `CancellationError`.
  package func completions(for query: CompletionQuery) async throws -> SourceAnswer {
    var found = try await answer(to: CommandRequest(query), partTime: CandidateSearch.deadline(of: query, clock))
    let overlap = LineOverlap(query)
    for index in found.candidates.indices { overlap.extend(&found.candidates[index]) }
    return found
  }

  /// Asks the program, and waits for all of its response, or from a time on for any part of it.
  func answer(to request: CommandRequest, partTime: Duration) async throws -> SourceAnswer {
    adopt()
    guard !isEmpty, settings.isAsked(in: request.language),
      request.typed.utf8.count <= CommandLimits.typedBytes
    else { return SourceAnswer([]) }
    guard let number = question(request) else { return SourceAnswer([], isIncomplete: true) }
    try await wait(for: number, partTime: partTime)
    guard let run = runs[number] else { return SourceAnswer([], isIncomplete: true) }
    if run.isRunning { runs[number]?.wasGivenInPart = true } else if run.waiters.isEmpty { forget(number) }
    return try run.answer()
  }

  /// Returns the number of a request that covers `request`, or sends it; nil while the program is paused.
  private func question(_ request: CommandRequest) -> Int? {
    if let current, runs[current]?.covers(request, now: clock.now) == true { return current }
    if let current { abandon(current) }
    guard !backoff.isPausing(now: clock.now) else { return nil }
    nextNumber += 1
    let number = nextNumber
    current = number
    var run = CommandRun(request, dependsOnlyOnAnchor: settings.dependsOnlyOnAnchor)
    let end = clock.now + settings.patience
    run.deadline = Task(name: "command:\(settings.name)#\(number):deadline") { [weak self, clock] in
      if (try? await clock.sleep(until: end)) != nil { await self?.deadlineDidPass(of: number) }
    }
    runs[number] = run
    let launch = settings.launch(supervisor: supervisor)
    switch settings.mode {
    case .perRequest: runs[number]?.program = start(launch, for: number, request.line(id: number))
    case .longLived: ask(launch, number, request.line(id: number))
    }
    return number
  }

  // MARK: Waiting

  /// Waits for the end of a response, or from `partTime` on for any part of it.
  private func wait(for number: Int, partTime: Duration) async throws {
    guard runs[number]?.isRunning == true else { return }
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    nextNumber += 1
    let waiter = nextNumber
    runs[number]?.waiters[waiter] = CommandRun.Waiter(end: continuation)
    let timer = Task(name: "command:\(settings.name)#\(number):budget") { [weak self, clock] in
      if (try? await clock.sleep(until: partTime)) != nil { await self?.budgetDidPass(of: waiter, for: number) }
    }
    for await _ in stream {}
    timer.cancel()
    runs[number]?.waiters[waiter] = nil
    guard Task.isCancelled else { return }
    // A request that was answered in part is kept for the next key, unless another one has taken its place.
    if let run = runs[number], run.waiters.isEmpty, !(run.wasGivenInPart && number == current) { abandon(number) }
    throw CancellationError()
  }

  private func budgetDidPass(of waiter: Int, for number: Int) {
    runs[number]?.waiters[waiter]?.isImpatient = true
    contentImpatient(number)
  }

  /// Ends the wait of the lookups that take a partial response, if there is one.
  private func contentImpatient(_ number: Int) {
    guard let run = runs[number], !run.candidates.isEmpty else { return }
    for waiter in run.waiters.values where waiter.isImpatient { waiter.end.finish() }
  }

  // MARK: Answers

  /// Takes an event of the program's output that belongs to a request.
  ///
  /// - Returns: True while the rest of the output is wanted.
  func take(_ event: CommandOutput.Event, of number: Int) -> Bool {
    if case .problem(let problem) = event { complain(problem) }
    guard runs[number]?.isRunning == true else { return false }
    switch event {
    case .problem: break
    case .candidates(let candidates, _, let bytes):
      if runs[number]?.take(candidates, bytes: bytes) == true {
        contentImpatient(number)
      } else {
        complain("offers more than \(CommandLimits.candidates) candidates at a time; the rest is left out")
        runs[number]?.isIncomplete = true
        withdraw(number)
        answerDidEnd(number)
      }
    case .end(_, let isIncomplete):
      if isIncomplete { runs[number]?.isIncomplete = true }
      answerDidEnd(number)
    case .failure(_, let reason): end(number, .failed(.refused(reason)))
    }
    return runs[number]?.isRunning == true
  }

  /// Records that a response is complete.
  func answerDidEnd(_ number: Int) {
    missedAnswers = 0
    if settings.mode == .perRequest { backoff.didSucceed() }
    shared.withLock { $0.state.loadState = .loaded(()) }
    end(number, .done)
  }

  /// Ends a request, and resumes all lookups that wait for it.
  func end(_ number: Int, _ state: CommandRun.State) {
    guard var run = runs[number], run.isRunning else { return }
    run.state = state
    run.endTime = clock.now
    run.deadline?.cancel()
    runs[number] = run
    for waiter in run.waiters.values { waiter.end.finish() }
    // A client that was answered in part asks again.
    if run.wasGivenInPart { shared.withLock { $0.state.generation += 1 } }
    guard run.waiters.isEmpty else { return }
    if case .done = state, run.wasGivenInPart { return }
    forget(number)
  }

  private func forget(_ number: Int) {
    runs[number] = nil
    if current == number { current = nil }
  }

  /// Cancels a request that nobody waits for any more.
  private func abandon(_ number: Int) {
    guard runs[number]?.isRunning == true else { return forget(number) }
    withdraw(number)
    end(number, .abandoned)
    if current == number { current = nil }
  }

  private func deadlineDidPass(of number: Int) {
    guard let run = runs[number], run.isRunning else { return }
    withdraw(number)
    if !run.candidates.isEmpty {
      runs[number]?.isIncomplete = true
      return end(number, .done)
    }
    missedAnswers += 1
    end(number, .failed(.late(settings.patience)))
    guard missedAnswers >= CommandLimits.missedAnswers else { return }
    missedAnswers = 0
    session?.task?.cancel()
    session = nil
    programDidFail("did not answer \(CommandLimits.missedAnswers) times in a row")
  }

  // MARK: Failures

  /// Records that the program does not work: it is paused, and that is logged once.
  func programDidFail(_ reason: String) {
    let pause = backoff.didFail(now: clock.now)
    shared.withLock { $0.state.loadState = .failed(CommandError.failed(reason)) }
    log.report(.warning, "The command \"\(settings.name)\" \(reason); it is left alone for \(pause.forPeople).")
  }

  private func complain(_ problem: String) {
    // The text in parentheses differs each time, so it does not count.
    let kind = String(problem.prefix { $0 != "(" })
    if let last = complaints[kind], clock.now - last < CommandLimits.complaintInterval { return }
    if complaints.count >= 32 { complaints = [:] }
    complaints[kind] = clock.now
    log.report(.warning, "The command \"\(settings.name)\" \(problem).")
  }

  private func adopt() {
    let wanted = shared.withLock { $0 }
    guard wanted.revision != revision else { return }
    for number in Array(runs.keys) { abandon(number) }
    session?.task?.cancel()
    session = nil
    backoff.didSucceed()
    missedAnswers = 0
    revision = wanted.revision
    settings = wanted.settings
  }
}
