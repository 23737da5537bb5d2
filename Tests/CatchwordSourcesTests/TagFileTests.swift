import TestSupport
import Testing

@testable import CatchwordSources

/// What is read of a tags file as a whole.
struct TagFileTests {
  @Test(arguments: [
    ("", ""), ("\n\n", ""), ("b\tx\na\ty\n", "a\ty\nb\tx\n"), ("b\tx\r\na\ty", "a\ty\nb\tx\n"),
    ("no name\nb\tx\n", "b\tx\n"), ("a\t2\na\t1\nA\t3\n", "A\t3\na\t2\na\t1\n"), ("\tx\r\n\t\r\n", "\tx\n\t\n"),
  ])
  func linesAreSortedByTheirNames(text: String, sorted: String) {
    #expect(String(decoding: TagFile.sorted(Array(text.utf8)), as: UTF8.self) == sorted)
  }

  /// The same as by a list of all lines, whatever is in them.
  @Test func anyLinesAreSorted() {
    var random = SeededRandom()
    let texts = ["a", "B", "b", "_", "é", "\t", "\t", "\n", "\n", "\r\n", "\r", "a\tx\n"]
    let pieces: [[UInt8]] = texts.map { Array($0.utf8) } + [[0xFF]]
    for _ in 0..<500 {
      let text: [UInt8] = (0..<random.below(100)).flatMap { _ in pieces[random.below(pieces.count)] }
      let lines = text.split(separator: 0x0A).compactMap {
        line -> (name: ArraySlice<UInt8>, text: ArraySlice<UInt8>)? in
        let line = line.last == 0x0D ? line.dropLast() : line
        return TagLine.name(in: line).map { (name: $0, text: line) }
      }
      var wanted: [UInt8] = []
      for line in lines.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) { wanted += line.text + [0x0A] }
      #expect(TagFile.sorted(text) == wanted, "\(text)")
    }
  }
}
