/// A candidate that the user has taken from a list.
public struct Acceptance: Equatable, Sendable {
  /// By what the candidate is known again: `Candidate.learnedName`.
  public var name: String
  /// The source that it came from.
  public var source: String
  /// What of it had been typed.
  public var typed: String
  /// The document.
  public var uri: String
  /// The document's language.
  public var languageID: String

  /// Describes an acceptance.
  public init(name: String, source: String, typed: String, uri: String, languageID: String) {
    self.name = name
    self.source = source
    self.typed = typed
    self.uri = uri
    self.languageID = languageID
  }
}

/// Where what the user chooses and what they ban is remembered. The first three methods return at once.
public protocol WordMemory: Sendable {
  /// Calls `listener` with what is known now, and with what is known whenever that has changed.
  func whenChanged(_ listener: @escaping @Sendable (LearnedWords) -> Void)
  /// Remembers a choice, unless it is nothing to be remembered.
  func note(_ acceptance: Acceptance)
  /// Looks, now and then, at what others have remembered meanwhile; to be called when there is activity.
  func refresh()

  /// Bans a word in a language, or in all, or allows it again.
  ///
  /// - Throws: What is wrong with the word, or why it cannot be remembered.
  func setBanned(_ isBanned: Bool, _ word: String, languageID: String?) async throws
  /// Forgets that a word was ever accepted, however it is written; all words when none is given.
  ///
  /// - Returns: How many words there were.
  /// - Throws: Why that is not possible.
  @discardableResult
  func forget(_ word: String?) async throws -> Int
}
