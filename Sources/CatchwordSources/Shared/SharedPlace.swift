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
}

/// A place of shared words as a source reads it: what is kept serves while the place does not answer, and one that does not is
/// asked again after pauses.
final class SharedPlace: Sendable {
  /// What a lookup found.
  struct Lookup: Sendable {
    var candidates: [Candidate] = []
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
  }

  /// The number of times that are kept.
  private static let maximumTimes = 256

  private let store: any PageStore
  private let namespaces: [SharedNamespace]
  private let clock: EngineClock
  /// It is held while the place is asked.
  private let state: Mutex<State>
  private let published = Mutex(SharedFacts())
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
      guard state.failure == nil else { return nil }
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
      if let failure = state.failure, state.backoff.isPausing(now: begin) {
        return SharedPlace.lookup(state.reader.nearest(to: prefix, of: namespace), state.reader, namespace, failure)
      }
      do {
        guard let answer = try state.reader.answer(to: prefix, of: namespace, now: begin) else {
          throw PageStoreError.nothing
        }
        // What is kept here says nothing about the place.
        if hasAsked {
          state.failure = nil
          state.backoff.didSucceed()
        }
        return SharedPlace.lookup(answer, state.reader, namespace, nil)
      } catch {
        didFail(error, &state)
        return SharedPlace.lookup(state.reader.nearest(to: prefix, of: namespace), state.reader, namespace, error)
      }
    }
  }

  /// Returns the description of a word; nil when it has none, or the place does not answer. Blocks.
  func description(of word: String, in namespace: SharedNamespace) -> String? {
    state.withLock { state in
      if state.failure != nil, state.backoff.isPausing(now: clock.now) { return nil }
      do {
        return try state.reader.description(of: word, in: namespace)
      } catch {
        didFail(error, &state)
        return nil
      }
    }
  }

  private func didFail(_ error: any Error, _ state: inout State) {
    guard let error = error as? PageStoreError, error.isAway else { return }
    state.failure = error
    state.backoff.didFail(now: clock.now, share: .random(in: 0.5...1))
  }

  /// True while words are looked up.
  var isLookingUp: Bool { lookups.withLock { $0 } > 0 }

  /// Ends the connections, which the next question opens anew. Blocks.
  func rest() { state.withLock { _ in store.rest() } }

  private static func lookup(
    _ answer: PageReader.Answer?, _ reader: PageReader, _ namespace: SharedNamespace, _ trouble: (any Error)?
  ) -> Lookup {
    guard let answer, let publication = reader.publication(of: namespace) else { return Lookup(trouble: trouble) }
    let heaviest = max(ListWeight.weight(publication.heaviest), 1)
    var lookup = Lookup(
      isCut: answer.isCut || answer.words.count > SharedSource.maximumWords || trouble != nil, trouble: trouble)
    for word in answer.words.prefix(SharedSource.maximumWords) {
      lookup.candidates.append(
        // Without a detail: of a word that is in the user's own files, too, those are what is shown.
        Candidate(
          word.text, signals: CandidateSignals(frequency: min(1, ListWeight.weight(word.weight) / heaviest)),
          key: namespace.text))
    }
    return lookup
  }

  private func publish(_ reader: PageReader, asked time: Duration?) {
    published.withLock { facts in
      facts.reader = reader.facts
      guard let time else { return }
      facts.publications = namespaces.compactMap { namespace in
        reader.publication(of: namespace).map { (namespace, $0) }
      }
      if facts.times.count == SharedPlace.maximumTimes { facts.times.removeFirst() }
      facts.times.append(time)
    }
  }
}
