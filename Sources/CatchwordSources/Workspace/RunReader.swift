import CatchwordText

/// Finds words in memory; for ASCII text, several times as fast as the `WordScanner` that it uses for the rest.
///
/// A text is split into runs at the ASCII characters that are in no word of the language. A run of ASCII letters,
/// digits and `_` is a word; the scanner reads any other. Bytes that are not UTF-8 spoil their run and nothing else.
struct RunReader {
  private let scanner: WordScanner
  /// ASCII characters that are part of some words.
  private let extras: [UInt8]
  /// The run that the scanner reads.
  private var run: ContiguousArray<UInt8> = []
  /// The number of bytes in runs that are not UTF-8.
  private(set) var spoiledBytes = 0

  init(_ rules: WordRules) {
    scanner = WordScanner(rules)
    extras = rules.joiners.union(rules.openers).union(rules.closers).sorted()
  }

  /// Resets `spoiledBytes`.
  mutating func begin() { spoiledBytes = 0 }

  /// Calls `body` with the start and the end of each word.
  ///
  /// It reads 64 bytes at a time: a mask with one bit per byte that is in a run shows the ends of runs.
  ///
  /// - Parameters:
  ///   - text: The text; `FileTextReader.padding` bytes after it must be readable.
  ///   - range: The range to read; both ends are at a separator, or at an end of the text.
  /// - Complexity: O(length of the range).
  @inline(__always)
  mutating func forEachWord(
    in text: UnsafePointer<UInt8>, _ range: Range<Int>, _ body: (_ start: Int, _ end: Int) -> Void
  ) {
    var block = range.lowerBound
    // The start of the run that continues from the last block; nil when there is none.
    var start: Int?
    var isOdd = false
    while block < range.upperBound {
      var (inRun, odd) = classify(text + block)
      let rest = range.upperBound - block
      if rest < 64 {
        inRun &= (1 << UInt64(rest)) &- 1
        odd &= (1 << UInt64(rest)) &- 1
      }
      var bits = inRun
      if let first = start {
        let length = (~bits).trailingZeroBitCount
        isOdd = isOdd || odd & mask(below: length) != 0
        if length < 64 {
          finish(text, first, block + length, isOdd: isOdd, body)
          start = nil
          bits &= ~mask(below: length)
        } else {
          bits = 0
        }
      }
      while bits != 0 {
        let first = bits.trailingZeroBitCount
        let end = first + (~(bits >> UInt64(first))).trailingZeroBitCount
        let run = mask(below: end) & ~mask(below: first)
        if end < 64 {
          finish(text, block + first, block + end, isOdd: odd & run != 0, body)
        } else {
          (start, isOdd) = (block + first, odd & run != 0)
        }
        bits &= ~run
      }
      block += 64
    }
    if let start { finish(text, start, range.upperBound, isOdd: isOdd, body) }
  }

  @inline(__always) private func mask(below bit: Int) -> UInt64 { bit < 64 ? (1 << UInt64(bit)) &- 1 : .max }

  /// Returns masks of 64 bytes: those in a run, and those of them that are no ASCII letters, digits or `_`.
  @inline(__always) private func classify(_ text: UnsafePointer<UInt8>) -> (inRun: UInt64, odd: UInt64) {
    let text = UnsafeRawPointer(text)
    var (inRun, odd): (UInt64, UInt64) = (0, 0)
    for part in 0..<8 {
      let bytes = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: 8 * part, as: UInt64.self))
      let (plain, other) = RunReader.classify(bytes, extras)
      inRun |= RunReader.gathered(plain | other) << UInt64(8 * part)
      if other != 0 { odd |= RunReader.gathered(other) << UInt64(8 * part) }
    }
    return (inRun, odd)
  }

  /// Returns the high bit of each of eight bytes: of a letter, digit or `_`, and of any other in a run.
  ///
  /// It compares eight bytes at once: an addition carries each byte that is great enough into bit 7.
  @inline(__always) private static func classify(_ bytes: UInt64, _ extras: [UInt8]) -> (plain: UInt64, other: UInt64) {
    let low = bytes & 0x7F7F_7F7F_7F7F_7F7F
    let small = low | each(0x20)
    let letter = (small &+ each(0x80 - 0x61)) & ~(small &+ each(0x80 - 0x7B))
    let digit = (low &+ each(0x80 - 0x30)) & ~(low &+ each(0x80 - 0x3A))
    var other = bytes
    for extra in extras { other |= ~((low ^ each(extra)) &+ each(0x7F)) }
    let underscore = ~((low ^ each(0x5F)) &+ each(0x7F))
    return ((letter | digit | underscore) & ~bytes & each(0x80), other & each(0x80))
  }

  @inline(__always) private static func each(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  /// Returns the high bits of eight bytes, side by side.
  @inline(__always) private static func gathered(_ bits: UInt64) -> UInt64 {
    ((bits >> 7) &* 0x0102_0408_1020_4080) >> 56
  }

  @inline(__always)
  private mutating func finish(
    _ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int, isOdd: Bool, _ body: (Int, Int) -> Void
  ) {
    if isOdd {
      read(UnsafeBufferPointer(start: text + start, count: end - start)) { body(start + $0, start + $1) }
    } else if end - start <= Text.maximumWordLength {
      body(start, end)
    }
  }

  /// Reads the words of a run with the scanner.
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
