import CatchwordCompletion
package import CatchwordShared
import Synchronization

/// What is known of a place of shared words, and of how it answers.
package struct SharedFacts: Sendable {
  /// What each namespace has, as it was last read.
  package var publications: [(namespace: SharedNamespace, publication: Publication)] = []
  /// What was asked and kept.
  package var reader = PageReader.Facts()
  /// The times of the last lookups for which the place was asked.
  package var times: [Duration] = []
  /// The number of keys that did not wait for the place any longer.
  package var late = 0
  /// How many nodes a cluster has; nil without one, or before it was asked.
  package var cluster: String?
}

extension RedisPageStore {
  /// How many nodes the cluster has, for people; nil without one, or before it was asked.
  var clusterText: String? {
    clusterSize.map { "a cluster of \($0.primaries) primaries and \($0.replicas) replicas" }
  }
}

/// A place of shared words as a source reads it: what is kept serves while the place does not answer, and one that does not is
/// asked again after pauses.
final class SharedPlace: Sendable {
  /// What a lookup found.
  struct Lookup: Sendable {
    var candidates: [Candidate] = []
    /// True when they are a slip away from what was typed.
    var areMended = false
    /// Returns what is offered where nothing else matches; nil where there is no more.
    var further: (@Sendable () -> [Candidate])?
    /// True when there are more words.
    var isCut = false
    /// The reason for which not all is there.
    var trouble: (any Error)?
  }

  private struct State {
    var reader: PageReader
    var backoff = Backoff()
    /// The last failure, until the place answers again.
    var failure: PageStoreError?
    /// The namespaces that cannot be read though the place answers, each with the reason.
    var refusals: [SharedNamespace: (error: any Error, backoff: Backoff)] = [:]
  }

  /// What those who type on need while the place is asked.
  private struct Progress {
    /// When it was asked, and what was kept then; nil while it is not.
    var asking: (since: Duration, reader: PageReader)?
    /// The last failure, until the place answers again.
    var failure: PageStoreError?
    var isTroubled: Bool { failure != nil }
  }

  /// The number of times that are kept.
  private static let maximumTimes = 256
  /// The time after which a place that is asked counts as one that hangs, and for which a key waits for it.
  private static let hangingTime = Duration.milliseconds(250)
  /// The time for which a key waits for a place that has failed before.
  private static let troubledPatience = Duration.milliseconds(10)

  private let store: any PageStore
  private let namespaces: [SharedNamespace]
  private let clock: EngineClock
  /// It is held while the place is asked.
  private let state: Mutex<State>
  private let published = Mutex(SharedFacts())
  private let progress = Mutex(Progress())
  /// The number of lookups that are in progress.
  private let lookups = Mutex(0)

  init(_ store: any PageStore, _ namespaces: [SharedNamespace], clock: EngineClock) {
    (self.store, self.namespaces, self.clock) = (store, namespaces, clock)
    state = Mutex(State(reader: PageReader(store, cacheBytes: PageReader.cacheBytes / max(1, namespaces.count))))
  }

  /// What is known of the place. Never blocks.
  var facts: SharedFacts { published.withLock { $0 } }

  /// Looks up the words under a prefix in the namespaces, the first ones, for which that takes hardly longer than a
  /// millisecond.
  func promptLookups(_ prefix: SharedPrefix) -> [Lookup] {
    let end = clock.now + .milliseconds(1)
    var lookups: [Lookup] = []
    for namespace in namespaces {
      guard clock.now < end, let lookup = promptLookup(prefix, namespace) else { break }
      lookups.append(lookup)
    }
    return lookups
  }

  private func promptLookup(_ prefix: SharedPrefix, _ namespace: SharedNamespace) -> Lookup? {
    // It is held by one who waits for the place.
    let lookup = state.withLockIfAvailable { state -> Lookup? in
      guard state.failure == nil, state.refusals[namespace] == nil else { return nil }
      let (begin, before) = (clock.now, state.reader.facts.questions)
      guard let answer = state.reader.promptAnswer(to: prefix, of: namespace, now: begin) else { return nil }
      publish(state.reader, asked: state.reader.facts.questions > before ? clock.now - begin : nil)
      return SharedPlace.lookup(answer, state.reader, namespace, nil)
    }
    return lookup ?? nil
  }

  /// Looks up the words under a prefix. Blocks.
  func lookup(_ prefix: SharedPrefix, in namespace: SharedNamespace) -> Lookup {
    lookups.withLock { $0 += 1 }
    defer { lookups.withLock { $0 -= 1 } }
    return state.withLock { state in
      let (begin, before) = (clock.now, state.reader.facts.questions)
      var hasAsked: Bool { state.reader.facts.questions > before }
      defer { publish(state.reader, asked: hasAsked ? clock.now - begin : nil) }
      if let trouble = SharedPlace.pause(state, namespace, now: begin) {
        return SharedPlace.lookup(state.reader.nearest(to: prefix, of: namespace), state.reader, namespace, trouble)
      }
      progress.withLock { $0.asking = (begin, state.reader) }
      defer { progress.withLock { $0 = Progress(failure: state.failure) } }
      do {
        guard let answer = try state.reader.answer(to: prefix, of: namespace, now: begin) else {
          throw PageStoreError.nothing
        }
        // What is kept here says nothing about the place.
        if hasAsked {
          state.failure = nil
          state.backoff.didSucceed()
          state.refusals[namespace] = nil
        }
        return SharedPlace.lookup(answer, state.reader, namespace, nil)
      } catch {
        didFail(error, of: namespace, &state)
        return SharedPlace.lookup(state.reader.nearest(to: prefix, of: namespace), state.reader, namespace, error)
      }
    }
  }

  /// Returns the time for which a query may wait for `lookup`.
  ///
  /// - Parameter budget: The time for which it waits for all that matches; who asks once has more of it than a key.
  func patience(_ budget: Duration) -> Duration {
    let usual = max(budget, SharedPlace.hangingTime)
    return progress.withLock { progress in
      switch (progress.asking, progress.isTroubled) {
      case (nil, false): usual
      case (nil, true): budget > SharedPlace.hangingTime ? budget : SharedPlace.troubledPatience
      case (_?, true): .zero
      case (let asking?, false): max(.zero, asking.since + usual - clock.now)
      }
    }
  }

  /// Counts a key that does not wait any longer.
  func noteLate() { published.withLock { $0.late += 1 } }

  /// Returns the words under a prefix of which it was known before the place was asked. Never blocks.
  func meanwhile(_ prefix: SharedPrefix, in namespace: SharedNamespace) -> Lookup {
    let (reader, failure) = progress.withLock { ($0.asking?.reader, $0.failure) }
    guard var reader else { return Lookup(isCut: true, trouble: failure) }
    let answer =
      reader.promptAnswer(to: prefix, of: namespace, now: clock.now) ?? reader.nearest(to: prefix, of: namespace)
    var lookup = SharedPlace.lookup(answer, reader, namespace, failure)
    lookup.isCut = true
    return lookup
  }

  /// Returns the reason for which the place, or a namespace of it, is not asked just now.
  private static func pause(_ state: State, _ namespace: SharedNamespace, now: Duration) -> (any Error)? {
    if let failure = state.failure, state.backoff.isPausing(now: now) { return failure }
    guard let refusal = state.refusals[namespace], refusal.backoff.isPausing(now: now) else { return nil }
    return refusal.error
  }

  /// Returns the description of a word; nil when it has none, or the place does not answer. Blocks.
  func description(of word: String, in namespace: SharedNamespace) -> String? {
    state.withLock { state in
      if SharedPlace.pause(state, namespace, now: clock.now) != nil { return nil }
      do {
        return try state.reader.description(of: word, in: namespace)
      } catch {
        didFail(error, of: namespace, &state)
        return nil
      }
    }
  }

  private func didFail(_ error: any Error, of namespace: SharedNamespace, _ state: inout State) {
    let (now, share) = (clock.now, Double.random(in: 0.5...1))
    if let error = error as? PageStoreError, error.isAway {
      state.failure = error
      state.backoff.didFail(now: now, share: share)
    } else if error as? PageStoreError != .nothing {
      var backoff = state.refusals[namespace]?.backoff ?? Backoff()
      backoff.didFail(now: now, share: share)
      state.refusals[namespace] = (error, backoff)
    }
  }

  /// True while words are looked up.
  var isLookingUp: Bool { lookups.withLock { $0 } > 0 }

  /// Ends the connections, which the next question opens anew. Blocks.
  func rest() { state.withLock { _ in store.rest() } }

  private static func lookup(
    _ answer: PageReader.Answer?, _ reader: PageReader, _ namespace: SharedNamespace, _ trouble: (any Error)?
  ) -> Lookup {
    guard let answer, let publication = reader.publication(of: namespace) else {
      return Lookup(isCut: trouble != nil, trouble: trouble)
    }
    let heaviest = max(ListWeight.weight(publication.heaviest), 1)
    var lookup = Lookup(
      candidates: candidates(of: answer.words, heaviest, namespace), isCut: answer.isCut || trouble != nil,
      trouble: trouble)
    lookup.areMended = answer.areMended
    if answer.hasFurther { lookup.further = { candidates(of: answer.further, heaviest, namespace) } }
    return lookup
  }

  private static func candidates(
    of words: [SharedWord], _ heaviest: Double, _ namespace: SharedNamespace
  ) -> [Candidate] {
    words.filter { !isSecretLine($0.text) }.map { word in
      // Without a detail: of a word that is in the user's own files, too, those are what is shown.
      Candidate(
        word.text, signals: CandidateSignals(frequency: min(1, ListWeight.weight(word.weight) / heaviest)),
        key: namespace.text)
    }
  }

  /// True for more than a word with a key or a password in it; single words are looked at where all candidates are.
  private static func isSecretLine(_ text: String) -> Bool {
    text.utf8.contains { " =:@".utf8.contains($0) } && ProjectText.isSecret(text)
  }

  private func publish(_ reader: PageReader, asked time: Duration?) {
    published.withLock { facts in
      facts.reader = reader.facts
      guard let time else { return }
      facts.cluster = (store as? RedisPageStore)?.clusterText
      facts.publications = namespaces.compactMap { namespace in
        reader.publication(of: namespace).map { (namespace, $0) }
      }
      if facts.times.count == SharedPlace.maximumTimes { facts.times.removeFirst() }
      facts.times.append(time)
    }
  }
}
