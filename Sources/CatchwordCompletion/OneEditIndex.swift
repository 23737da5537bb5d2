/// An index of words that finds those one edit away from a word without comparing it with all of them.
///
/// Two words are one edit apart when one of them without some letter is the other, when both are the same without the
/// letter at some place, or when one with two neighbours exchanged is the other. All these are looked up by hash; each
/// hash takes O(1) to make from those of the words' beginnings and ends.
struct OneEditIndex {
  /// A word without the letter at a place.
  private struct Gapped: Hashable {
    let hash: UInt64
    let place: Int
  }

  /// The base of the hashes, unknown to whoever writes the words.
  private let base: UInt64
  /// The greatest number by hash: of a word, of one without some letter, and of one without the letter at a place.
  private var whole: [UInt64: Int] = [:]
  private var shortened: [UInt64: Int] = [:]
  private var gapped: [Gapped: Int] = [:]

  init(base: UInt64 = .random(in: .min ... .max)) { self.base = base | 1 }

  /// Adds a word.
  ///
  /// - Parameter number: The number of the word, greater than those of the words before.
  /// - Complexity: O(letters).
  mutating func add(_ word: [UInt8], number: Int) {
    let hashes = Hashes(word, base)
    whole[hashes.whole] = number
    for place in word.indices {
      let hash = hashes.without(place)
      shortened[hash] = number
      gapped[Gapped(hash: hash, place: place)] = number
    }
  }

  /// Returns the numbers of words one edit from a word, by hash only: of several by the same edit, the greatest.
  ///
  /// - Complexity: O(letters), however many words there are.
  func numbers(near word: [UInt8]) -> [Int] {
    let hashes = Hashes(word, base)
    var found: [Int] = []
    if let number = shortened[hashes.whole] { found.append(number) }
    for place in word.indices {
      let hash = hashes.without(place)
      if let number = whole[hash] { found.append(number) }
      if let number = gapped[Gapped(hash: hash, place: place)] { found.append(number) }
      if place > 0, let number = whole[hashes.exchanging(place)] { found.append(number) }
    }
    return found
  }

  /// The hashes of a word, and of the results of edits to it.
  private struct Hashes {
    private let word: [UInt8]
    private let base: UInt64
    /// The hashes of the first letters, by their number, and of the letters from a place on.
    private var heads: [UInt64] = [0]
    private var tails: [UInt64]
    private var powers: [UInt64] = [1]

    init(_ word: [UInt8], _ base: UInt64) {
      (self.word, self.base) = (word, base)
      tails = Array(repeating: 0, count: word.count + 1)
      for (place, letter) in word.enumerated() {
        heads.append(heads[place] &* base &+ UInt64(letter) &+ 1)
        powers.append(powers[place] &* base)
      }
      for place in word.indices.reversed() {
        tails[place] = (UInt64(word[place]) &+ 1) &* powers[word.count - 1 - place] &+ tails[place + 1]
      }
    }

    var whole: UInt64 { tails[0] }

    func without(_ place: Int) -> UInt64 { heads[place] &* powers[word.count - 1 - place] &+ tails[place + 1] }

    /// Returns the hash with a letter and the one before it exchanged.
    func exchanging(_ place: Int) -> UInt64 {
      let pair = (UInt64(word[place]) &+ 1) &* base &+ UInt64(word[place - 1]) &+ 1
      return (heads[place - 1] &* base &* base &+ pair) &* powers[word.count - 1 - place] &+ tails[place + 1]
    }
  }
}
