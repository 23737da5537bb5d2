import TestSupport
import Testing

@testable import CatchwordMatching

/// Where words begin, marked by a `|` in front.
struct FoldedCandidateTests {
  @Test(arguments: [
    "|foo", "|foo|Bar", "|foo_|bar", "|foo-|bar", "|foo/|bar.|c", "|HTTP|Server", "|HTTP", "|u|8", "|utf|8|X", "|2d",
    "|2|D", "|x|86_|64", "|A|1b", "__|init__", "--|all", "|don'|t", "|東|京", "|東|京|tower", "|the|東", "|ü|B", "|École",
    "|Получить|Имя", "|URL", "|XML|Http|Request", "|i|Phone", "|Mac|OS", "|a |b",
    "|カ|ー", "|東。|京", "|한국", "|नमस्ते", "|ไทย|١", "|Việt |Nam", "|a|B", "_", "",
    "👍|ok", "|\u{65}\u{301}|A", "|A\u{301}|Bc", "|A|Bc", "|e\u{301}a",
  ])
  func words(marked: String) {
    var starts: [Int] = []
    var scalars = String.UnicodeScalarView()
    var index = 0
    for scalar in marked.unicodeScalars {
      if scalar == "|" {
        starts.append(index)
        continue
      }
      scalars.append(scalar)
      if Folding.fold(scalar) != 0 { index += 1 }
    }
    var candidate = FoldedCandidate()
    candidate.load(String(scalars))
    #expect((0..<128).filter { candidate.wordStarts.has($0) } == starts)
    #expect(candidate.count == index)
  }

  @Test func onlyTheBeginningOfLongTextsTakesPart() {
    var candidate = FoldedCandidate()
    for text in [String(repeating: "aB", count: 100), String(repeating: "éB", count: 100)] {
      candidate.load(text)
      #expect(candidate.count == 128)
      #expect(candidate.length == 200)
      #expect((0..<128).allSatisfy { candidate.wordStarts.has($0) == ($0 == 0 || $0 % 2 == 1) })
    }
  }

  @Test func anyBytesAreDecodedAsTheLibraryDoes() {
    var random = SeededRandom()
    let pieces: [[UInt8]] = [
      [0x61], [0x80], [0xC0], [0xC3], [0xA9], [0xE2], [0x82], [0xAC], [0xF0], [0x9F], [0x91], [0x8D],
      [0xED, 0xA0, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xE0, 0x80, 0x80], Array("é東👍".utf8),
    ]
    for _ in 0..<500 {
      let bytes = (0..<random.below(8)).flatMap { _ in pieces[random.below(pieces.count)] }
      let scalars = bytes.withUnsafeBufferPointer { bytes in
        var index = 0
        var scalars: [Unicode.Scalar] = []
        while index < bytes.count { scalars.append(UTF8Scalars.next(in: bytes, at: &index)) }
        return scalars
      }
      // How many replacements stand for a fault is a matter of taste.
      let expected = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter { $0 != "\u{FFFD}" }
      #expect(scalars.filter { $0 != "\u{FFFD}" } == Array(expected), "\(bytes)")
    }
  }
}
