public import CatchwordPrediction
public import CatchwordText
import Synchronization

/// Runs completion: takes requests, edits and cancellations, and ensures that each request is answered once.
///
/// A `CompletionSession` per document, a pure value, decides what to do; this class performs it. Its methods return at
/// once and may be called from any thread, so that the receive loop of a server can register a request, or apply an
/// edit, without an `await` in between: that is why it is a lock around values and not an actor. Requests receive their
/// updates outside the lock, on any thread.
public final class CompletionScheduler: Sendable {
  struct State {
    var settings: CompletionSettings
    var learned = LearnedWords()
    var documents: [String: Document] = [:]
    /// The requests of lists that are still being made for documents that were closed.
    var orphans: [UInt64: [PendingCompletion]] = [:]
    /// The sources; each keeps its index for good.
    var sources: [RegisteredSource]
    var generation: UInt64 = 0
    var isShutDown = false
  }

  /// A document and everything that runs for it; its tasks live as long as it does.
  struct Document {
    var session: CompletionSession
    var lookups: [Int: TaskSlot<UInt64>] = [:]
    var compositions: [UInt64: Cancellation] = [:]
    var timer = TaskSlot<UInt64>()
    /// The time at which the timer ends, which may be before there is something to do.
    var timerEnd: Duration?
    var timers: UInt64 = 0
  }

  let clock: EngineClock
  let executor: (any TaskExecutor)?
  let promptExecutor: (any TaskExecutor)?
  private let log: FailureLog
  private let model: LanguageModel
  let state: Mutex<State>

  /// Creates a scheduler.
  ///
  /// - Parameters:
  ///   - sources: The sources to ask; of two equal candidates the one of the earlier source is shown.
  ///   - model: The model that predicts the next word; it follows the documents by itself.
  ///   - settings: The settings to begin with.
  ///   - clock: The clock that measures time.
  ///   - executor: The executor that tasks prefer; nil for the default.
  ///   - promptExecutor: The executor that short tasks prefer, those that do not block, unless there is an `executor`: it
  ///     may be that of the thread that takes requests.
  ///   - log: The log for the failures of sources.
  public init(
    sources: [any CompletionSource], model: LanguageModel = LanguageModel(),
    settings: CompletionSettings = CompletionSettings(),
    clock: EngineClock = EngineClock(), executor: (any TaskExecutor)? = nil,
    promptExecutor: (any TaskExecutor)? = nil, log: EventLog = EventLog()
  ) {
    self.model = model
    self.clock = clock
    self.executor = executor
    self.promptExecutor = executor ?? promptExecutor
    self.log = FailureLog(log)
    state = Mutex(State(settings: settings, sources: sources.map(RegisteredSource.init)))
  }

  /// The settings of the engine; a change applies to later requests, and a change of the word filter at once.
  public var settings: CompletionSettings {
    get { state.withLock { $0.settings } }
    set {
      state.withLock { state in
        state.settings = newValue
        for uri in state.documents.keys { state.documents[uri]?.session.settings = newValue }
      }
    }
  }

  /// The sources that are asked.
  public var sources: [any CompletionSource] {
    get { state.withLock { $0.sources.filter { !$0.isRetired }.compactMap(\.source) } }
    set {
      // Sources that are dropped are released here, and not under the lock.
      let old = state.withLock { $0.sources }
      state.withLock { state in
        for index in state.sources.indices {
          state.sources[index].isRetired = !newValue.contains { $0 === state.sources[index].source }
        }
        let known = state.sources
        state.sources += newValue.filter { source in !known.contains { $0.source === source } }.map(
          RegisteredSource.init)
      }
      withExtendedLifetime(old) {}
    }
  }

  /// The learned choices of the user; a change applies to the next list that is made.
  public var learned: LearnedWords {
    get { state.withLock { $0.learned } }
    set { state.withLock { $0.learned = newValue } }
  }

  // MARK: Inputs

  /// Begins a request.
  public func request(_ completion: PendingCompletion) {
    let query = completion.query
    // This runs the sources' own code, so it comes before the lock.
    let (sources, settings) = state.withLock { ($0.sources, $0.settings) }
    let rules = settings.rules(for: query.document.languageID)
    var asked: [(index: Int, generation: Int)] = []
    for (index, source) in sources.enumerated() {
      if let generation = source.generationIfAsked(query, rules) { asked.append((index, generation)) }
    }
    perform(on: query.document.uri) { state, document, now in
      guard !state.isShutDown else { return [] }
      let eligible = asked.map { index, generation in
        CompletionSession.EligibleSource(
          index: index, descriptor: state.sources[index].descriptor, generation: generation,
          delay: state.sources[index].costs.delay(budget: state.settings.budget))
      }
      return document.session.request(completion, sources: eligible, now: now)
    }
  }

  /// Ends a request, which receives nothing any more.
  public func cancel(_ completion: PendingCompletion) {
    guard completion.finish() else { return }
    // A document that was closed has nothing left that belongs to it.
    perform(on: completion.query.document.uri, createsSession: false) { _, document, now in
      document.session.cancel(completion, now: now)
    }
  }

  /// Takes an edit; `document` is the version after it.
  public func documentDidChange(_ change: TextChange, in document: DocumentSnapshot) {
    guard !change.isEmpty else { return }
    perform(on: document.uri, createsSession: false) { _, entry, _ in entry.session.edit(change, in: document) }
  }

  /// Ends everything that belongs to a document.
  public func documentDidClose(uri: String) {
    perform(on: uri, createsSession: false) { _, document, _ in document.session.close() }
    let closed = state.withLock { state in
      let closed = state.documents.removeValue(forKey: uri)
      for (number, composition) in closed?.session.compositions ?? [:] where composition.ownsWaiters {
        state.orphans[number] = composition.waiters
      }
      return closed
    }
    // Its tasks end with it, here, outside the lock.
    _ = closed
  }

  /// Cancels everything; requests that have not ended receive nothing any more.
  public func shutDown() {
    let documents = state.withLock { state in
      state.isShutDown = true
      state.orphans = [:]
      defer { state.documents = [:] }
      return state.documents
    }
    // Their slots are released with them, which cancels the tasks in the slots.
    for task in documents.values.flatMap(\.compositions.values) { task.cancel() }
  }

  // MARK: Effects

  typealias Decision = (inout State, inout Document, Duration) -> [CompletionEffect]

  /// Lets a session decide, performs what can be done under the lock, and sends updates outside it.
  ///
  /// - Parameter composesHere: True on a thread meant for such work: lists are made before this returns.
  func perform(
    on uri: String, createsSession: Bool = true, composesHere: Bool = false, _ decide: Decision
  ) {
    let now = clock.now
    let replies: [() -> Void] = state.withLock { state in
      // Taken out of the table, so that nothing in it is copied.
      guard var document = state.documents.removeValue(forKey: uri) ?? (createsSession ? newDocument(&state) : nil)
      else { return [] }
      let effects = decide(&state, &document, now)
      var replies: [() -> Void] = []
      for effect in effects {
        perform(effect, uri: uri, composesHere: composesHere, &document, &state, &replies)
      }
      setTimer(of: &document, uri: uri, now: now, &replies)
      state.documents[uri] = document
      return replies
    }
    for reply in replies { reply() }
  }

  private func newDocument(_ state: inout State) -> Document? {
    guard !state.isShutDown else { return nil }
    state.generation += 1
    // The numbers of a document that was closed and opened again never collide.
    return Document(session: CompletionSession(settings: state.settings, firstNumber: state.generation << 32))
  }

  private func perform(
    _ effect: CompletionEffect, uri: String, composesHere: Bool, _ document: inout Document, _ state: inout State,
    _ replies: inout [() -> Void]
  ) {
    switch effect {
    case .start(let lookup, let source, let delay):
      if let older = document.lookups.removeValue(forKey: source) { replies.append { older.cancel() } }
      let name = state.sources[source].descriptor.name
      let executor = state.sources[source].isPrompt ? promptExecutor : executor
      start(lookup, source: source, name: name, delay: delay, uri: uri, executor, &document)
    case .cancel(let source):
      // Released outside the lock: a source's cancellation handlers run immediately, and may do anything.
      guard let slot = document.lookups.removeValue(forKey: source) else { return }
      replies.append { slot.cancel() }
    case .compose(let number, let query, let answers, let isMissingAnswers, let purpose):
      let rules = state.settings.rules(for: query.document.languageID)
      let parts = answers.map {
        Composer.Part(source: rules.adjusted(state.sources[$0.source].descriptor), answer: $0.answer)
      }
      let composer = Composer(
        query: query, parts: parts, isMissingAnswers: isMissingAnswers, settings: state.settings,
        learned: state.learned, model: model,
        offersPredictions: purpose != .stale && state.settings.offersPredictions)
      document.compositions[number] = composer.cancellation
      let work: @Sendable () -> Void = { [self] in compose(number, composer, purpose, uri: uri) }
      // Not a slot: a list that is cut short before it began must still be answered.
      if composesHere {
        replies.append(work)
      } else {
        Task(name: "compose#\(number)", executorPreference: promptExecutor, priority: .userInitiated) { work() }
      }
    case .cancelComposition(let number):
      document.compositions[number]?.cancel()
    case .answerEmpty(let waiters):
      for waiter in waiters {
        let nothing = CompletionResult(query: waiter.query, items: [], isIncomplete: true)
        replies.append { waiter.receive(.end(.stale(nothing))) }
      }
    case .report(let source, let error):
      let name = state.sources[source].descriptor.name
      replies.append { [log, clock] in log.report(source: name, error, now: clock.now) }
    }
  }

  /// Sets a timer that wakes the session in time.
  ///
  /// A timer that ends too early is kept, since it is set anew when it ends; otherwise each key would set one.
  private func setTimer(of document: inout Document, uri: String, now: Duration, _ replies: inout [() -> Void]) {
    guard let wakeTime = document.session.wakeTime, wakeTime < document.timerEnd ?? .seconds(Int64.max) else { return }
    document.timerEnd = wakeTime
    document.timers += 1
    // The previous timer is cancelled outside the lock: its cancellation handlers run immediately.
    let older = document.timer
    replies.append { older.cancel() }
    document.timer = TaskSlot()
    document.timer.task(id: document.timers, name: "timer", executorPreference: executor) { [self, clock] in
      guard (try? await clock.sleep(until: wakeTime)) != nil else { return }
      perform(on: uri, createsSession: false, composesHere: true) { _, document, now in
        document.timerEnd = nil
        return document.session.timeDidPass(now: now)
      }
    }
  }
}
