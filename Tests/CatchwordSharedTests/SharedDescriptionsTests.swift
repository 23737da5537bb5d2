import TestSupport
import Testing

@testable import CatchwordShared

/// Descriptions of words as they are stored.
struct SharedDescriptionsTests {
  @Test func whatIsStoredIsRead() {
    let long = String(repeating: "é", count: 4000)
    let bytes = SharedDescriptions.encoded([
      ("word", "one"), ("Word", ""), ("wörd", long), ("w", "a\nb\u{1B}c\u{202E}d"),
    ])
    #expect(
      SharedDescriptions.text(of: "word", in: bytes) == "one" && SharedDescriptions.text(of: "Word", in: bytes) == "")
    #expect(
      SharedDescriptions.text(of: "wörd", in: bytes) == String(long.prefix(SharedFormat.maximumDescriptionBytes / 2)))
    #expect(SharedDescriptions.text(of: "w", in: bytes) == "a b c d")
    #expect(SharedDescriptions.text(of: "x", in: bytes) == nil && SharedDescriptions.text(of: "", in: bytes) == nil)
    let many = SharedDescriptions.encoded((0..<1000).map { ("word\($0)", long) })
    #expect(many.count <= SharedFormat.maximumPageBytes && SharedDescriptions.text(of: "word0", in: many) != nil)
  }

  @Test(arguments: 0..<20) func whatIsNoPageIsRefused(round: Int) {
    var random = SeededRandom()
    var bytes = SharedDescriptions.encoded((0..<1 + random.below(5)).map { ("word\($0)", "text of \($0)") })
    for _ in 0..<200 {
      random.spoil(&bytes)
      let text = SharedDescriptions.text(of: "word0", in: bytes)
      #expect(text.map { $0.unicodeScalars.allSatisfy { SharedWord.isPossible(String($0)) } } ?? true)
    }
    #expect(SharedDescriptions.text(of: "a", in: []) == nil && SharedDescriptions.text(of: "a", in: [1, 9]) == nil)
  }
}
