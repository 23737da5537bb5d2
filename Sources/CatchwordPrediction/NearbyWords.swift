public import CatchwordText

/// What the text around the cursor says about the next word: which words are near, and which have followed the words
/// just typed.
///
/// It is read from a window around the cursor when it is needed, so it is never stale and costs the same in a large
/// document as in a small one.
public struct NearbyWords: Sendable {
  /// How far to look on each side of the cursor, in bytes: about 150 lines of code, or three pages of prose.
  public static let reach = 8192

  private var distances: [String: Int] = [:]
  private var followers: [String: Int] = [:]
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
    let typed = text.string(in: range)
    for (word, place) in before { note(word, distance: range.lowerBound - place) }
    for (word, place) in after { note(word, distance: place - range.upperBound + 1) }
    distances[typed] = nil
    guard let previous = before.last?.word else { return }
    countFollowers(of: previous, in: before)
    countFollowers(of: previous, in: after)
  }

  /// How near a word is, from 1 (next to the cursor) down to 0 (out of the window), by the logarithm of its distance:
  /// the next line is much nearer than the one after it, but a hundred lines off or a hundred and one is the same.
  public func proximity(of word: String) -> Double {
    guard let distance = distances[word] else { return 0 }
    return max(0, 1 - NearbyWords.logarithm(distance) / NearbyWords.logarithm(NearbyWords.reach))
  }

  /// The base-2 logarithm of 1 + *n*, linear between powers of two: precise enough to rank by.
  private static func logarithm(_ n: Int) -> Double {
    let value = Double(n + 1)
    return Double(value.exponent) + value.significand - 1
  }

  /// How often a word followed the word before the cursor in this window: from 0 to 1, the share of all that followed.
  public func likelihood(of word: String) -> Double {
    guard let count = followers[word] else { return 0 }
    return Double(count) / Double(followerTotal)
  }

  private mutating func note(_ word: String, distance: Int) {
    distances[word] = min(distances[word] ?? .max, distance)
  }

  private mutating func countFollowers(of previous: String, in words: [(word: String, place: Int)]) {
    for (word, next) in zip(words, words.dropFirst()) where word.word == previous {
      followers[next.word, default: 0] += 1
      followerTotal += 1
    }
  }
}

/// The words of a part of a document, with the places where they begin.
private func words(in range: Range<Int>, of document: DocumentSnapshot) -> [(word: String, place: Int)] {
  let start = document.text.scalarBoundary(atOrBefore: range.lowerBound)
  let bytes = document.text.bytes(in: start..<range.upperBound)
  var words: [(word: String, place: Int)] = []
  document.scanner.forEachWord(in: bytes) { word in
    words.append((String(decoding: bytes[word], as: UTF8.self), start + word.lowerBound))
  }
  return words
}
