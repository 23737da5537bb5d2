public import CatchwordText

/// What the text around the cursor says about the next word: which words are near, and which have followed the words
/// just typed.
///
/// It is read from a window around the cursor when it is needed, so it is never stale and costs the same in a large
/// document as in a small one.
public struct NearbyWords: Sendable {
  /// How far to look on each side of the cursor, in bytes: about 150 lines of code, or three pages of prose.
  public static let reach = 8192

  /// By the hash of a word: how far the nearest is. Two words in a window of one hash are taken for one.
  private var distances = DistanceTable(capacity: 0)
  private var followers: [UInt64: Int] = [:]
  private var followerTotal = 0

  /// Reads the window around a word that is being typed.
  ///
  /// - Parameters:
  ///   - range: The word being typed, itself left out.
  ///   - document: The document.
  /// - Complexity: O(`reach`).
  public init(around range: Range<Int>, in document: DocumentSnapshot) {
    let text = document.text
    let before = words(in: max(0, range.lowerBound - NearbyWords.reach)..<range.lowerBound, of: document)
    let after = words(in: range.upperBound..<min(text.count, range.upperBound + NearbyWords.reach), of: document)
    distances = DistanceTable(capacity: before.count + after.count)
    // The nearest of each is the first that is seen.
    // The word itself is no neighbour, wherever else it stands.
    let typed = WordHash.of(text.string(in: range))
    for (word, place) in before.reversed() where word != typed { distances.note(word, range.lowerBound - place) }
    for (word, place) in after where word != typed { distances.note(word, place - range.upperBound + 1) }
    guard let previous = before.last?.word else { return }
    countFollowers(of: previous, in: before)
    countFollowers(of: previous, in: after)
  }

  /// How near a word is, from 1 (next to the cursor) down to 0 (out of the window), by the logarithm of its distance:
  /// the next line is much nearer than the one after it, but a hundred lines off or a hundred and one is the same.
  public func proximity(of word: String) -> Double {
    guard let distance = distances[WordHash.of(word)] else { return 0 }
    return max(0, 1 - NearbyWords.logarithm(distance) / NearbyWords.logarithm(NearbyWords.reach))
  }

  /// The base-2 logarithm of 1 + *n*, linear between powers of two: precise enough to rank by.
  private static func logarithm(_ n: Int) -> Double {
    let value = Double(n + 1)
    return Double(value.exponent) + value.significand - 1
  }

  /// How often a word followed the word before the cursor in this window: from 0 to 1, the share of all that followed.
  public func likelihood(of word: String) -> Double {
    guard let count = followers[WordHash.of(word)] else { return 0 }
    return Double(count) / Double(followerTotal)
  }

  private mutating func countFollowers(of previous: UInt64, in words: [(word: UInt64, place: Int)]) {
    for (word, next) in zip(words, words.dropFirst()) where word.word == previous {
      followers[next.word, default: 0] += 1
      followerTotal += 1
    }
  }
}

/// The hashes of the words of a part of a document, with the places where they begin.
private func words(in range: Range<Int>, of document: DocumentSnapshot) -> [(word: UInt64, place: Int)] {
  let start = document.text.scalarBoundary(atOrBefore: range.lowerBound)
  let bytes = document.text.bytes(in: start..<range.upperBound)
  var words: [(word: UInt64, place: Int)] = []
  words.reserveCapacity(bytes.count / 5)
  bytes.withUnsafeBufferPointer { buffer in
    document.scanner.forEachWord(in: bytes) { word in
      words.append((WordHash.of(UnsafeBufferPointer(rebasing: buffer[word])), start + word.lowerBound))
    }
  }
  return words
}

/// Distances by the hash of a word: open addressing with linear probing, filled once.
private struct DistanceTable {
  private var words: ContiguousArray<UInt64>
  private var distances: ContiguousArray<Int32>

  /// - Parameter capacity: The most words that will be noted.
  init(capacity: Int) {
    var count = 16
    while count < 2 * capacity { count *= 2 }
    words = ContiguousArray(repeating: 0, count: count)
    distances = ContiguousArray(repeating: 0, count: count)
  }

  /// The distance of a word; nil when it was not noted.
  subscript(word: UInt64) -> Int? {
    let slot = slot(of: word)
    return words[slot] == 0 ? nil : Int(distances[slot])
  }

  /// Notes a distance; of two the lesser stays.
  mutating func note(_ word: UInt64, _ distance: Int) {
    let slot = slot(of: word)
    if words[slot] != 0 && Int(distances[slot]) <= distance { return }
    words[slot] = word
    distances[slot] = Int32(clamping: distance)
  }

  /// 0 marks an empty slot; a word whose hash is 0 is one in 2⁶⁴, and then has no place.
  private func slot(of word: UInt64) -> Int {
    let mask = words.count - 1
    var index = Int(truncatingIfNeeded: word) & mask
    while words[index] != 0 && words[index] != word { index = (index + 1) & mask }
    return index
  }
}
