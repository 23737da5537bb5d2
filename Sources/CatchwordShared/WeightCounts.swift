import CatchwordFiles

/// The number of words of each weight.
package struct WeightCounts: Equatable, Sendable {
  private var counts = [Int](repeating: 0, count: 256)
  /// The number of all words.
  package private(set) var total = 0

  /// Counts words.
  package init(_ weights: some Sequence<UInt8> = []) { for weight in weights { add(weight) } }

  /// Counts a word.
  package mutating func add(_ weight: UInt8) {
    counts[Int(weight)] += 1
    total += 1
  }

  /// Counts a word no longer.
  ///
  /// - Returns: False when there is none of that weight.
  package mutating func remove(_ weight: UInt8) -> Bool {
    guard counts[Int(weight)] > 0 else { return false }
    counts[Int(weight)] -= 1
    total -= 1
    return true
  }

  /// The greatest weight; 0 when there are no words.
  package var heaviest: UInt8 { UInt8(counts.lastIndex { $0 > 0 } ?? 0) }

  /// Returns the rule for the heaviest words.
  ///
  /// - Parameter limit: The number of words that it is to hold for, approximately.
  func heaviest(_ limit: Int) -> HeaviestWords {
    var left = limit
    for weight in counts.indices.reversed() {
      if counts[weight] <= left {
        left -= counts[weight]
        continue
      }
      let shift = (0..<Int.bitWidth).first { counts[weight] >> $0 <= left } ?? 0
      return HeaviestWords(weight: UInt8(weight), mask: 1 << UInt64(shift) - 1)
    }
    return HeaviestWords(weight: 0, mask: 0)
  }

  // MARK: As text

  /// The counts as text: `WEIGHT:NUMBER`, one behind the other.
  var text: String {
    counts.indices.filter { counts[$0] > 0 }.map { "\($0):\(counts[$0])" }.joined(separator: " ")
  }

  /// Reads counts; nil when the text is not that.
  init?(_ text: Substring) {
    for entry in text.split(separator: " ") {
      let parts = entry.split(separator: ":")
      guard parts.count == 2, let weight = UInt8(parts[0]), let count = Int(parts[1]), 1...1 << 40 ~= count else {
        return nil
      }
      total += count - counts[Int(weight)]
      counts[Int(weight)] = count
    }
  }
}

/// The rule that says which words are among the heaviest.
///
/// Of those of the least weight that counts, it takes a part by their hashes: so it depends on no other word whether one is
/// among them, as long as the numbers of words change little.
struct HeaviestWords: Equatable {
  /// The least weight.
  let weight: UInt8
  /// The bits that are zero in the hash of a word of that weight.
  let mask: UInt64

  /// Returns true when a word is among them.
  func has(_ word: SharedWord) -> Bool {
    word.weight > weight || word.weight == weight && (mask == 0 || hash(of: word) & mask == 0)
  }

  private func hash(of word: SharedWord) -> UInt64 {
    var hash = StableHash()
    hash.add(word.text.utf8)
    return hash.mixed
  }
}
