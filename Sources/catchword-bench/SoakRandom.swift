/// Random numbers that are reproducible from their seed: SplitMix64 (Steele, Lea and Flood, 2014).
struct SoakRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func number(below limit: Int) -> Int { Int.random(in: 0..<max(1, limit), using: &self) }

  /// Returns a word to type: mostly one from a fixed vocabulary, sometimes one that never occurred before.
  mutating func word() -> String {
    if number(below: 4) > 0 { return SoakRandom.vocabulary[number(below: SoakRandom.vocabulary.count)] }
    let letters = Array("abcdefghijklmnopqrstuvwxyz_")
    return String((0...Int.random(in: 2...9, using: &self)).map { _ in letters[number(below: letters.count)] })
  }

  /// Returns the characters between two words; they may be none.
  mutating func separator() -> String {
    ["", " ", " ", " ", " ", "\n", "\n", ".", "(", ", ", "\t", " 🎉 ", "👩‍👩‍👧", "、"][number(below: 14)]
  }

  /// Returns words, each followed by a separator.
  mutating func text(words: Int) -> String { (0..<words).map { _ in word() + separator() }.joined() }

  private static let vocabulary: [String] = {
    let stems = [
      "alpha", "beta", "request", "response", "complet", "configur", "catch", "word", "über", "naïve", "東京", "かな",
      "слово", "λόγος", "cafe\u{301}", "document", "cancel", "range", "𝒳var", "snap",
    ]
    let endings = ["", "s", "ed", "ion", "_id", "Count", "ForKey", "2", "Handler", "性"]
    return stems.flatMap { stem in endings.map { stem + $0 } }
  }()
}
