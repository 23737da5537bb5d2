/// The user's own choices: words that were accepted before, and words that shall never be offered again.
///
/// It is a snapshot that never changes; a lookup is O(1) however much has been learned.
public struct LearnedWords: Equatable, Sendable {
  struct Key: Hashable, Sendable {
    let languageID: String
    let text: String
  }

  private var values: [Key: Double] = [:]
  /// The banned words in small letters, each with its languages, of which there is at least one; the empty language
  /// stands for all of them.
  private var banned: [String: Set<String>] = [:]

  /// Creates a value without any words.
  public init() {}

  /// The number of words that have been accepted.
  public var count: Int { values.count }

  /// The weight of earlier acceptances of a word in a language, from 0 (never accepted) to 1.
  public subscript(languageID: String, text: String) -> Double {
    get { values.isEmpty ? 0 : values[Key(languageID: languageID, text: text)] ?? 0 }
    set { values[Key(languageID: languageID, text: text)] = newValue == 0 ? nil : min(max(newValue, 0), 1) }
  }

  /// True when a word shall never be offered again in a language, in whatever case.
  public func isBanned(_ text: String, languageID: String) -> Bool {
    guard !banned.isEmpty, let languages = banned[text.lowercased()] else { return false }
    return languages.contains("") || languages.contains(languageID)
  }

  /// Bans a word, or allows it again; a word that is allowed in all languages is banned in none.
  ///
  /// - Parameter languageID: The language; nil for all.
  /// - Complexity: O(1), or O(number of banned words) where the words are shared with another copy.
  public mutating func setBanned(_ isBanned: Bool, _ text: String, languageID: String?) {
    let text = text.lowercased()
    if isBanned {
      banned[text, default: []].insert(languageID ?? "")
    } else if let languageID {
      guard var languages = banned[text], languages.remove(languageID) != nil else { return }
      banned[text] = languages.isEmpty ? nil : languages
    } else {
      banned.removeValue(forKey: text)
    }
  }

  /// The words that are banned, each with its language; nil for all languages.
  ///
  /// - Complexity: O(*n* log *n*) in the number of banned words.
  public var bannedWords: [(word: String, languageID: String?)] {
    banned.sorted { $0.key < $1.key }.flatMap { text, languages in
      languages.sorted().map { (text, $0.isEmpty ? nil : $0) }
    }
  }
}

extension Candidate {
  /// The name by which it is recognised when it is offered again: with places to fill in, the text that the menu shows.
  public var learnedName: String { snippet == nil ? text : shown }
}
