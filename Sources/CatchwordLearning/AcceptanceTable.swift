import CatchwordCompletion

/// The accepted words, by language, and their stored form; their number is limited.
struct AcceptanceTable: Sendable {
  struct Key: Hashable, Sendable {
    let languageID: String
    let name: String
  }

  /// The maximum numbers of words that are kept per language, and in all.
  static let maximumWords = 5000
  static let maximumTotal = 20_000
  /// The maximum lengths in bytes; a longer word is not learned.
  static let maximumNameLength = 256
  static let maximumLanguageLength = 64

  /// The kinds of records.
  static let kinds: Set = ["one", "sum"]

  private(set) var entries: [Key: AcceptanceWorth] = [:]

  /// Adds records, which may be of any age and in any order; invalid ones are left out.
  mutating func add(_ records: [String], now: Double) {
    for record in records {
      guard let (key, worth) = AcceptanceTable.parse(record) else { continue }
      add(worth.limited(to: now), to: key)
    }
    trim(now: now, slack: 2)
  }

  private mutating func add(_ worth: AcceptanceWorth, to key: Key) {
    if entries[key] == nil { entries[key] = worth } else { entries[key]?.add(worth) }
  }

  /// Removes the words with the least worth when there are more than the maximum.
  ///
  /// - Parameter slack: The factor by which the maximum may be exceeded before words are removed.
  mutating func trim(now: Double, slack: Int = 1) {
    guard entries.count > AcceptanceTable.maximumWords * slack else { return }
    let byLanguage = Dictionary(grouping: entries.keys, by: \.languageID)
    for keys in byLanguage.values where keys.count > AcceptanceTable.maximumWords * slack {
      drop(keys, to: AcceptanceTable.maximumWords)
    }
    if entries.count > AcceptanceTable.maximumTotal * slack {
      drop(Array(entries.keys), to: AcceptanceTable.maximumTotal)
    }
  }

  private mutating func drop(_ keys: [Key], to count: Int) {
    let ranked = keys.sorted { left, right in
      let (first, second) = (entries[left]?.level ?? 0, entries[right]?.level ?? 0)
      return first != second ? first > second : (left.languageID, left.name) < (right.languageID, right.name)
    }
    for key in ranked.dropFirst(count) { entries[key] = nil }
  }

  /// Forgets a word in all languages, ignoring case.
  ///
  /// - Returns: The number of entries that were removed.
  @discardableResult
  mutating func forget(_ name: String) -> Int {
    let name = name.lowercased()
    let forgotten = entries.keys.filter { $0.name.lowercased() == name }
    for key in forgotten { entries[key] = nil }
    return forgotten.count
  }

  /// The fewest records with the same meaning.
  var records: [String] {
    entries.sorted { ($0.key.languageID, $0.key.name) < ($1.key.languageID, $1.key.name) }
      .map { key, worth in "sum\t\(worth.last)\t\(worth.level)\t\(key.languageID)\t\(key.name)" }
  }

  /// Returns the record of one acceptance.
  static func record(_ acceptance: Acceptance, at time: Double) -> String {
    "one\t\(time)\t\(acceptance.languageID)\t\(acceptance.name)"
  }

  /// True when a text can be stored.
  static func isSound(_ text: String, limit: Int) -> Bool {
    !text.isEmpty && text.utf8.count <= limit && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }

  private static func parse(_ record: String) -> (Key, AcceptanceWorth)? {
    let fields = record.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard let time = fields.dropFirst().first.flatMap(Double.init), time.isFinite else { return nil }
    switch (fields[0], fields.count) {
    case ("one", 4): return (Key(languageID: fields[2], name: fields[3]), AcceptanceWorth(at: time))
    case ("sum", 5):
      guard let level = Double(fields[2]), let worth = AcceptanceWorth(level: level, last: time) else { return nil }
      return (Key(languageID: fields[3], name: fields[4]), worth)
    default: return nil
    }
  }
}
