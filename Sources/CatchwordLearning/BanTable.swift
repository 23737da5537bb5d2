/// A word that is never offered.
package struct BannedWord: Equatable, Sendable {
  /// The word, in lower case.
  package let word: String
  /// The language in which the word is not offered; nil for all languages.
  package let languageID: String?
}

/// The words that the user has banned, by language, and their stored form.
struct BanTable: Equatable, Sendable {
  struct Key: Hashable, Comparable, Sendable {
    /// The language; empty for all languages.
    let languageID: String
    let word: String

    static func < (left: Key, right: Key) -> Bool { (left.languageID, left.word) < (right.languageID, right.word) }
  }

  /// The maximum number of banned words.
  static let maximumWords = 10_000

  /// The kinds of records.
  static let kinds: Set = ["ban", "allow"]

  /// By word: the languages in which it is banned; never empty.
  private var languages: [String: Set<String>] = [:]
  /// The number of bans.
  private(set) var count = 0

  /// The banned words, in no order.
  var words: [Key] {
    languages.flatMap { word, languages in languages.map { Key(languageID: $0, word: word) } }
  }

  /// Applies records, in their order. A word that is allowed in all languages is banned in none.
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

  /// True when a record that bans or allows a word would change nothing.
  func says(isBanned: Bool, word: String, languageID: String?) -> Bool {
    guard let banning = languages[word.lowercased()] else { return !isBanned }
    if !isBanned && languageID == nil { return false }
    return banning.contains(languageID ?? "") == isBanned
  }

  /// False when no more words can be banned.
  var hasRoom: Bool { count < BanTable.maximumWords }

  /// The fewest records with the same meaning.
  var records: [String] { words.sorted().map { "ban\t\($0.languageID)\t\($0.word)" } }

  static func record(isBanned: Bool, word: String, languageID: String?) -> String {
    "\(isBanned ? "ban" : "allow")\t\(languageID ?? "")\t\(word.lowercased())"
  }
}
