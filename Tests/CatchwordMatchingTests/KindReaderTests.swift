import TestSupport
import Testing

@testable import CatchwordMatching

/// What a search finds out about a text, eight characters at a time, against what the matcher finds one by one.
struct KindReaderTests {
  private static let letters = Array("aabbcABC19_-. {@[`~".utf8)

  @Test func kindsInASCII() {
    var random = SeededRandom()
    var seen: [MatchKind?: Int] = [:]
    for _ in 0..<6000 {
      // Around the length up to which positions are bits of one word, and that up to which characters count.
      let length = [random.below(24), random.below(24), 58 + random.below(12), 120 + random.below(12)][random.below(4)]
      let isDense = random.below(2) == 0
      let text = (0..<length).map { _ in
        isDense || random.below(8) == 0 ? KindReaderTests.letters[random.below(KindReaderTests.letters.count)] : 0x78
      }
      let typed = (0...random.below(random.below(4) == 0 ? 12 : 4)).map { _ in
        KindReaderTests.letters[random.below(8)]
      }
      // What follows the text in memory may look as if it went on.
      let bytes = text + (0..<RowView.padding).map { _ in KindReaderTests.letters[random.below(8)] }
      let pattern = Pattern(String(decoding: typed, as: UTF8.self))
      let string = String(decoding: text, as: UTF8.self)
      let place: Comment = "\(pattern.text) in \(string)"
      var (matcher, reader) = (Matcher(pattern), KindReader(pattern))
      let expected = matcher.score(string).map { min($0.kind, .prefix) }
      bytes.withUnsafeBufferPointer { bytes in
        let own = UnsafeBufferPointer(rebasing: bytes[..<length])
        #expect(reader.kind(of: own, isASCII: true) == expected, place)
        #expect(reader.matches(own, isASCII: true) == (expected != nil), place)
        #expect(reader.isPrefix(of: own, isASCII: true) == (expected == .prefix), place)
        let taking = string.lowercased().prefix(FoldedCandidate.maximumLength)
        let isWhole = typed.count == 1 || taking.contains(pattern.text.lowercased())
        if expected != nil { #expect(reader.isSubstring(of: own) == isWhole, place) }
      }
      seen[expected, default: 0] += 1
    }
    for kind in [nil, .prefix, .wordPrefix, .initials, .substring, .scattered] as [MatchKind?] {
      #expect(seen[kind, default: 0] > 50, "\(String(describing: kind)) is hardly tested: \(seen)")
    }
  }

  @Test func eightBytesOfEachValue() {
    for byte in UInt8.min...UInt8.max {
      for place in 0..<8 {
        // Its neighbours are the values that would be changed first by a carry.
        let others: UInt64 = 0x7F00_7F00_7F00_7F00 &<< UInt64(8 * (byte & 1))
        let shift = UInt64(8 * place)
        let word = others & ~(0xFF << shift) | UInt64(byte) << shift
        let bytes = EightBytes(word)
        let character = byte & 0x7F
        let isUpper = character >= 0x41 && character <= 0x5A
        let folded = isUpper ? character + 0x20 : character
        func has(_ highest: UInt64) -> Bool { EightBytes.positions(highest) >> UInt64(place) & 1 == 1 }
        #expect(UInt8(truncatingIfNeeded: bytes.folded >> shift) == folded)
        #expect(has(bytes.upper) == isUpper)
        #expect(has(bytes.letters) == (folded >= 0x61 && folded <= 0x7A))
        #expect(has(bytes.digits) == (folded >= 0x30 && folded <= 0x39))
        #expect(has(bytes.places(of: EightBytes.repeating(folded))))
        #expect(!has(bytes.places(of: EightBytes.repeating(folded ^ 1))))
        #expect(EightBytes.positions(bytes.places(of: EightBytes.repeating(folded))) < 256)
      }
    }
  }
}
