/// A search through 20,000 words in two parts, without any index or order: the least work that a completion can be.
///
/// A floor that used no other thread, and computed nothing, would not be slowed down by other programs as a completion
/// is.
struct PlainSearch: Sendable {
  /// The number of parts, each for a thread of its own.
  static let parts = 2
  private static let wordCount = 20_000

  /// The words of each part, one per line.
  private let words: [ContiguousArray<UInt8>]

  init() {
    let corpus = MadeUpWords(seed: 1)
    words = (0..<PlainSearch.parts).map { part in
      var words: ContiguousArray<UInt8> = []
      for number in 0..<PlainSearch.wordCount / PlainSearch.parts {
        corpus.append(number * PlainSearch.parts + part, to: &words)
        words.append(0x0A)
      }
      return words
    }
  }

  /// Returns the number of words of a part that have an "a" and an "e" after it.
  func count(inPart part: Int) -> Int {
    var (found, isBegun, isFound) = (0, false, false)
    for byte in words[part] {
      if byte == 0x0A {
        found += isFound ? 1 : 0
        (isBegun, isFound) = (false, false)
      } else if byte == 0x61 {
        isBegun = true
      } else if byte == 0x65 {
        isFound = isBegun
      }
    }
    return found
  }

  /// Searches one part after the other, for what is computed by one thread: two are not slowed down as one is.
  func runAlone() { precondition((0..<PlainSearch.parts).reduce(0) { $0 + count(inPart: $1) } > 0) }

  /// Searches all parts at once, in tasks of the cooperative pool, and stops the program if nothing is found.
  func run() async {
    let found = await withTaskGroup(of: Int.self) { group in
      for part in 0..<PlainSearch.parts { group.addTask { count(inPart: part) } }
      return await group.reduce(0, +)
    }
    precondition(found > 0)
  }
}
