public import CatchwordPrediction
public import CatchwordText

/// Where completions come from: an actor that is asked, and answers.
///
/// A source sees an immutable snapshot and never the wire. Its actor guards its state only: let a long search run on a
/// copy, off the actor, so that a newer lookup does not queue behind an older one. When nobody wants an answer any more,
/// the task is cancelled; a source that notices (`try Task.checkCancellation()`) saves work, and nothing else changes.
/// An error is logged, and the other sources' candidates are shown.
///
/// ```swift
/// actor Colours: CompletionSource {
///   nonisolated let descriptor = SourceDescriptor(name: "colours", dependsOnlyOnAnchor: true)
///
///   func completions(for query: CompletionQuery) async throws -> SourceAnswer {
///     SourceAnswer(["crimson", "teal", "ultramarine"].map { Candidate($0) })
///   }
/// }
/// ```
///
/// The engine does the matching, the ranking, the cutting and the caching. `SourceContract` checks a source.
public protocol CompletionSource: Actor {
  /// What the engine needs to know beforehand; it must not change.
  nonisolated var descriptor: SourceDescriptor { get }

  /// How far the source has come with loading what it needs; loaded, unless it says otherwise.
  nonisolated var loadState: LoadState<Void> { get }

  /// True when the source has nothing to offer, whatever is asked: then it is not asked.
  nonisolated var isEmpty: Bool { get }

  /// Tells whether the source may have something to say to a query; then it is asked.
  ///
  /// Called for every request, on the thread that receives them, so it must return within microseconds.
  nonisolated func mayAnswer(_ query: CompletionQuery) -> Bool

  /// A number that changes when what the source would answer has changed; 0 for a source whose answers do not age.
  ///
  /// An answer is kept while a word is typed on, and asked for anew when this number is another one.
  nonisolated var generation: Int { get }

  /// Answers a query. Runs on the source's actor, in a task that may be cancelled.
  ///
  /// - Throws: Whatever went wrong; it is logged and costs no other source anything.
  func completions(for query: CompletionQuery) async throws -> SourceAnswer

  /// Tells more about a candidate that this source offered, when the user looks at it.
  ///
  /// - Returns: Markdown, or nil when there is no more to tell.
  func documentation(for candidate: Candidate) async throws -> String?

  /// Completes a candidate that this source offered, when the user looks at it: its documentation, detail, attachment.
  ///
  /// Unless a source does otherwise, that is `documentation(for:)`, asked when the candidate has none.
  func resolve(_ candidate: Candidate) async throws -> Candidate
}

extension CompletionSource {
  /// Loaded.
  public nonisolated var loadState: LoadState<Void> { .loaded(()) }

  /// There may be something.
  public nonisolated var isEmpty: Bool { false }

  /// It may.
  public nonisolated func mayAnswer(_ query: CompletionQuery) -> Bool { true }

  /// Answers do not age.
  public nonisolated var generation: Int { 0 }

  /// Nothing more to tell.
  public func documentation(for candidate: Candidate) async throws -> String? { nil }

  /// Asks for documentation.
  public func resolve(_ candidate: Candidate) async throws -> Candidate {
    var resolved = candidate
    if resolved.documentation == nil { resolved.documentation = try await documentation(for: candidate) }
    return resolved
  }
}

/// A source that follows the open documents.
///
/// The methods are called in the order of the edits, on the server's receive loop, so they must return at once: note
/// what happened, and do the work elsewhere.
public protocol DocumentObserver: Sendable {
  /// A document was opened.
  nonisolated func documentDidOpen(_ document: DocumentSnapshot)
  /// A document was edited; `document` is its new version.
  nonisolated func documentDidChange(_ change: TextChange, in document: DocumentSnapshot)
  /// A document was closed.
  nonisolated func documentDidClose(uri: String)
}

extension LanguageModel: DocumentObserver {}

/// What the engine needs to know about a source before it asks.
public struct SourceDescriptor: Sendable {
  /// The source's name: short, shown to users. Sources that share one are chosen together, and each is asked for more about
  /// the candidates of all.
  public var name: String
  /// What messages call it: its name, unless several sources share that.
  public var title: String
  /// Characters after which this source is asked although no word has begun.
  public var triggerCharacters: Set<Character>
  /// Languages to be asked in; nil for all.
  public var languages: Set<String>?
  /// How long to wait before a repeated lookup in the same word; nil lets the engine choose by what lookups have cost.
  public var delay: Duration?
  /// After how long a lookup is given up.
  public var deadline: Duration
  /// Which of two equally good candidates comes first: the one of the source with the higher priority, from -1 to 1.
  public var priority: Double
  /// True when the answer depends on where the word begins, but not on what of it has been typed. Such a lookup outlives
  /// its request while the word is typed on, so that fast typing never starves it.
  public var dependsOnlyOnAnchor: Bool
  /// How many characters must be typed before the source is asked automatically; 0 for one that is asked whatever is.
  public var minimumLength: Int
  /// True when an answer serves as well when more of the word has been typed, but not when less of it has. Such a lookup
  /// outlives its request while the word is typed on, too.
  public var survivesTyping = false
  /// True for a source that no rule of the user's about sources concerns, as it is not the user's choice whether it is
  /// asked: what an editor has asked another server, that server must get. It says itself what it may have to say something to.
  public var isAlwaysAsked = false

  /// Describes a source.
  public init(
    name: String, triggerCharacters: Set<Character> = [], languages: Set<String>? = nil, delay: Duration? = nil,
    deadline: Duration = .seconds(5), priority: Double = 0, dependsOnlyOnAnchor: Bool = false, minimumLength: Int = 1
  ) {
    self.name = name
    title = name
    self.triggerCharacters = triggerCharacters
    self.languages = languages
    self.delay = delay
    self.deadline = deadline
    self.priority = priority
    self.dependsOnlyOnAnchor = dependsOnlyOnAnchor
    self.minimumLength = minimumLength
  }

  /// True when the source has something to say to a query.
  ///
  /// Where no word has begun, a source is asked only on request: explicitly, or by one of its own trigger characters; one
  /// with a minimum length of 0, also when the list is asked for again.
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
