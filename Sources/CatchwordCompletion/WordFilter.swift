import CatchwordText

/// What is never offered: words that the user has banned, and what looks like a secret.
///
/// A value that costs nothing to copy, so that every list is made with the one in force.
public struct WordFilter: Equatable, Sendable {
  /// True to take `Hello` for `hello`.
  public let ignoresCase: Bool
  /// True to leave out what looks like a key or a password, and identifiers that only machines write.
  public let hidesSecrets: Bool
  private let words: Set<String>

  /// The most words that may be banned; those beyond are left out.
  public static let maximumWords = 10_000

  /// Creates a filter.
  ///
  /// - Parameters:
  ///   - banned: Words, as they are offered.
  ///   - ignoresCase: Whether these words are banned however they are written.
  ///   - hidesSecrets: Whether what looks like a secret is left out.
  public init(banned: some Sequence<String> = [], ignoresCase: Bool = true, hidesSecrets: Bool = true) {
    self.ignoresCase = ignoresCase
    self.hidesSecrets = hidesSecrets
    words = Set(banned.prefix(WordFilter.maximumWords).map { ignoresCase ? $0.lowercased() : $0 })
  }

  /// True when a word is banned.
  public func isBanned(_ word: String) -> Bool {
    !words.isEmpty && words.contains(ignoresCase ? word.lowercased() : word)
  }

  /// True when a word may be offered, and learned.
  ///
  /// - Complexity: O(length).
  public func allows(_ word: String) -> Bool {
    !isBanned(word) && !(hidesSecrets && SecretDetector.isSecret(word))
  }

  /// True when a candidate may be offered.
  ///
  /// A ban concerns what is shown as much as what is inserted. What a language server offers is a name it knows, and a
  /// snippet is text that the user has chosen, so neither is taken for a secret. The number of a version in git is offered
  /// where it stands: in its document, and in no other.
  func allows(_ candidate: Candidate) -> Bool {
    if isBanned(candidate.text) || candidate.label.map(isBanned) == true { return false }
    guard hidesSecrets, candidate.attachment == nil, candidate.snippet == nil, candidate.kind == .text else {
      return true
    }
    if candidate.signals.affinity == 1, SecretDetector.isVersionNumber(candidate.text) { return true }
    return !SecretDetector.isSecret(candidate.text)
  }
}
