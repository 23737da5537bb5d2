import TestSupport
import Testing

@testable import CatchwordCompletion

struct EntryPlacesTests {
  /// Random texts, some of them equal but for the order or the form of their signs, against a dictionary.
  @Test func hasWhatADictionaryHas() {
    var random = SeededRandom()
    let parts = [
      "a", "b", "ab", "\u{0}", "_", "é", "e\u{301}", "日", "\u{1F600}", "x\u{323}\u{307}", "x\u{307}\u{323}", "",
    ]
    for round in 0..<200 {
      var places = EntryPlaces()
      var reference: [String: Int] = [:]
      if round.isMultiple(of: 3) { places.reserveCapacity(random.below(300)) }
      for number in 0..<random.below(400) {
        let text = (0..<random.below(6)).map { _ in parts[random.below(parts.count)] }.joined()
        #expect(places[text] == reference[text])
        places.insert(EntryPlaces.Key(text), at: number)
        reference[text] = reference[text] ?? number
        #expect(places[text] == reference[text])
      }
    }
  }
}
