/// The settings of the engine.
public struct CompletionSettings: Equatable, Sendable {
  /// The rule by which two requests are the same task.
  public var policy = IdentityPolicy.cursor
  /// True when the model offers words of its own, under the name `prediction`, and does not only rank those of sources.
  public var offersPredictions = false
  /// The time after which a request is answered with what there is.
  public var budget = Duration.milliseconds(30)
  /// The time after which a request is answered even if nothing has been found and more may come; the budget, where
  /// that is longer. A request by hand waits longer for sources that answer from memory.
  public var emptyBudget = Duration.milliseconds(500)
  /// The time for which lookups go on after their last request was cancelled, in case the client asks again at once.
  public var linger = Duration.milliseconds(100)
  /// The maximum number of items in a list.
  public var limit = 100
  /// The maximum number of items in a list that comes up as the user types, where the next key brings another list.
  public static let typingLimit = 20
  /// The filter of words that are never offered.
  public var filter = WordFilter()
  /// The rules for languages that have none of their own.
  public var rules = LanguageRules()
  /// The rules for single languages, by the languages' names.
  public var languages: [String: LanguageRules] = [:]

  /// The defaults.
  public init() {}

  /// Returns the rules for documents in a language.
  public func rules(for languageID: String) -> LanguageRules { languages[languageID] ?? rules }
}

/// The rules for completion in the documents of one language.
public struct LanguageRules: Equatable, Sendable {
  /// The names of the sources that are asked; nil for all.
  public var sources: Set<String>?
  /// The minimum number of characters of a word that must be typed before anything is offered; after a trigger
  /// character, none need be typed.
  public var minimumPrefix = 0
  /// False where words of the model's own are not offered.
  public var takesPredictions = true
  /// The minimum number of characters of a word before a source is asked, by the sources' names.
  public var minimumLengths: [String: Int] = [:]
  /// The priorities of sources, by their names, where they differ from the sources' own; from -100 to 100. What
  /// matches as well comes in their order, when they differ by that much.
  public var priorities: [String: Double] = [:]
  /// What of a candidate must have been typed.
  public var matching = MatchingRule.typos
  /// The maximum number of items in a list; nil for the general limit.
  public var limit: Int?
  /// True to offer only what is almost certainly wanted: candidates that begin as typed, and few of them.
  public var isQuiet = false
  /// True when plain words are offered in the case that was typed: `Hello` for `hello` behind `Hel`.
  public var transfersCase = true

  /// The minimum number of characters that must be typed in a quiet language before anything is offered.
  static let quietPrefix = 4
  /// The maximum number of items that are offered in a quiet language.
  public static let quietLimit = 5

  /// The defaults.
  public init() {}

  /// True when only candidates that begin as typed are wanted.
  public var wantsBeginningsOnly: Bool { isQuiet || matching == .beginnings }

  /// Returns a source's description with the priority that the user has given to it.
  func adjusted(_ source: SourceDescriptor) -> SourceDescriptor {
    guard let priority = source.value(in: priorities) else { return source }
    var source = source
    source.priority = min(max(priority, -100), 100)
    return source
  }

  /// True when enough has been typed, or nothing yet, or the word follows a trigger character of the source. Who asks by
  /// hand need not have typed anything.
  func allows(_ query: CompletionQuery, from source: SourceDescriptor) -> Bool {
    if query.isByHand { return true }
    let needed = max(
      minimumPrefix, isQuiet ? LanguageRules.quietPrefix : 0, source.value(in: minimumLengths) ?? 0, query.leastTyped)
    if needed <= 1 || query.typed.count >= needed { return true }
    if query.typed.isEmpty { return true }
    guard let before = query.characterBeforeWord else { return false }
    return source.triggerCharacters.contains(before)
  }
}

/// What of a candidate must have been typed for it to be offered.
public enum MatchingRule: String, CaseIterable, Sendable {
  /// Some of its letters, in their order, or nearly so: a slip or two.
  case typos
  /// Some of its letters, in their order.
  case letters
  /// Its first letters.
  case beginnings
}

/// The reason for which a source gave no answer.
public enum SourceError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The lookup took longer than the source's own deadline, and was given up.
  case deadlineExceeded
  /// Several lookups that were given up are still running, so the source is not asked again until one ends.
  case unresponsive
  /// What it loads was cancelled, though not by the engine.
  case loadCancelled

  /// One clause for the log.
  public var description: String {
    switch self {
    case .deadlineExceeded: "it did not answer before its deadline"
    case .unresponsive: "it does not end the lookups that were cancelled, so it is not asked again until it does"
    case .loadCancelled: "what it loads was cancelled"
    }
  }
}
