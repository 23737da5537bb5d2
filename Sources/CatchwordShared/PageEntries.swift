/// Reads the words of a page in its stored form, one after the other.
///
/// The bytes come from outside, and pointers are not checked in a build for release: each place is compared with the sizes
/// before it is used. It is used while both of its buffers are there.
struct PageEntries {
  /// The size of the memory for the texts, in bytes: eight are written at a time, also behind the longest word where the next
  /// one is the same.
  static let scratchBytes = SharedFormat.maximumWordBytes + 8

  private let bytes: UnsafeRawBufferPointer
  private let scratch: UnsafeMutableRawBufferPointer
  /// The beginning of the next word.
  private var place = 1
  /// The number of words so far.
  private(set) var number = 0
  /// The size of the word, in bytes.
  private var count = 0
  /// The number of bytes at the beginning of the word that are known to be characters of ASCII that are seen.
  private var plainCount = 0
  /// The number of the first bytes that the word before has, too.
  private(set) var shared = 0
  private(set) var weight: UInt8 = 0
  /// The first eight bytes of the word, the first one as the lowest, with small letters for capitals of ASCII; what follows a
  /// shorter word may be anything.
  private(set) var beginning: UInt64 = 0
  /// True when the bytes are no page: they are of another version, cut, or too many. Then no word follows.
  private(set) var isDamaged: Bool

  /// Creates a reader in front of the first word.
  ///
  /// - Parameter scratch: Memory of `scratchBytes`.
  @inline(__always)
  init(_ bytes: UnsafeRawBufferPointer, _ scratch: UnsafeMutableRawBufferPointer) {
    (self.bytes, self.scratch) = (bytes, scratch)
    isDamaged = bytes.first != UInt8(SharedFormat.version) || bytes.count > SharedFormat.maximumPageBytes
  }

  /// The bytes of the word, until the next one is read.
  var text: UnsafeBufferPointer<UInt8> {
    @inline(__always) get {
      UnsafeBufferPointer(
        start: scratch.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self), count: count)
    }
  }

  /// True when all bytes of the word are characters of ASCII that are seen.
  var isPlain: Bool { @inline(__always) get { plainCount == count } }

  /// The word; nil when it is not possible.
  var word: String? {
    if isPlain { return String(decoding: text, as: UTF8.self) }
    return String(validating: text, as: UTF8.self).flatMap { SharedWord.isPossible($0) ? $0 : nil }
  }

  /// Says that the word is not possible.
  mutating func refuse() { isDamaged = true }

  /// Reads the next word.
  ///
  /// - Returns: False when there is none, or the bytes are no page.
  @inline(__always)
  mutating func next() -> Bool {
    guard !isDamaged, place < bytes.count else { return false }
    guard place &+ 2 < bytes.count, number < SharedFormat.wholePage &+ SharedFormat.bestPage else {
      isDamaged = true
      return false
    }
    number &+= 1
    shared = Int(bytes[place])
    let length = Int(bytes[place &+ 1])
    let begin = place &+ 2
    let end = begin &+ length
    let size = shared &+ length
    // What the word before has is there: all bytes before `count` have been written.
    guard shared <= count, size > 0, size <= SharedFormat.maximumWordBytes, end < bytes.count else {
      isDamaged = true
      return false
    }
    count = size
    plainCount = min(plainCount, shared)
    // Nearly all of them have no more than eight new bytes, and are read without a branch that depends on the word.
    let part = take(at: begin, 0, of: length)
    let bits = UInt64(truncatingIfNeeded: min(shared, 8)) &* 8
    beginning = beginning & ~(~0 << bits) | PageEntries.folded(part) << bits
    var done = 8
    while done < length {
      _ = take(at: begin, done, of: length)
      done &+= 8
    }
    weight = bytes[end]
    place = end &+ 1
    return true
  }

  /// Takes eight of the new bytes of the word, or those that are left.
  @inline(__always)
  private mutating func take(at begin: Int, _ done: Int, of length: Int) -> UInt64 {
    let part = eight(at: begin &+ done)
    scratch.storeBytes(of: part.littleEndian, toByteOffset: shared &+ done, as: UInt64.self)
    let isPlain = plainCount == shared &+ done
    plainCount &+= isPlain ? min(PageEntries.plainCount(part), length &- done) : 0
    return part
  }

  /// The lowest bit of each of eight bytes.
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  /// The highest one.
  private static let high: UInt64 = 0x8080_8080_8080_8080

  /// Returns eight bytes with small letters for capitals of ASCII. Of these, folding makes small letters, and nothing else.
  @inline(__always)
  static func folded(_ part: UInt64) -> UInt64 {
    let low = part & ~high
    let isCapital = (low &+ ones &* (0x80 - 0x41)) & ~(low &+ ones &* (0x7F - 0x5A)) & ~part & high
    return part | isCapital &>> 2
  }

  /// Returns eight bytes, the first one as the lowest, with zeros behind the end.
  @inline(__always)
  private func eight(at place: Int) -> UInt64 {
    if place &+ 8 <= bytes.count {
      return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }
    var part: UInt64 = 0
    for index in (place..<bytes.count).reversed() { part = part << 8 | UInt64(bytes[index]) }
    return part
  }

  /// Returns the number of the first of eight bytes, from the lowest, that are characters of ASCII that are seen.
  ///
  /// Source: S. E. Anderson, Bit Twiddling Hacks, "Determine if a word has a byte less than n". What is found behind the first
  /// such byte may be none.
  @inline(__always)
  private static func plainCount(_ part: UInt64) -> Int {
    let delete = part ^ ones &* 0x7F
    let unseen = part | (part &- ones &* 0x20) & ~part | (delete &- ones) & ~delete
    return (unseen & high).trailingZeroBitCount &>> 3
  }
}
