/// How the engine behaves.
public struct CompletionSettings: Equatable, Sendable {
  /// When two requests are the same task.
  public var policy = IdentityPolicy.cursor
  /// After how long a request is answered with what is there.
  public var budget = Duration.milliseconds(30)
  /// After how long a request for which nothing has been found is answered, although there may be more to come; where it
  /// is not longer than the budget, the budget.
  public var emptyBudget = Duration.milliseconds(500)
  /// How long lookups go on after the last request for them was cancelled, in case the client asks again at once.
  public var linger = Duration.milliseconds(100)
  /// The most items in a list.
  public var limit = 100
  /// The most items in a list that comes up by itself as one types, where the next key brings another one.
  public static let typingLimit = 20
  /// What is never offered.
  public var filter = WordFilter()
  /// What holds where a language has no rules of its own.
  public var rules = LanguageRules()
  /// What holds for single languages, by their names.
  public var languages: [String: LanguageRules] = [:]

  /// The defaults.
  public init() {}

  /// What holds in documents of a language.
  public func rules(for languageID: String) -> LanguageRules { languages[languageID] ?? rules }
}

/// How completion behaves in the documents of one language.
public struct LanguageRules: Equatable, Sendable {
  /// The names of the sources that are asked; nil for all.
  public var sources: Set<String>?
  /// How many characters of a word must be typed before anything is offered; a trigger character counts for as many as
  /// it takes.
  public var minimumPrefix = 0
  /// The most items in a list; nil for as many as anywhere.
  public var limit: Int?
  /// True to offer only what is almost certainly wanted: what begins as typed, and little of it.
  public var isQuiet = false
  /// Whether plain words are offered in the case that was typed: `Hello` for `hello` behind `Hel`.
  public var transfersCase = true

  /// In a quiet language so much must be typed before anything is offered.
  static let quietPrefix = 4
  /// In a quiet language so many items are offered at most.
  public static let quietLimit = 5

  /// The defaults.
  public init() {}

  /// True when enough has been typed, or a character that the source waits for.
  func allows(_ query: CompletionQuery, from source: SourceDescriptor) -> Bool {
    let needed = max(minimumPrefix, isQuiet ? LanguageRules.quietPrefix : 0, query.leastTyped)
    if needed <= 1 || query.typed.count >= needed { return true }
    if query.typed.isEmpty { return true }
    guard let before = query.characterBeforeWord else { return false }
    return source.triggerCharacters.contains(before)
  }
}

/// Names one request, for as long as the engine lives.
public struct CompletionRequestID: Hashable, Sendable {
  let rawValue: UInt64

  /// Creates a name from a number that the caller never uses twice.
  public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// Why a source gave no answer.
public enum SourceError: Error, Equatable, Sendable, CustomStringConvertible {
  /// It took longer than its own deadline, and was given up.
  case deadlineExceeded
  /// Several lookups that were given up are still running, so it is not asked again until one ends.
  case unresponsive

  /// One clause for the log.
  public var description: String {
    switch self {
    case .deadlineExceeded: "it did not answer before its deadline"
    case .unresponsive: "it does not end the lookups that were cancelled, so it is not asked again until it does"
    }
  }
}
