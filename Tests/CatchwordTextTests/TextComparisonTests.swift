import TestSupport
import Testing

@testable import CatchwordText

/// Whether two texts are equal, and what it costs to tell.
struct TextComparisonTests {
  /// A text and what an edit of the same length has made of it share all but a leaf.
  @Test(arguments: [0, 5_000_000, 10_485_759])
  func anOvertypeInALargeDocumentIsFoundInOneLeaf(offset: Int) {
    let before = Text("the quick brown fox jumps over it\n".padded(to: 10 << 20))
    var after = before
    after.replace(offset..<offset + 1, with: "#")
    let comparison = TextComparison(before.root, after.root)
    #expect(!comparison.areEqual)
    #expect(comparison.comparedBytes <= 2 * TextShape.standard.maximumLeafBytes)
    // Typed back, it is the same text again, in another leaf.
    after.replace(offset..<offset + 1, with: before.string(in: offset..<offset + 1))
    let restored = TextComparison(before.root, after.root)
    #expect(restored.areEqual)
    #expect(restored.comparedBytes <= 2 * TextShape.standard.maximumLeafBytes)
  }

  /// Of two documents that were read apart nothing is shared: the first difference ends the walk.
  @Test func aDifferenceNearTheBeginningEndsIt() {
    let one = Text("a" + String(repeating: "x", count: 1 << 20))
    let other = Text("b" + String(repeating: "x", count: 1 << 20))
    let comparison = TextComparison(one.root, other.root)
    #expect(!comparison.areEqual)
    #expect(comparison.comparedBytes <= TextShape.standard.maximumLeafBytes)
  }

  @Test func itAgreesWithTheBytesWhateverTheTreesAre() {
    var random = SeededRandom()
    for _ in 0..<300 {
      let shape = TextShape(maximumLeafBytes: 16 + random.below(40), maximumChildren: 4 + random.below(3))
      let string = random.text(upTo: 400)
      let first = Text(string, shape: shape)
      var texts = [first, Text(string, shape: .standard)]
      for _ in 0..<8 {
        var text = texts[random.below(texts.count)]
        let start = random.below(text.count + 1)
        let range = start..<min(text.count, start + random.below(6))
        // As often as not by what stands there, so that equal texts of other trees come about.
        text.replace(range, with: random.below(2) == 0 ? text.string(in: range) : random.text(upTo: 4))
        texts.append(text)
      }
      for left in texts {
        for right in texts {
          #expect((left == right) == (left.string.utf8.elementsEqual(right.string.utf8)))
        }
      }
    }
  }
}

extension String {
  /// The text again and again, cut to a length in bytes.
  fileprivate func padded(to count: Int) -> String {
    String(decoding: String(repeating: self, count: count / utf8.count + 1).utf8.prefix(count), as: UTF8.self)
  }
}
