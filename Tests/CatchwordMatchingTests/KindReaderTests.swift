import TestSupport
import Testing

@testable import CatchwordMatching

/// What a search finds out about a text, eight characters at a time, against the matcher, and against the automaton that reads
/// one character after the other.
struct KindReaderTests {
  private static let characters = Array("aabbcABC19_-. {@[`~".utf8)
  /// The number of those that are letters, with which the list begins.
  private static let letters = 8

  @Test func findsTheKindsOfTheMatcher() {
    var random = SeededRandom()
    var seen: [MatchKind?: Int] = [:]
    var longSeen: [MatchKind?: Int] = [:]
    for _ in 0..<6000 {
      let text = KindReaderTests.text(&random)
      let typed = KindReaderTests.typed(&random, in: text)
      // What follows the text in memory may look as if it went on.
      let behind = (0..<RowView.padding).map { _ in KindReaderTests.characters[random.below(KindReaderTests.letters)] }
      let kind = check(typed, text, behind: behind)
      seen[kind, default: 0] += 1
      if typed.count > 12 { longSeen[kind, default: 0] += 1 }
    }
    for kind in [nil, .prefix, .wordPrefix, .initials, .substring, .scattered] as [MatchKind?] {
      #expect(seen[kind, default: 0] > 50 && longSeen[kind, default: 0] > 5, "\(seen), \(longSeen)")
    }
  }

  @Test func whatFollowsATextBeginsNoWordInIt() {
    let long = Array(repeating: UInt8(ascii: "x"), count: 62)
    for text in [Array("xAB".utf8), long + Array("AB".utf8)] {
      #expect(check(Array("b".utf8), text, behind: Array("cccccccc".utf8)) == .substring)
    }
  }

  @Test func textsOfADamagedFileAreReadWithinTheirBounds() {
    var random = SeededRandom()
    for count in [0, 1, 7, 8, 9, 63, 64, 65, 127, 128, 129, 4096] {
      for _ in 0..<40 {
        // The memory ends where the last byte is that may be read, so that the address sanitizer sees one beyond it.
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count + RowView.padding)
        defer { bytes.deallocate() }
        for index in bytes.indices { bytes.initializeElement(at: index, to: UInt8(random.below(256))) }
        let text = UnsafeBufferPointer(rebasing: UnsafeBufferPointer(bytes)[..<count])
        let typed = text.prefix(1 + random.below(64)).map { $0 & 0x7F }
        var reader = KindReader(Pattern(typed.isEmpty ? "a" : String(decoding: typed, as: UTF8.self)))
        guard !reader.pattern.isEmpty else { continue }
        let isMatch = reader.matches(text, isASCII: true)
        #expect((reader.kind(of: text, isASCII: true) != nil) == isMatch)
        if reader.isPrefix(of: text, isASCII: true) || reader.isSubstring(of: text) && reader.pattern.folded.count > 1 {
          #expect(isMatch)
        }
      }
    }
  }

  /// A text of a length around those up to which positions are bits of one word, and up to which characters count.
  private static func text(_ random: inout SeededRandom) -> [UInt8] {
    let lengths = [random.below(24), random.below(24), 58 + random.below(12), 120 + random.below(12), 200]
    let isDense = random.below(2) == 0
    return (0..<lengths[random.below(lengths.count)]).map { _ in
      isDense || random.below(8) == 0 ? characters[random.below(characters.count)] : 0x78
    }
  }

  /// What may be typed for a text: any few characters, or a part of it, in which some are left out or written otherwise.
  private static func typed(_ random: inout SeededRandom, in text: [UInt8]) -> [UInt8] {
    let any = random.below(2) == 0 ? letters : characters.count
    if text.isEmpty || random.below(2) == 0 {
      return (0...random.below(random.below(4) == 0 ? 12 : 4)).map { _ in characters[random.below(any)] }
    }
    let start = random.below(3) == 0 ? 0 : random.below(text.count)
    let leavingOut = [0, 3, 50][random.below(3)]
    let part = text[start...].prefix(1 + random.below(64)).filter { _ in random.below(100) >= leavingOut }
    let typed = part.map { (0x61...0x7A).contains($0 | 0x20) && random.below(2) == 0 ? $0 ^ 0x20 : $0 }
    return typed.isEmpty ? [text[start]] : typed
  }

  /// Compares all that is found out about a text; returns the kind.
  @discardableResult
  private func check(_ typed: [UInt8], _ text: [UInt8], behind: [UInt8]) -> MatchKind? {
    let pattern = Pattern(String(decoding: typed, as: UTF8.self))
    let string = String(decoding: text, as: UTF8.self)
    let what: Comment = "\(pattern.text) in \(string)"
    var (matcher, reader) = (Matcher(pattern), KindReader(pattern))
    let expected = matcher.score(string).map { min($0.kind, .prefix) }
    (text + behind).withUnsafeBufferPointer { bytes in
      let own = UnsafeBufferPointer(rebasing: bytes[..<text.count])
      #expect(reader.kind(of: own, isASCII: true) == expected, what)
      #expect(reader.kind(of: own, isASCII: false) == expected, what)
      #expect(reader.matches(own, isASCII: true) == (expected != nil), what)
      #expect(reader.isPrefix(of: own, isASCII: true) == (expected == .prefix), what)
      guard expected != nil || typed.count > 1 else { return }
      let compared = string.prefix(FoldedCandidate.maximumLength).lowercased()
      #expect(reader.isSubstring(of: own) == (typed.count == 1 || compared.contains(pattern.text.lowercased())), what)
    }
    return expected
  }
}
