package import CatchwordCompletion
package import CatchwordRPC
import Foundation
import Synchronization

/// A source that does as it is told: late, failing, deaf to cancellation. Described by JSON, as in a transcript's
/// `!source` line:
///
/// `name`, `words`, `after` (milliseconds until it answers), `anchor` (depends only on the anchor), `delay`, `deadline`,
/// `isAwaited` (answers from memory), `trigger` (its trigger characters), `fails` (its error), `isDeaf` (goes on when cancelled), `isIncomplete`,
/// `languages`, `documentation`, `prints` (on the standard output), `loads` (milliseconds after its first lookup for which
/// it says that it is loading), and of its words which are `deprecated` and `preselected`, and what their `commitCharacters` are, by word.
package actor ScriptedSource: CompletionSource {
  package nonisolated let descriptor: SourceDescriptor
  private let script: JSONValue
  private let clock: EngineClock
  private let executor: (any TaskExecutor)?
  private nonisolated let lookups = Mutex<[String]>([])
  private nonisolated let firstLookup = Mutex<Duration?>(nil)

  package init(_ script: JSONValue, clock: EngineClock, executor: (any TaskExecutor)? = nil) {
    self.script = script
    self.clock = clock
    self.executor = executor
    let milliseconds = { (name: String) in script[name]?.intValue.map { Duration.milliseconds($0) } }
    descriptor = SourceDescriptor(
      name: script["name"]?.stringValue ?? "scripted",
      triggerCharacters: Set(script["trigger"]?.stringValue ?? ""),
      languages: script["languages"]?.arrayValue.map { Set($0.compactMap(\.stringValue)) },
      delay: milliseconds("delay"), deadline: milliseconds("deadline") ?? .seconds(5),
      dependsOnlyOnAnchor: script["anchor"]?.boolValue ?? false, isAwaited: script["isAwaited"]?.boolValue ?? false)
  }

  /// What was asked so far: the typed part of each lookup that reached the source.
  package nonisolated var asked: [String] { lookups.withLock { $0 } }

  /// Loading for as long after the first lookup as `loads` says.
  package nonisolated var state: SourceState {
    guard let milliseconds = script["loads"]?.intValue else { return SourceState() }
    guard let begin = firstLookup.withLock({ $0 }) else { return SourceState(loadState: .idle) }
    return SourceState(loadState: clock.now < begin + .milliseconds(milliseconds) ? .loading : .loaded(()))
  }

  package func completions(for query: CompletionQuery) async throws -> SourceAnswer {
    firstLookup.withLock { $0 = $0 ?? clock.now }
    // As a careless author leaves it behind; not by `print`, which keeps it until there is more.
    if let text = script["prints"]?.stringValue { FileHandle.standardOutput.write(Data(text.utf8)) }
    let number = lookups.withLock { lookups in
      lookups.append(query.typed)
      return lookups.count
    }
    if let after = script["after"]?.intValue {
      let deadline = clock.now + .milliseconds(after)
      do {
        try await clock.sleep(until: deadline)
      } catch {
        guard script["isDeaf"] == true else { throw error }
        try await Task(executorPreference: executor) { [clock] in try await clock.sleep(until: deadline) }.value
      }
    }
    if let message = script["fails"]?.stringValue { throw Failure(description: message) }
    // `@` in a word shows how often the source was asked.
    let words = (script["words"]?.arrayValue ?? []).compactMap(\.stringValue)
    return SourceAnswer(
      words.map { candidate($0, lookup: number) },
      isIncomplete: script["isIncomplete"]?.boolValue ?? false)
  }

  private func candidate(_ word: String, lookup: Int) -> Candidate {
    var candidate = Candidate(word.replacing("@", with: String(lookup)))
    candidate.isDeprecated = script["deprecated"]?.arrayValue?.contains(.string(word)) ?? false
    candidate.isPreselected = script["preselected"]?.arrayValue?.contains(.string(word)) ?? false
    candidate.commitCharacters = script["commitCharacters"]?[word]?.stringValue ?? ""
    return candidate
  }

  package func documentation(for candidate: Candidate) async throws -> String? {
    script["documentation"]?.stringValue.map { "\($0) \(candidate.text)" }
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}
