import Synchronization

/// A word at one place, judged by all but how much of it is left to type.
struct JudgedWord: Sendable {
  /// The number of uses that is assumed if no text contains the word, and the minimum number if some text does.
  struct Assumption: Equatable, Sendable {
    var uses = 0.0
    var leastUses = 0.0
  }

  /// The features, of which `left` and `isNearlyDone` are 0.
  let features: Features
  /// The weighted sums of the features in the hidden units.
  let sums: Network.Hidden
  /// True when some text contains the word.
  let isUsed: Bool
  /// The number of its letters.
  let length: Int
  /// The number of its occurrences.
  let occurrences: Int

  /// Returns what the word has to say while some of it is typed.
  ///
  /// - Parameters:
  ///   - length: The number of letters to write; nil for the length of the word.
  ///   - letters: The number of these letters that have been typed.
  @inline(__always)
  func signals(length: Int?, letters: Int) -> Prediction.Signals {
    let features = features(length: length, letters: letters)
    var signals = Prediction.Signals()
    signals.likelihood = Double(features[.likelihood])
    signals.occurrences = occurrences
    signals.score = Double(Network.fitted.score(features, sums: sums, letters: letters))
    return signals
  }

  /// Returns all features.
  @inline(__always)
  func features(length: Int?, letters: Int) -> Features {
    // A word that is typed completely still needs a key to end it.
    var left = (length ?? self.length) - letters
    if left < 1 { left = 2 }
    // A word that no text contains does not gain by its length.
    if !isUsed { left = Features.usuallyLeft }
    var all = features
    all[.left] = Float(SystemMath.logarithm(of: Double(left)))
    all[.isNearlyDone] = left == 1 ? 1 : 0
    return all
  }
}

/// The words that were judged last at one place: while a word is typed, many are the same at each key.
final class JudgedWords: Sendable {
  private struct Key {
    let token: Token
    let assumption: JudgedWord.Assumption
  }

  private struct Table {
    var keys: ContiguousArray<Key> = []
    /// The words, of which each part but the last has `part`: one array would be copied as it grows.
    var words: ContiguousArray<ContiguousArray<JudgedWord>> = []
    /// The indices of the words, by a number of the token and the assumption.
    var places = TokenTable<Int32>(none: -1)

    mutating func append(_ key: Key, _ word: JudgedWord) {
      if keys.count % JudgedWords.part == 0 {
        words.append([])
        words[words.count - 1].reserveCapacity(JudgedWords.part)
      }
      keys.append(key)
      words[words.count - 1].append(word)
    }
  }

  /// The maximum number of words, of 400 bytes each.
  private static let capacity = 1024
  /// The number of words for which room is made at a time.
  private static let part = 64
  /// The number of words for which the table has slots at first: those of some lists, mostly.
  private static let usual = 256

  private let table = Mutex(Table())

  /// Reads, in place, a word that has been judged under an assumption.
  ///
  /// - Returns: What `body` returns; nil when the word is not known any more.
  /// - Complexity: O(1).
  @inline(__always)
  func read<Result: Sendable>(
    _ token: Token, _ assumption: JudgedWord.Assumption, _ body: (borrowing JudgedWord) -> Result
  ) -> Result? {
    table.withLock { table in
      let place = Int(table.places[JudgedWords.number(token, assumption)])
      guard place >= 0, table.keys[place].token == token, table.keys[place].assumption == assumption else { return nil }
      return table.words[place / JudgedWords.part].withUnsafeBufferPointer { body($0[place % JudgedWords.part]) }
    }
  }

  /// Keeps a word; when there are too many, all others are forgotten.
  ///
  /// - Complexity: O(1) on average.
  func keep(_ word: JudgedWord, _ token: Token, _ assumption: JudgedWord.Assumption) {
    table.withLock { table in
      if table.keys.count == JudgedWords.capacity { table = Table() }
      if table.keys.isEmpty { table.places.reserveCapacity(JudgedWords.usual) }
      // Of two with the same number, the first one is kept.
      let place = Int32(table.keys.count)
      guard table.places.insert(JudgedWords.number(token, assumption), place) else { return }
      table.append(Key(token: token, assumption: assumption), word)
    }
  }

  private static func number(_ token: Token, _ assumption: JudgedWord.Assumption) -> Token {
    let bits = assumption.uses.bitPattern ^ assumption.leastUses.bitPattern &* 3
    // No number may be the one that marks an empty slot.
    return (token ^ Token(truncatingIfNeeded: (bits ^ bits >> 32) &* 0x9E37_79B1)) & (Token.max >> 1)
  }
}
