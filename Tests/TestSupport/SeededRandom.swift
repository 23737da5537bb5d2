import Foundation

/// Random numbers that can be had again: the seed is printed, and may be given as CATCHWORD_SEED.
package struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  /// Numbers from a new seed, or from the environment's.
  package init(_ test: String = #function) {
    let given = ProcessInfo.processInfo.environment["CATCHWORD_SEED"].flatMap(UInt64.init)
    self.init(seed: given ?? UInt64.random(in: 0...UInt64.max))
    FileHandle.standardError.write(Data("\(test): CATCHWORD_SEED=\(state)\n".utf8))
  }

  /// Numbers from a seed.
  package init(seed: UInt64) { state = seed }

  /// SplitMix64 (Steele, Lea and Flood, 2014).
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z &>> 31)
  }

  /// A number from 0 that is less than `limit`; much faster than `Int.random` where nothing is optimised.
  package mutating func below(_ limit: Int) -> Int { Int(truncatingIfNeeded: next() &>> 1) % limit }

  /// Text of up to `length` pieces that are hard on editors: words, breaks, emoji, marks, ideographs.
  package mutating func text(upTo length: Int) -> String {
    let pieces = [
      "a", "b", "foo", "bar_baz", "x1", "Ü", "e\u{301}", "'", "-", " ", " ", "  ", "\t", "\n", "\r\n", "\r", "🎉", "👩‍👩‍👧",
      "東京", "かな", "\u{2028}", "\u{0}", "ß", "ab", "don't", "$y", ".", "(", "9", "😀z",
    ]
    return (0..<Int.random(in: 0...length, using: &self)).map { _ in pieces.randomElement(using: &self)! }.joined()
  }
}
