/// A candidate that the user has taken from a list.
public struct Acceptance: Equatable, Sendable {
  /// The name under which the candidate is learned: `Candidate.learnedName`.
  public var name: String
  /// The source that it came from.
  public var source: String
  /// The part of it that had been typed.
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

/// The store of the user's choices and bans. The first three methods return at once.
public protocol WordMemory: Sendable {
  /// Calls `listener` with the learned words, now and whenever they have changed.
  func whenChanged(_ listener: @escaping @Sendable (LearnedWords) -> Void)
  /// Remembers a choice; ignores one that is not to be remembered.
  func note(_ acceptance: Acceptance)
  /// Reads, from time to time, what others have stored meanwhile; to be called when there is activity.
  func refresh()

  /// Bans a word in a language, or in all, or allows it again.
  ///
  /// - Throws: An error when the word is invalid or the change cannot be stored.
  func setBanned(_ isBanned: Bool, _ word: String, languageID: String?) async throws
  /// Forgets that a word was ever accepted, in any case; forgets all words when `word` is nil.
  ///
  /// - Returns: The number of words that were forgotten.
  /// - Throws: An error when the change cannot be stored.
  @discardableResult
  func forget(_ word: String?) async throws -> Int

  /// True when every choice that was noted is stored; true unless a memory says otherwise.
  var isSettled: Bool { get }
  /// Tries to store what is not stored yet, and returns when that is done; does nothing unless a memory does otherwise.
  func settle() async
}

extension WordMemory {
  /// Everything is stored.
  public var isSettled: Bool { true }

  /// Nothing is left to be stored.
  public func settle() async {}
}
