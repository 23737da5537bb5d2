/// A word that is never offered.
public struct BannedWord: Equatable, Sendable {
  /// In small letters.
  public let word: String
  /// Where it is not offered; nil for everywhere.
  public let languageID: String?
}

/// The words that the user has banned, by language, and how they are written down.
struct BanTable: Equatable, Sendable {
  struct Key: Hashable, Comparable, Sendable {
    /// Empty for all.
    let languageID: String
    let word: String

    static func < (left: Key, right: Key) -> Bool { (left.languageID, left.word) < (right.languageID, right.word) }
  }

  /// The most words that may be banned.
  static let maximumWords = 10_000

  private(set) var words: Set<Key> = []

  /// Takes over records, in their order. What is allowed in all languages is banned in none.
  mutating func add(_ records: [String]) {
    for record in records {
      let fields = record.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 3 else { continue }
      let key = Key(languageID: fields[1], word: fields[2])
      switch fields[0] {
      case "ban": if words.count < BanTable.maximumWords { words.insert(key) }
      case "allow" where key.languageID.isEmpty: words = words.filter { $0.word != key.word }
      case "allow": words.remove(key)
      default: continue
      }
    }
  }

  /// False when a word is not banned, and cannot be, since there are too many.
  func hasRoom(for word: String, languageID: String?) -> Bool {
    words.count < BanTable.maximumWords
      || words.contains(Key(languageID: languageID ?? "", word: word.lowercased()))
  }

  /// The fewest records that say the same.
  var records: [String] { words.sorted().map { "ban\t\($0.languageID)\t\($0.word)" } }

  static func record(isBanned: Bool, word: String, languageID: String?) -> String {
    "\(isBanned ? "ban" : "allow")\t\(languageID ?? "")\t\(word.lowercased())"
  }
}
