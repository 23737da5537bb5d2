import Foundation
import Testing

@testable import CatchwordMatching

/// What is taken for the same letter.
struct FoldingTests {
  private func folded(_ text: String) -> [UInt32] { text.unicodeScalars.map(Folding.fold).filter { $0 != 0 } }

  @Test(arguments: [
    ("ÜüŪǗ", "uuuu"), ("ĐđŁłØø", "ddlloo"), ("ÆæŒœß", "aaoos"), ("İıIi", "iiii"), ("Ệệ", "ee"), ("ȘșȚț", "sstt"),
    ("ΆάΑα", "αααα"), ("ὮΣσς", "ωσσσ"), ("ЁёЙй", "ееии"), ("ガがカか", "かかかか"), ("パｂＺ９", "はbz9"), ("أإآا", "اااا"),
    ("东京", "东京"), ("한국", "한국"), ("_-1$", "_-1$"), ("👍", "👍"),
  ])
  func lettersWithoutCaseAndDiacritics(text: String, expected: String) {
    #expect(folded(text) == expected.unicodeScalars.map(\.value))
  }

  @Test(arguments: [
    "\u{301}", "\u{AD}", "\u{200B}", "\u{200D}", "\u{FE0F}", "\u{3099}", "\u{64E}", "\u{5B4}", "\u{1DC0}",
  ])
  func marksAndTheInvisibleAreSkipped(mark: String) {
    #expect(folded("a\(mark)b") == folded("ab"))
  }

  @Test func composedAndDecomposedTextsAreEqual() {
    let blocks: [ClosedRange<UInt32>] = [
      0xC0...0x24F, 0x386...0x3CE, 0x400...0x52F, 0x600...0x6FF, 0x1E00...0x1EFF, 0x1F00...0x1FFF, 0x3041...0x30FA,
    ]
    for scalar in blocks.joined().compactMap(Unicode.Scalar.init) where scalar.properties.isAlphabetic {
      let text = String(scalar)
      #expect(folded(text) == folded(text.decomposedStringWithCanonicalMapping), "U+\(String(scalar.value, radix: 16))")
    }
  }

  @Test func foldingTwiceChangesNothing() {
    for scalar in (0...0x1_F000).compactMap(Unicode.Scalar.init) {
      guard let once = Unicode.Scalar(Folding.fold(scalar)), once.value != 0 else { continue }
      #expect(Folding.fold(once) == once.value, "U+\(String(scalar.value, radix: 16))")
    }
  }
}
