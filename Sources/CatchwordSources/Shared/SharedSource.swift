package import CatchwordCompletion
import CatchwordFiles
import CatchwordShared
import CatchwordText
import Synchronization

/// Offers words that a team has published: the heaviest that begin as typed.
///
/// The place may be on a machine that does not answer. What is not there within a millisecond is read on a thread of the
/// source's own, one lookup after the other, so nothing else waits for it; a lookup that nobody wants any more is left out.
package actor SharedSource: CompletionSource {
  package nonisolated let descriptor: SourceDescriptor

  private nonisolated let name: String
  private nonisolated let namespaces: [SharedNamespace]
  private nonisolated let place: SharedPlace?
  private nonisolated let executor: any TaskExecutor
  private nonisolated let clock: EngineClock
  private nonisolated let log: EventLog
  private nonisolated let current: Mutex<SourceState>
  /// The time of the last lookup.
  private var lastLookup = Duration.zero
  private var isResting = true
  /// The time after the last lookup for which connections stay open: a server has thousands of users.
  static let restInterval = Duration.seconds(120)
  /// When each namespace was last complained about; of the place as a whole, the empty text.
  private var complaints: [String: Duration] = [:]
  /// The least time between two complaints about a namespace: the reasons of a bad server may change at each key.
  private static let complaintInterval = Duration.seconds(60)

  /// Creates the source; nothing is read before it is asked.
  ///
  /// - Parameters:
  ///   - settings: The settings of the place.
  ///   - clock: The clock that measures time.
  ///   - log: The log for what cannot be read.
  package init(
    _ settings: SharedSettings, clock: EngineClock = EngineClock(), log: EventLog = EventLog()
  ) {
    self.init(settings, store: settings.store, clock: clock, log: log)
  }

  /// - Parameter store: The place; nil for none.
  init(
    _ settings: SharedSettings, store: (any PageStore)?, clock: EngineClock = EngineClock(), log: EventLog = EventLog()
  ) {
    (name, namespaces) = (settings.name, settings.names)
    address = settings.server ?? settings.folder ?? "nowhere"
    (self.clock, self.log) = (clock, log)
    place = store.map { SharedPlace($0, settings.names, clock: clock) }
    executor = BlockingExecutor(label: "catchword.shared.\(settings.name)")
    var descriptor = SourceDescriptor(
      name: settings.name, languages: settings.languages, deadline: .seconds(2),
      priority: min(max(settings.priority, -1), 1), minimumLength: max(settings.minimumLength, 1))
    // What a slow place answers still serves when more has been typed; if there are more words, it is asked again.
    descriptor.survivesTyping = true
    descriptor.leavesOutTyped = true
    self.descriptor = descriptor
    let isOff = !settings.isEnabled || store == nil || namespaces.isEmpty
    current = Mutex(SourceState(isEmpty: isOff, loadState: .idle))
  }

  /// Empty when it is off; loaded once words have been read, failed while they cannot be.
  package nonisolated var state: SourceState { current.withLock { $0 } }

  /// Ends the source, as its settings are gone.
  nonisolated func retire() {
    current.withLock { $0.isEmpty = true }
    Task(name: "closing connections of \(name)", executorPreference: executor) { [place] in place?.rest() }
  }

  /// Where the words are: a folder, or the address of a server.
  package nonisolated let address: String

  /// What is known of the place; nil when there is none.
  package nonisolated var facts: SharedFacts? { place?.facts }

  /// Returns the heaviest words that begin as typed, of each namespace.
  ///
  /// - Throws: `CancellationError`. What cannot be read is said in the log.
  package func completions(for query: CompletionQuery) async throws -> SourceAnswer {
    let prefix = SharedPrefix(query.typed)
    guard !isEmpty, let place, !prefix.isEmpty else { return SourceAnswer([]) }
    noteLookup()
    // A thread that is woken takes longer than a server near by.
    var lookups = place.promptLookups(prefix)
    let others = namespaces.dropFirst(lookups.count)
    if !others.isEmpty { lookups += try await self.lookups(prefix, in: place, others, query.budget) }
    var answer = SourceAnswer([])
    // Of a namespace, twenty are enough beside words of one's own, or of another one.
    let isAlone = lookups.count { !$0.candidates.isEmpty } == 1
    let hasRightOnes = lookups.contains { !$0.candidates.isEmpty && !$0.areMended }
    for lookup in lookups where !lookup.areMended || !hasRightOnes {
      answer.candidates += lookup.candidates
      if isAlone, let further = lookup.further { answer.further = further }
      answer.isIncomplete = answer.isIncomplete || lookup.isCut
    }
    note(lookups, of: namespaces)
    return answer
  }

  /// Says what is wrong with the place, by lookups of some namespaces.
  private func note(_ lookups: [SharedPlace.Lookup], of namespaces: some Sequence<SharedNamespace>) {
    var trouble: (any Error)?
    for (namespace, lookup) in zip(namespaces, lookups) {
      guard let failure = lookup.trouble else { continue }
      trouble = failure
      complain(failure, of: namespace)
    }
    current.withLock { $0.loadState = trouble.map { .failed($0) } ?? .loaded(()) }
  }

  /// Looks words up on the source's own thread. What does not come in time is there at a later key.
  ///
  /// - Throws: `CancellationError`.
  private func lookups(
    _ prefix: SharedPrefix, in place: SharedPlace, _ namespaces: ArraySlice<SharedNamespace>, _ budget: Duration
  ) async throws -> [SharedPlace.Lookup] {
    let patience = place.patience(budget)
    let end = clock.now + patience
    var found: [SharedPlace.Lookup]?
    if patience > .zero {
      let (firsts, first) = AsyncStream.makeStream(of: [SharedPlace.Lookup]?.self)
      // A lookup that has begun goes on; one that has not is left out when nobody wants it any more.
      let wish = Wish()
      let timer = Task(name: "not waiting for \(name)") { [clock] in
        if (try? await clock.sleep(until: end)) != nil { first.yield(nil) }
      }
      found = await withTaskCancellationHandler {
        Task(name: "looking up in \(name)", executorPreference: executor) {
          let lookups = await SharedSource.look(up: prefix, in: place, namespaces, wish)
          // What nobody waits for any more says all the same what was wrong.
          if case .terminated = first.yield(lookups), let lookups, lookups.contains(where: { $0.trouble != nil }) {
            await self.note(lookups, of: namespaces)
          }
        }
        for await lookups in firsts { return lookups }
        return nil
      } onCancel: {
        wish.end()
      }
      timer.cancel()
      wish.end()
      try Task.checkCancellation()
    }
    if let found { return found }
    place.noteLate()
    return namespaces.map { place.meanwhile(prefix, in: $0) }
  }

  /// The wish for a lookup, which may end before that begins.
  private final class Wish: Sendable {
    private let isThere = Mutex(true)
    var hasEnded: Bool { isThere.withLock { !$0 } }

    func end() { isThere.withLock { $0 = false } }
  }

  /// Looks words up, one namespace after the other. Blocks the executor, which is the source's own.
  ///
  /// - Returns: Nil when nobody wants them by then.
  @concurrent
  private static func look(
    up prefix: SharedPrefix, in place: SharedPlace, _ namespaces: ArraySlice<SharedNamespace>, _ wish: Wish
  ) async -> [SharedPlace.Lookup]? {
    wish.hasEnded ? nil : namespaces.map { place.lookup(prefix, in: $0) }
  }

  /// Sees to it that connections are closed once nobody types.
  private func noteLookup() {
    lastLookup = clock.now
    guard isResting else { return }
    isResting = false
    Task(name: "closing connections of \(name)") { await self.restWhenIdle() }
  }

  private func restWhenIdle() async {
    while clock.now < lastLookup + SharedSource.restInterval {
      guard (try? await clock.sleep(until: lastLookup + SharedSource.restInterval)) != nil else { break }
    }
    isResting = true
    guard let place else { return }
    await withTaskExecutorPreference(executor) { await SharedSource.rest(place) }
  }

  @concurrent
  private static func rest(_ place: SharedPlace) async { place.rest() }

  private func complain(_ failure: any Error, of namespace: SharedNamespace) {
    // A place that is away is away for all of its namespaces.
    let subject = (failure as? PageStoreError)?.isAway == true ? "" : namespace.text
    let now = clock.now
    if let last = complaints[subject], now - last < SharedSource.complaintInterval { return }
    complaints[subject] = now
    let words = subject.isEmpty ? "" : " \(subject)"
    log.report(.warning, "The shared words\(words) of \"\(name)\" cannot be read: \(failure).")
  }

  /// Returns what a word is, and where it is from. A place that has not answered yet is not waited for.
  package func documentation(for candidate: Candidate) async throws -> String? {
    guard let key = candidate.key else { return nil }
    let origin = "From \(MarkdownText.escaped(key)), shared as \(MarkdownText.escaped(name))."
    guard let place, !place.isLookingUp, let namespace = SharedNamespace(key) else { return origin }
    noteLookup()
    let description = await withTaskExecutorPreference(executor) {
      await SharedSource.describe(candidate.text, in: place, namespace)
    }
    return description.map { "\(MarkdownText.escaped($0))\n\n\(origin)" } ?? origin
  }

  @concurrent
  private static func describe(
    _ word: String, in place: SharedPlace, _ namespace: SharedNamespace
  ) async -> String? { place.description(of: word, in: namespace) }
}
