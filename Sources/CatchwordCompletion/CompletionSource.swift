public import CatchwordPrediction
public import CatchwordText

/// A provider of completions: an actor that is asked, and answers.
///
/// A source sees an immutable snapshot and never the wire. Its actor guards only its state: let a long search run on a
/// copy, off the actor, so that a newer lookup does not queue behind an older one. When no request wants the answer any
/// more, the task is cancelled; a source that checks for that (`try Task.checkCancellation()`) saves work, and nothing
/// else changes. An error is logged, and the other sources' candidates are shown.
///
/// Never block the thread: all sources, and the server, share a few. What waits for a disk, a network or another process is
/// asynchronous, or runs on an executor of your own. A source of more than about 100,000 candidates searches them itself, in
/// a `CandidateIndex`, and offers the best `query.limit` of them.
///
/// ```swift
/// actor Colours: CompletionSource {
///   nonisolated let descriptor = SourceDescriptor(name: "colours", dependsOnlyOnAnchor: true)
///
///   func completions(for query: CompletionQuery) async throws -> SourceAnswer {
///     SourceAnswer(["crimson", "teal", "ultramarine"])
///   }
/// }
/// ```
///
/// The engine does the matching, the ranking, the cutting and the caching. `SourceContract` checks a source.
public protocol CompletionSource: Actor {
  /// The properties that the engine needs to know beforehand; they must not change.
  nonisolated var descriptor: SourceDescriptor { get }

  /// The state of the source; by default it needs nothing, has something to offer, and its answers do not age.
  ///
  /// Called for every request, on the thread that receives them, so it must return within microseconds.
  nonisolated var state: SourceState { get }

  /// What follows the open documents for the source; by default the source itself if it is a `DocumentObserver`.
  ///
  /// The default is chosen where the type is declared to be a source. One that is an observer only under a condition, or by a
  /// declaration in another module, returns itself here.
  nonisolated var documentObserver: (any DocumentObserver)? { get }

  /// Returns true when the source may have something to offer for a query; then it is asked.
  ///
  /// Called for every request, on the thread that receives them, so it must return within microseconds.
  nonisolated func mayAnswer(_ query: CompletionQuery) -> Bool

  /// Answers a query. Runs on the source's actor, in a task that may be cancelled.
  ///
  /// - Throws: Any error; it is logged and does not affect other sources.
  func completions(for query: CompletionQuery) async throws -> SourceAnswer

  /// Returns more about a candidate that this source offered, when the user looks at it.
  ///
  /// After one second the task is cancelled, and the candidate is shown without it.
  ///
  /// - Returns: Markdown, or nil when there is nothing more.
  /// - Throws: Any error; it is logged.
  func documentation(for candidate: Candidate) async throws -> String?

  /// Completes a candidate that this source offered, when the user looks at it: its documentation, detail, attachment.
  ///
  /// By default it calls `documentation(for:)` if the candidate has no documentation. After one second the task is cancelled,
  /// and the candidate is shown as it was.
  ///
  /// - Throws: Any error; it is logged.
  func resolve(_ candidate: Candidate) async throws -> Candidate
}

extension CompletionSource {
  /// Needs nothing, has something to offer, and its answers do not age.
  public nonisolated var state: SourceState { SourceState() }

  /// Nil: it follows no documents.
  public nonisolated var documentObserver: (any DocumentObserver)? { nil }

  /// Returns true for every query.
  public nonisolated func mayAnswer(_ query: CompletionQuery) -> Bool { true }

  /// Returns nil: there is nothing more to tell.
  public func documentation(for candidate: Candidate) async throws -> String? { nil }

  /// Adds the documentation if the candidate has none.
  public func resolve(_ candidate: Candidate) async throws -> Candidate {
    var resolved = candidate
    if resolved.documentation == nil { resolved.documentation = try await documentation(for: candidate) }
    return resolved
  }
}

extension CompletionSource where Self: DocumentObserver {
  /// The source itself.
  public nonisolated var documentObserver: (any DocumentObserver)? { self }
}

/// A source that follows the open documents.
///
/// The methods are called in the order of the edits, on the server's receive loop, so they must return at once: note
/// what happened, and do the work elsewhere. By default they do nothing.
public protocol DocumentObserver: Sendable {
  /// A document was opened.
  nonisolated func documentDidOpen(_ document: DocumentSnapshot)
  /// A document was edited; `document` is its new version.
  nonisolated func documentDidChange(_ change: TextChange, in document: DocumentSnapshot)
  /// A document was closed.
  nonisolated func documentDidClose(uri: String)
}

extension DocumentObserver {
  /// Does nothing.
  public nonisolated func documentDidOpen(_ document: DocumentSnapshot) {}
  /// Does nothing.
  public nonisolated func documentDidChange(_ change: TextChange, in document: DocumentSnapshot) {}
  /// Does nothing.
  public nonisolated func documentDidClose(uri: String) {}
}

extension LanguageModel: DocumentObserver {}

/// The properties of a source that the engine needs to know before it asks.
public struct SourceDescriptor: Sendable {
  /// The source's name: short, shown to users, and no other source's of the same server. Of several sources with one name,
  /// a server asks the first, and names the others in its log.
  public var name: String
  /// A name by which settings choose several sources together: that of language servers is "server". What settings say of
  /// the source's own name goes before. Nil for none.
  public var group: String?
  /// The characters after which this source is asked although no word has begun.
  public var triggerCharacters: Set<Character>
  /// The languages in which it is asked; nil for all.
  public var languages: Set<String>?
  /// The delay before a repeated lookup in the same word; nil lets the engine choose it by the cost of earlier lookups.
  public var delay: Duration?
  /// The time after which a lookup is given up.
  public var deadline: Duration
  /// The rank among equally good candidates: those of the source with the higher priority come first; from -1 to 1.
  public var priority: Double
  /// True when the answer depends on where the word begins, but not on how much of it has been typed. Such a lookup
  /// outlives its request while the word is typed on, so that fast typing never starves it.
  public var dependsOnlyOnAnchor: Bool
  /// The minimum number of typed characters before the source is asked automatically; 0 to be asked in any case.
  public var minimumLength: Int
  /// True when an answer still serves after more of the word has been typed, but not after part of it was deleted. Such
  /// a lookup also outlives its request while the word is typed on.
  public var survivesTyping = false
  /// True for a source that answers from memory: at once, unless the machine is busy. While it has not answered, a list
  /// in which no word begins as typed is no first list, as the source may know such a word; and a request by hand waits
  /// for it beyond the second limit, up to its deadline.
  public var isAwaited = false
  /// True when a word of the source that has been typed in full is not offered, nor taken for a sign that what was typed is
  /// right: among very many words there is one of any few letters.
  public var leavesOutTyped = false
  /// True for a source to which the user's rules about sources do not apply. It passes on what an editor has asked
  /// another server, and that server must get it. The source itself says what it may answer.
  public var isAlwaysAsked = false

  /// The maximum time in which a source completes a candidate that the user looks at.
  package static let resolveLimit = Duration.seconds(1)

  /// Describes a source.
  public init(
    name: String, triggerCharacters: Set<Character> = [], languages: Set<String>? = nil, delay: Duration? = nil,
    deadline: Duration = .seconds(5), priority: Double = 0, dependsOnlyOnAnchor: Bool = false, minimumLength: Int = 1,
    isAwaited: Bool = false
  ) {
    self.name = name
    self.triggerCharacters = triggerCharacters
    self.languages = languages
    self.delay = delay
    self.deadline = deadline
    self.priority = priority
    self.dependsOnlyOnAnchor = dependsOnlyOnAnchor
    self.minimumLength = minimumLength
    self.isAwaited = isAwaited
  }

  /// True when some names have the source's own or that of its group; also when they are nil, which means all sources.
  public func isAmong(_ names: Set<String>?) -> Bool {
    names.map { $0.contains(name) || group.map($0.contains) == true } ?? true
  }

  /// Returns what is set for the source's own name, or else for that of its group.
  func value<Value>(in settings: [String: Value]) -> Value? { settings[name] ?? group.flatMap { settings[$0] } }

  /// True when the source is eligible for a query.
  ///
  /// Where no word has begun, a source is asked only on request: explicitly, or by one of its own trigger characters; a
  /// source with a minimum length of 0 is also asked when the list is requested again.
  func applies(to query: CompletionQuery) -> Bool {
    if let languages, !languages.contains(query.document.languageID) { return false }
    if isAlwaysAsked { return true }
    if case .character(let text) = query.trigger, let character = text.first, triggerCharacters.contains(character) {
      return true
    }
    if query.typed.isEmpty {
      return query.trigger == .invoked || (minimumLength == 0 && query.trigger == .automatic)
    }
    return query.trigger == .invoked && !query.isTyping || query.typed.count >= minimumLength
  }
}
