/// What is known of the user's own choices: what was accepted before, and what shall never be offered again.
///
/// A snapshot: it never changes, and a lookup costs O(1) however much has been learned.
public struct LearnedWords: Equatable, Sendable {
  struct Key: Hashable, Sendable {
    let languageID: String
    let text: String
  }

  private var values: [Key: Double] = [:]
  private var banned: Set<Key> = []

  /// Nothing.
  public init() {}

  /// How many words have been accepted.
  public var count: Int { values.count }

  /// How much was accepted here before speaks for a word, from 0 (never) to 1.
  public subscript(languageID: String, text: String) -> Double {
    get { values.isEmpty ? 0 : values[Key(languageID: languageID, text: text)] ?? 0 }
    set { values[Key(languageID: languageID, text: text)] = newValue == 0 ? nil : min(max(newValue, 0), 1) }
  }

  /// True when a word shall never be offered again in a language, however it is written.
  public func isBanned(_ text: String, languageID: String) -> Bool {
    if banned.isEmpty { return false }
    let text = text.lowercased()
    return banned.contains(Key(languageID: "", text: text)) || banned.contains(Key(languageID: languageID, text: text))
  }

  /// Bans a word, or allows it again; what is allowed in all languages is banned in none.
  ///
  /// - Parameter languageID: The language; nil for all.
  public mutating func setBanned(_ isBanned: Bool, _ text: String, languageID: String?) {
    let key = Key(languageID: languageID ?? "", text: text.lowercased())
    if isBanned {
      banned.insert(key)
    } else if languageID == nil {
      banned = banned.filter { $0.text != key.text }
    } else {
      banned.remove(key)
    }
  }

  /// The words that are banned, each with its language; nil for all languages.
  public var bannedWords: [(word: String, languageID: String?)] {
    banned.sorted { ($0.text, $0.languageID) < ($1.text, $1.languageID) }
      .map { ($0.text, $0.languageID.isEmpty ? nil : $0.languageID) }
  }
}

extension Candidate {
  /// By what it is known again when it is offered another time: a piece with places to fill in by what the menu shows.
  public var learnedName: String { snippet == nil ? text : shown }
}
