public import CatchwordCompletion
import CatchwordText

/// Checks that a source meets what the engine and its users rely on; for the tests of a source's author.
///
/// ```swift
/// @Test func keepsTheContract() async {
///   let violations = await SourceContract().violations(of: Colours())
///   #expect(violations.isEmpty, "\(violations)")
/// }
/// ```
///
/// The source is asked in more than fifty places of a dozen texts (empty ones, right-to-left, emoji, long lines, broken
/// words), many times at once, and is cancelled before it has loaded anything. Each rule is named in `Rule`. A source that
/// has let its deadline pass twice is asked for no more completions.
public struct SourceContract: Sendable {
  /// The rules for a source.
  public enum Rule: String, Sendable {
    /// Its descriptor has a name without spaces, a positive deadline, no negative delay, and a priority from -1 to 1.
    case describesItself
    /// It answers every query before its own deadline, or throws.
    case answersInTime
    /// A cancelled lookup ends soon, also while the source is still loading what it needs.
    case stopsWhenCancelled
    /// It answers in at least one place without an error.
    case answersSomewhere
    /// Twenty lookups at once all end before the deadline.
    case answersConcurrently
    /// Candidates have a text, of one line unless they are snippets, signals from 0 to 1, and a start, if any, that is
    /// in the document and not behind the cursor.
    case offersWholeCandidates
    /// If it says that it depends only on the anchor, more letters do not change its answer.
    case dependsOnWhatItSays
    /// It can be asked about a candidate that it never offered, and says within one second what it knows about it.
    case documentsAnything
  }

  /// A broken rule, with an account of how it was broken.
  public struct Violation: Equatable, Sendable, CustomStringConvertible {
    /// The rule that was broken.
    public let rule: Rule
    /// The event that broke the rule, and its place.
    public let message: String
    /// The rule and the message, for people to read.
    public var description: String { "\(rule.rawValue): \(message)" }
  }

  /// The number of answers that are waited for in vain.
  private static let maximumTimeouts = 2

  private let clock: EngineClock
  private let cancellationPatience: Duration

  /// Creates a checker.
  ///
  /// - Parameters:
  ///   - clock: The clock that measures the source's deadline.
  ///   - cancellationPatience: The time within which a cancelled lookup must end.
  public init(clock: EngineClock = EngineClock(), cancellationPatience: Duration = .seconds(1)) {
    self.clock = clock
    self.cancellationPatience = cancellationPatience
  }

  /// Checks a source, which should be new: how it is cancelled while it loads can be seen only once.
  ///
  /// - Returns: The violations of the rules, at most one of each, empty when there are none.
  public func violations(of source: any CompletionSource) async -> [Violation] {
    var violations = check(source.descriptor)
    violations += await checkCancellation(of: source)
    let (broken, isInTime) = await checkAnswers(of: source)
    violations += broken
    if isInTime {
      violations += await checkConcurrency(of: source)
      violations += await checkAnchor(of: source)
    }
    violations += await checkDocumentation(of: source)
    return violations
  }

  // MARK: Rules

  private func check(_ descriptor: SourceDescriptor) -> [Violation] {
    var violations: [Violation] = []
    if descriptor.name.isEmpty || descriptor.name.contains(where: \.isWhitespace) {
      violations.append(
        Violation(rule: .describesItself, message: "the name \"\(descriptor.name)\" is empty or has spaces"))
    }
    if descriptor.deadline <= .zero || (descriptor.delay ?? .zero) < .zero {
      violations.append(Violation(rule: .describesItself, message: "the deadline or the delay is not positive"))
    }
    if !(-1...1).contains(descriptor.priority) {
      violations.append(Violation(rule: .describesItself, message: "the priority is \(descriptor.priority)"))
    }
    return violations
  }

  /// Returns the violations, and whether the source is in time often enough to be asked more.
  private func checkAnswers(of source: any CompletionSource) async -> (violations: [Violation], isInTime: Bool) {
    var found: [Rule: [String]] = [:]
    var errors: [any Error] = []
    var timeouts = 0
    for sample in Sample.all where timeouts < SourceContract.maximumTimeouts {
      let outcome = await outcome(within: source.descriptor.deadline) {
        try await source.completions(for: sample.query)
      }
      switch outcome {
      case nil:
        timeouts += 1
        found[.answersInTime, default: []].append("no answer \(sample) before the deadline")
      case .failure(let error): errors.append(error)
      case .success(let answer):
        if let mistake = (answer.candidates + (answer.further?() ?? [])).lazy.compactMap({
          self.mistake(in: $0, at: sample)
        })
        .first {
          found[.offersWholeCandidates, default: []].append(mistake)
        }
      }
    }
    if errors.count == Sample.all.count, let error = errors.first {
      found[.answersSomewhere] = ["every lookup failed: \(error)"]
    }
    let violations = found.sorted { $0.key.rawValue < $1.key.rawValue }.map { rule, messages in
      let others = messages.count - 1
      let more = others > 0 ? ", and so in \(others) other place\(others == 1 ? "" : "s")" : ""
      return Violation(rule: rule, message: messages[0] + more)
    }
    return (violations, timeouts < SourceContract.maximumTimeouts)
  }

  private func mistake(in candidate: Candidate, at sample: Sample) -> String? {
    let text = candidate.text
    let signals = [
      candidate.signals.frequency, candidate.signals.recency, candidate.signals.affinity, candidate.signals.cohesion,
    ]
    // A snippet may have several lines: users who accept one know that.
    if text.isEmpty || (candidate.kind != .snippet && text.contains(where: \.isNewline)) {
      return "\(text.debugDescription) \(sample) is empty or has a line break"
    }
    if !signals.allSatisfy({ (0...1).contains($0) }) {
      return "\(text.debugDescription) \(sample) has signals \(signals)"
    }
    if let start = candidate.start, !(0...sample.query.offset).contains(start) {
      return "\(text.debugDescription) \(sample) begins at byte \(start)"
    }
    return nil
  }

  private func checkCancellation(of source: any CompletionSource) async -> [Violation] {
    let query = Sample.word
    // Before it has begun, and while it waits for something.
    for pause in [Duration.zero, .milliseconds(10), .milliseconds(100)] {
      let task = Task { try await source.completions(for: query) }
      if pause > .zero, await outcome(within: pause, { try await task.value }) != nil { continue }
      task.cancel()
      if await outcome(within: cancellationPatience, { try await task.value }) == nil {
        let message = "a lookup that was cancelled after \(pause) went on for \(cancellationPatience)"
        return [Violation(rule: .stopsWhenCancelled, message: message)]
      }
    }
    return []
  }

  private func checkConcurrency(of source: any CompletionSource) async -> [Violation] {
    let query = Sample.word
    let tasks = (0..<20).map { _ in Task { try await source.completions(for: query) } }
    for task in tasks {
      if await outcome(within: source.descriptor.deadline, { try await task.value }) == nil {
        return [Violation(rule: .answersConcurrently, message: "one of twenty lookups did not end before the deadline")]
      }
    }
    return []
  }

  private func checkAnchor(of source: any CompletionSource) async -> [Violation] {
    guard source.descriptor.dependsOnlyOnAnchor else { return [] }
    var texts: [Set<String>] = []
    for length in 1...3 {
      let query = Sample.query(of: "function", at: length)
      let outcome = await outcome(within: source.descriptor.deadline) { try await source.completions(for: query) }
      if case .success(let answer)? = outcome { texts.append(Set(answer.candidates.map(\.text))) }
    }
    if Set(texts).count <= 1 { return [] }
    return [Violation(rule: .dependsOnWhatItSays, message: "\"f\", \"fu\" and \"fun\" got different answers")]
  }

  private func checkDocumentation(of source: any CompletionSource) async -> [Violation] {
    // A machine that is busy elsewhere may be late once.
    for _ in 0..<SourceContract.maximumTimeouts {
      let outcome = await outcome(within: SourceDescriptor.resolveLimit) {
        try await source.documentation(for: Candidate("never offered by anyone"))
      }
      if outcome != nil { return [] }
    }
    return [Violation(rule: .documentsAnything, message: "no answer about an unknown candidate within one second")]
  }

  /// Runs an action, but waits for it only as long as `patience` allows; it may go on after that.
  private func outcome<Value: Sendable>(
    within patience: Duration, _ action: @escaping @Sendable () async throws -> Value
  ) async -> Result<Value, any Error>? {
    let (outcomes, continuation) = AsyncStream.makeStream(of: Result<Value, any Error>?.self)
    let work = Task {
      do { continuation.yield(.success(try await action())) } catch { continuation.yield(.failure(error)) }
    }
    let timer = Task { [clock] in
      guard (try? await clock.sleep(until: clock.now + patience)) != nil else { return }
      continuation.yield(nil)
    }
    defer {
      work.cancel()
      timer.cancel()
    }
    for await outcome in outcomes { return outcome }
    return nil
  }
}
