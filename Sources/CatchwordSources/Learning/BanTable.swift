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

  /// By word: the languages that it is banned in; never none.
  private var languages: [String: Set<String>] = [:]
  /// The number of bans.
  private(set) var count = 0

  /// The words that are banned, in no order.
  var words: [Key] {
    languages.flatMap { word, languages in languages.map { Key(languageID: $0, word: word) } }
  }

  /// Takes over records, in their order. What is allowed in all languages is banned in none.
  ///
  /// - Complexity: O(records), however many words are banned.
  mutating func add(_ records: [String]) {
    for record in records {
      let fields = record.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 3 else { continue }
      let (languageID, word) = (fields[1], fields[2])
      switch fields[0] {
      case "ban": if count < BanTable.maximumWords { change(word) { $0.insert(languageID) } }
      case "allow" where languageID.isEmpty: change(word) { $0 = [] }
      case "allow": change(word) { $0.remove(languageID) }
      default: continue
      }
    }
  }

  private mutating func change(_ word: String, _ body: (inout Set<String>) -> Void) {
    var banning = languages.removeValue(forKey: word) ?? []
    count -= banning.count
    body(&banning)
    count += banning.count
    if !banning.isEmpty { languages[word] = banning }
  }

  /// True when a record that bans a word, or allows it, would change nothing.
  func says(isBanned: Bool, word: String, languageID: String?) -> Bool {
    guard let banning = languages[word.lowercased()] else { return !isBanned }
    if !isBanned && languageID == nil { return false }
    return banning.contains(languageID ?? "") == isBanned
  }

  /// False when no more words can be banned.
  var hasRoom: Bool { count < BanTable.maximumWords }

  /// The fewest records that say the same.
  var records: [String] { words.sorted().map { "ban\t\($0.languageID)\t\($0.word)" } }

  static func record(isBanned: Bool, word: String, languageID: String?) -> String {
    "\(isBanned ? "ban" : "allow")\t\(languageID ?? "")\t\(word.lowercased())"
  }
}
