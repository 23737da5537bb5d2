/// The reason why a word was not banned, allowed or forgotten.
package enum LearningError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The word is empty, too long, or has control characters: give a word as it is offered.
  case noWord
  /// The language is not a language ID: give one as the editor sends it, or none for all languages.
  case noLanguage
  /// The word looks like a secret, which is never offered, and must not be written to a file: there is nothing to do.
  case secret
  /// The maximum number of words is banned: allow others again, or ban by the setting `ban.words`.
  case tooMany
  /// The file cannot be read or written: check its permissions, and the free space.
  case file(String, String)

  /// The problem and its remedy, in a sentence.
  package var description: String {
    switch self {
    case .noWord: "This is no word: it must have 1 to 256 bytes, be more than spaces, and have no control characters."
    case .noLanguage: "This is no language: it must have 1 to 64 bytes and no control characters."
    case .secret: "This looks like a secret: it is never offered, and is not written down."
    case .tooMany:
      "\(BanTable.maximumWords) words are banned, and no more can be: allow some again, or list them in \"ban.words\"."
    case .file(let path, let reason): "\(path) cannot be used: \(reason)."
    }
  }
}
