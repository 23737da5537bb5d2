/// Counts of the bytes that make scalars, UTF-16 units and lines, taken eight bytes at a time.
///
/// Opening a document and editing a leaf both read every byte that they store, so this loop dominates the cost of both.
/// Each count is kept in eight lanes of one byte, which the compiler widens to the vectors of the processor.
struct ByteTally {
  /// Bytes that continue a scalar.
  private(set) var continuations = 0
  /// Bytes that begin a scalar of four bytes, which is a surrogate pair in UTF-16.
  private(set) var pairs = 0
  /// Line breaks: `\n`, `\r\n` and `\r`.
  private(set) var breaks = 0

  /// Counts the bytes of valid UTF-8.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    let source = UnsafeRawBufferPointer(bytes)
    let wholeWords = bytes.count & ~7
    var returned: UInt64 = 0
    var offset = 0
    while offset < wholeWords {
      var lanes = Lanes()
      // A lane of one byte is full after 255 words.
      let end = min(offset + 255 * 8, wholeWords)
      while offset < end {
        let word = source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        lanes.add(UInt64(littleEndian: word), after: &returned)
        offset += 8
      }
      add(lanes)
    }
    // A zero byte is not counted, so it may fill the last word.
    var rest: UInt64 = 0
    var shift: UInt64 = 0
    while offset < bytes.count {
      rest |= UInt64(bytes[offset]) &<< shift
      shift += 8
      offset += 1
    }
    var lanes = Lanes()
    lanes.add(rest, after: &returned)
    add(lanes)
  }

  /// Passes eight bytes at a time for as long as they end before a line break of a number.
  ///
  /// - Returns: The number of bytes and of line breaks so far. Of `\r\n`, both are behind it.
  /// - Complexity: O(*n*).
  static func passBreaks(in bytes: UnsafeBufferPointer<UInt8>, before number: Int) -> (bytes: Int, breaks: Int) {
    let source = UnsafeRawBufferPointer(bytes)
    var (offset, breaks) = (0, 0)
    var returned: UInt64 = 0
    while offset + 8 <= bytes.count {
      var lanes = Lanes()
      lanes.add(UInt64(littleEndian: source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)), after: &returned)
      let some = Lanes.sum(lanes.breaks)
      if breaks + some >= number { break }
      breaks += some
      offset += 8
    }
    // The line feed of a carriage return that has been passed.
    if offset > 0, offset < bytes.count, bytes[offset - 1] == .carriageReturn, bytes[offset] == .lineFeed {
      offset += 1
    }
    return (offset, breaks)
  }

  private mutating func add(_ lanes: Lanes) {
    continuations += Lanes.sum(lanes.continuations)
    pairs += Lanes.sum(lanes.pairs)
    breaks += Lanes.sum(lanes.breaks)
  }
}

/// Eight counters of one byte in one word, for each kind of byte.
private struct Lanes {
  var continuations: UInt64 = 0
  var pairs: UInt64 = 0
  var breaks: UInt64 = 0

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
  private static let lineFeeds: UInt64 = 0x0A0A_0A0A_0A0A_0A0A
  private static let carriageReturns: UInt64 = 0x0D0D_0D0D_0D0D_0D0D

  /// Counts eight bytes, the first of them in the lowest byte of `word`.
  ///
  /// - Parameter returned: 1 when the previous byte is a carriage return; set to the same for the next word.
  @inline(__always)
  mutating func add(_ word: UInt64, after returned: inout UInt64) {
    continuations &+= (word &>> 7) & ~(word &>> 6) & Lanes.ones
    pairs &+= (word &>> 7) & (word &>> 6) & (word &>> 5) & (word &>> 4) & Lanes.ones
    let carriageReturns = Lanes.zeroBytes(word ^ Lanes.carriageReturns)
    let lineFeeds = Lanes.zeroBytes(word ^ Lanes.lineFeeds)
    breaks &+= carriageReturns | (lineFeeds & ~((carriageReturns &<< 8) | returned))
    returned = carriageReturns &>> 56
  }

  /// Returns 1 in each byte that is zero, and 0 in the others.
  @inline(__always)
  private static func zeroBytes(_ word: UInt64) -> UInt64 {
    (~(((word & low) &+ low) | word | low)) &>> 7
  }

  /// Returns the sum of eight lanes.
  static func sum(_ lanes: UInt64) -> Int {
    let pairs: UInt64 = 0x00FF_00FF_00FF_00FF
    let sums = (lanes & pairs) &+ ((lanes &>> 8) & pairs)
    return Int((sums &* 0x0001_0001_0001_0001) &>> 48)
  }
}
