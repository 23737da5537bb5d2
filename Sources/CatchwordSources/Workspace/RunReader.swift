import CatchwordText

/// Finds words in memory; where a text is ASCII, several times as fast as the `WordScanner` that it asks about the rest.
///
/// A text falls into runs between ASCII characters that are in no word of the language. A run of ASCII letters, digits
/// and `_` is a word; any other is given to the scanner. Bytes that are not UTF-8 spoil their run and nothing else.
struct RunReader {
  /// So many bytes after the text can be read, and the first is zero.
  static let padding = 16

  private static let separator: UInt8 = 0
  private static let letter: UInt8 = 1
  private static let odd: UInt8 = 2

  private let scanner: WordScanner
  /// By byte: what it is.
  private let kinds: ContiguousArray<UInt8>
  /// The run that the scanner looks at.
  private var run: ContiguousArray<UInt8> = []
  /// How many bytes were in runs that are not UTF-8.
  private(set) var spoiledBytes = 0

  init(_ rules: WordRules) {
    scanner = WordScanner(rules)
    let odd = rules.joiners.union(rules.openers).union(rules.closers)
    kinds = ContiguousArray(
      (0..<256).map { value in
        let byte = UInt8(value)
        if byte >= 0x80 || odd.contains(byte) { return RunReader.odd }
        let isLetter = (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x5F
        return isLetter ? RunReader.letter : RunReader.separator
      })
  }

  /// Forgets what was spoiled.
  mutating func begin() { spoiledBytes = 0 }

  /// Calls `body` with where each word begins and ends.
  ///
  /// - Parameters:
  ///   - text: `RunReader.padding` bytes after it can be read; the first of them is zero.
  ///   - range: Where to look; both ends are at a separator.
  /// - Complexity: O(length of the range).
  @inline(__always)
  mutating func forEachWord(
    in text: UnsafePointer<UInt8>, _ range: Range<Int>, _ body: (_ start: Int, _ end: Int) -> Void
  ) {
    var index = range.lowerBound
    let end = range.upperBound
    while true {
      // The pointer is to an array that is not changed meanwhile, of as many elements as there are bytes.
      let (start, stop, seen) = kinds.withUnsafeBufferPointer { kinds in
        let kinds = kinds.baseAddress!
        while index < end && kinds[Int(text[index])] == RunReader.separator { index += 1 }
        let start = index
        var seen: UInt8 = 0
        while index < end {
          let kind = kinds[Int(text[index])]
          if kind == RunReader.separator { break }
          seen |= kind
          index += 1
        }
        return (start, index, seen)
      }
      if start == stop { return }
      if seen & RunReader.odd == 0 {
        if stop - start <= Text.maximumWordLength { body(start, stop) }
      } else {
        read(UnsafeBufferPointer(start: text + start, count: stop - start)) { body(start + $0, start + $1) }
      }
    }
  }

  /// Gives a run to the scanner.
  @inline(never)
  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (_ start: Int, _ end: Int) -> Void) {
    var all: UInt8 = 0
    for byte in bytes { all |= byte }
    if all >= 0x80, String(validating: bytes, as: UTF8.self) == nil {
      spoiledBytes += bytes.count
      return
    }
    run.removeAll(keepingCapacity: true)
    run.append(contentsOf: bytes)
    scanner.forEachWord(in: run) { body($0.lowerBound, $0.upperBound) }
  }
}
