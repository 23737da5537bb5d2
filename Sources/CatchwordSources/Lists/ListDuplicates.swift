import CatchwordFiles

/// Finds entries of a list with columns that occur twice, with different values.
///
/// Only `maximumEntries` are remembered, as hashes: lists of millions are neither written nor corrected by hand.
struct ListDuplicates {
  /// An entry that occurs again.
  struct Duplicate: Equatable, Sendable {
    let word: String
    let line: Int
    /// The line of the first occurrence.
    let first: Int
  }

  /// The maximum number of entries that are remembered.
  private static let maximumEntries = 50_000
  /// The maximum number of duplicates that are reported.
  static let maximumNamed = 10

  /// The first duplicates.
  private(set) var named: [Duplicate] = []
  private var entries: [UInt64: (values: UInt64, line: Int)] = [:]

  /// Adds an entry.
  ///
  /// - Parameter values: The bytes after the word.
  mutating func note(
    _ word: UnsafeBufferPointer<UInt8>, values: some Sequence<UInt8>, line: Int
  ) {
    // Of fifty thousand entries, two have the same hash once in ten billion lists.
    let key = StableHash.of(word)
    let values = StableHash.of(values)
    if let known = entries[key] {
      guard known.values != values, named.count < ListDuplicates.maximumNamed else { return }
      named.append(Duplicate(word: String(decoding: word, as: UTF8.self), line: line, first: known.line))
    } else if entries.count < ListDuplicates.maximumEntries {
      entries[key] = (values, line)
    }
  }

  /// Returns the problems of a file, one sentence each.
  func problems(in path: String) -> [String] {
    named.map {
      "\(path):\($0.line): \"\($0.word.prefix(80))\" is in line \($0.first) already, with other values; both are offered."
    }
  }
}
