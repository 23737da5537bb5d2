/// Finds entries of a list with columns that are there twice, with other values each time.
///
/// Only so many entries are remembered, each by a hash: a list of millions was not written by hand, and is not mended so.
struct ListDuplicates {
  /// An entry that is there again.
  struct Duplicate: Equatable, Sendable {
    let word: String
    let line: Int
    /// Where it was before.
    let first: Int
  }

  /// So many entries are remembered.
  private static let maximumEntries = 50_000
  /// So many duplicates are named.
  static let maximumNamed = 10

  /// The first of them.
  private(set) var named: [Duplicate] = []
  private var entries: [UInt64: (values: UInt64, line: Int)] = [:]

  /// Takes an entry.
  ///
  /// - Parameter values: What stands behind the word.
  mutating func note(
    _ word: UnsafeBufferPointer<UInt8>, values: some Sequence<UInt8>, line: Int
  ) {
    let key = ListDuplicates.hash(word)
    let values = ListDuplicates.hash(values)
    if let known = entries[key] {
      guard known.values != values, named.count < ListDuplicates.maximumNamed else { return }
      named.append(Duplicate(word: String(decoding: word, as: UTF8.self), line: line, first: known.line))
    } else if entries.count < ListDuplicates.maximumEntries {
      entries[key] = (values, line)
    }
  }

  /// What is wrong with a file, a sentence each.
  func problems(in path: String) -> [String] {
    named.map {
      "\(path):\($0.line): \"\($0.word.prefix(80))\" is in line \($0.first) already, with other values; both are offered."
    }
  }

  /// FNV-1a: of fifty thousand entries, two are taken for one once in ten billion lists.
  private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}
