/// Where one order had the words that were typed, and what that is worth.
struct RankTally {
  /// One word.
  struct Word {
    /// In letters.
    let length: Int
    /// Its rank after 0, 1, 2 letters and so on, from 1; 0 where it was not offered.
    let ranks: [Int]
  }

  /// After more letters nothing is measured.
  static let mostLetters = 12

  private(set) var words: [Word] = []

  mutating func add(length: Int, ranks: [Int]) { words.append(Word(length: length, ranks: ranks)) }

  /// The mean of one divided by the rank: 1 when every word comes first, 0 when none is offered.
  ///
  /// A word that has fewer letters is typed, and so counts as found.
  func reciprocalRank(after letters: Int) -> Double {
    mean { word in
      let rank = word.rank(after: letters)
      return rank > 0 ? 1 / Double(rank) : 0
    }
  }

  /// What share of the words was among the first.
  func share(inFirst count: Int, after letters: Int) -> Double {
    mean { (1...count).contains($0.rank(after: letters)) ? 1 : 0 }
  }

  /// What share of the keys is saved by who takes a word as soon as it is among the first.
  ///
  /// A word costs the letters typed before, a key down for each that stands above it, and the key that takes it; at least one
  /// letter is typed, and where taking it would cost as much, it is typed.
  func savedKeys(fromFirst count: Int) -> Double {
    let all = words.reduce(0) { $0 + $1.length }
    let pressed = words.reduce(0) { $0 + $1.keys(fromFirst: count) }
    return all == 0 ? 0 : 1 - Double(pressed) / Double(all)
  }

  /// How many letters it takes until a word is among the first, at least one; all of them when it never is.
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
  /// The rank in a list; 0 where there was none.
  fileprivate func listed(after letters: Int) -> Int { letters < ranks.count ? ranks[letters] : 0 }

  /// The rank; 1 for a word of no more letters, which is written already.
  fileprivate func rank(after letters: Int) -> Int { letters < ranks.count ? ranks[letters] : 1 }

  fileprivate func keys(fromFirst count: Int) -> Int {
    for letters in 1..<max(1, length - 1) where (1...count).contains(listed(after: letters)) {
      let keys = letters + listed(after: letters)
      if keys < length { return keys }
    }
    return length
  }
}
