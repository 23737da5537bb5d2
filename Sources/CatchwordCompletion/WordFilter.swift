import CatchwordText

/// The filter of words that are never offered: those that the user has banned, and those that look like a secret.
///
/// It is a value that is cheap to copy, so that every list is made with the filter in force.
public struct WordFilter: Equatable, Sendable {
  /// True when a banned word is banned in any case, `Hello` as well as `hello`.
  public let ignoresCase: Bool
  /// True to leave out words that look like a key or a password, and identifiers that only machines write.
  public private(set) var hidesSecrets: Bool
  private var words: Set<String>
  /// Words that are banned in any case although others are not, in small letters.
  private var wordsInAnyCase: Set<String> = []

  /// The maximum number of banned words; those beyond it are ignored.
  public static let maximumWords = 10_000

  /// Creates a filter.
  ///
  /// - Parameters:
  ///   - banned: The words, as they are offered.
  ///   - ignoresCase: True to ban these words in any case.
  ///   - hidesSecrets: True to leave out words that look like a secret.
  public init(banned: some Sequence<String> = [], ignoresCase: Bool = true, hidesSecrets: Bool = true) {
    self.ignoresCase = ignoresCase
    self.hidesSecrets = hidesSecrets
    words = Set(banned.prefix(WordFilter.maximumWords).map { ignoresCase ? $0.lowercased() : $0 })
  }

  /// Returns a filter that also leaves out some words, in whatever case they are written.
  package func banning(_ banned: some Sequence<String>) -> WordFilter {
    var filter = self
    let banned = banned.map { $0.lowercased() }
    if ignoresCase { filter.words.formUnion(banned) } else { filter.wordsInAnyCase.formUnion(banned) }
    return filter
  }

  /// Returns a filter with the same bans that leaves words that look like a secret out, or does not.
  package func hidingSecrets(_ hides: Bool) -> WordFilter {
    var filter = self
    filter.hidesSecrets = hides
    return filter
  }

  /// What the filter leaves out, as text: equal ones leave out the same.
  package var identity: String {
    let settings = [ignoresCase, hidesSecrets].map { "\($0)" } + words.sorted()
    return (settings + (wordsInAnyCase.isEmpty ? [] : [""]) + wordsInAnyCase.sorted()).joined(separator: "\n")
  }

  /// True when any word is banned.
  package var bansWords: Bool { !words.isEmpty || !wordsInAnyCase.isEmpty }

  /// True when a word is banned.
  public func isBanned(_ word: String) -> Bool {
    !words.isEmpty && words.contains(ignoresCase ? word.lowercased() : word)
      || !wordsInAnyCase.isEmpty && wordsInAnyCase.contains(word.lowercased())
  }

  /// True when a word may be offered and learned.
  ///
  /// - Complexity: O(length).
  public func allows(_ word: String) -> Bool {
    !isBanned(word) && !(hidesSecrets && SecretDetector.isSecret(word))
  }

  /// True when a candidate may be offered.
  ///
  /// A ban applies to the text that is shown as well as to the text that is inserted. An item of a language server is a
  /// name that the server knows, and a snippet is text that the user has chosen, so neither is taken for a secret. A
  /// git version number is offered in the document where it stands, and in no other.
  func allows(_ candidate: Candidate) -> Bool {
    if isBanned(candidate.text) || candidate.label.map(isBanned) == true { return false }
    guard hidesSecrets, !candidate.hasAttachment, candidate.snippet == nil, candidate.kind == .text else {
      return true
    }
    if candidate.signals.affinity == 1, SecretDetector.isVersionNumber(candidate.text) { return true }
    return !SecretDetector.isSecret(candidate.text)
  }
}
