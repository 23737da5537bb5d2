/// The ranks that one order gave to the typed words, and the figures that follow from them.
struct RankTally {
  /// The ranks of one word.
  struct Word {
    /// The length in letters.
    let length: Int
    /// The ranks after 0, 1, 2 letters and so on, from 1; 0 where the word was not offered.
    let ranks: [Int]
  }

  /// The number of letters after which nothing more is measured.
  static let mostLetters = 12

  private(set) var words: [Word] = []

  mutating func add(length: Int, ranks: [Int]) { words.append(Word(length: length, ranks: ranks)) }

  /// Returns the mean of one divided by the rank: 1 when every word comes first, 0 when none is offered.
  ///
  /// A word with fewer letters is typed already, and so counts as found.
  func reciprocalRank(after letters: Int) -> Double {
    mean { word in
      let rank = word.rank(after: letters)
      return rank > 0 ? 1 / Double(rank) : 0
    }
  }

  /// Returns the share of the words that are among the first `count`.
  func share(inFirst count: Int, after letters: Int) -> Double {
    mean { (1...count).contains($0.rank(after: letters)) ? 1 : 0 }
  }

  /// Returns the share of the keys that are saved by taking a word as soon as it is among the first `count`.
  ///
  /// A word costs the letters typed before, a Down key for each item above it, and the key that takes it. At least one
  /// letter is typed; a word is typed in full where taking it would cost as much.
  func savedKeys(fromFirst count: Int) -> Double {
    let all = words.reduce(0) { $0 + $1.length }
    let pressed = words.reduce(0) { $0 + $1.keys(fromFirst: count) }
    return all == 0 ? 0 : 1 - Double(pressed) / Double(all)
  }

  /// Returns the mean number of letters until a word is among the first, at least one; its length when it never is.
  func neededLetters(forFirst count: Int) -> Double {
    mean { word in
      Double((1..<max(1, word.length)).first { (1...count).contains(word.listed(after: $0)) } ?? word.length)
    }
  }

  private func mean(_ value: (Word) -> Double) -> Double {
    words.isEmpty ? 0 : words.reduce(0) { $0 + value($1) } / Double(words.count)
  }
}

extension RankTally.Word {
  /// Returns the rank in a list; 0 without a rank.
  fileprivate func listed(after letters: Int) -> Int { letters < ranks.count ? ranks[letters] : 0 }

  /// Returns the rank; 1 for a word with no more letters, which is complete already.
  fileprivate func rank(after letters: Int) -> Int { letters < ranks.count ? ranks[letters] : 1 }

  fileprivate func keys(fromFirst count: Int) -> Int {
    for letters in 1..<max(1, length - 1) where (1...count).contains(listed(after: letters)) {
      let keys = letters + listed(after: letters)
      if keys < length { return keys }
    }
    return length
  }
}
