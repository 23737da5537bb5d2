/// What a server that speaks RESP answers.
enum RESPValue: Equatable {
  case text(String)
  /// A refusal: a word that names the kind, and a sentence.
  case error(String)
  case integer(Int)
  /// A byte string; nil where there is none.
  case bytes([UInt8]?)
  /// Nil for a transaction that was not executed.
  case array([RESPValue]?)
}

/// Reads answers from a stream of bytes. The server may be anybody's, so what it sends has limits.
struct RESPReader {
  /// The maximum size of a byte string: none that we store is larger than a page.
  static let maximumBytes = SharedFormat.maximumPageBytes
  /// The maximum size of a line that is no byte string.
  static let maximumLine = 4096
  /// The maximum number of values of an answer.
  static let maximumCount = 1_000_000
  /// The maximum size of an answer, in bytes.
  static let maximumAnswer = 64 << 20
  private static let maximumDepth = 6

  private var bytes: [UInt8] = []
  private var start = 0
  /// What is left of an answer's limits.
  private var (bytesLeft, countLeft) = (0, 0)

  /// True when nothing has come that was not read.
  var isEmpty: Bool { start == bytes.count }

  /// Reads an answer.
  ///
  /// - Parameter more: Appends bytes that follow, at least one.
  /// - Throws: `PageStoreError` when this is no answer, or it is larger than the limits; what `more` throws, and then the
  ///   same answer can be read once more.
  mutating func value(_ more: (inout [UInt8]) throws(PageStoreError) -> Void) throws(PageStoreError) -> RESPValue {
    (bytesLeft, countLeft) = (RESPReader.maximumAnswer, RESPReader.maximumCount)
    // What has been read is dropped now and then, so that each byte is moved at most once more.
    if start > bytes.count / 2 {
      bytes.removeFirst(start)
      start = 0
    }
    let begin = start
    do throws(PageStoreError) {
      return try value(depth: 0, more)
    } catch {
      start = begin
      throw error
    }
  }

  private mutating func value(
    depth: Int, _ more: (inout [UInt8]) throws(PageStoreError) -> Void
  ) throws(PageStoreError) -> RESPValue {
    countLeft -= 1
    guard countLeft >= 0, depth < RESPReader.maximumDepth else { throw RESPReader.tooLarge }
    let line = try line(more)
    let rest = line.dropFirst()
    // What is read is named by its place: one who held a part of the bytes would have them copied when more come.
    switch line.first.map({ bytes[$0] }) {
    case UInt8(ascii: "+"): return .text(String(decoding: bytes[rest], as: UTF8.self))
    case UInt8(ascii: "-"): return .error(String(decoding: bytes[rest], as: UTF8.self))
    case UInt8(ascii: ":"): return .integer(try number(rest))
    case UInt8(ascii: "$"):
      let count = try number(rest)
      if count == -1 { return .bytes(nil) }
      guard 0...RESPReader.maximumBytes ~= count else { throw RESPReader.tooLarge }
      let found = try take(count + 2, more)
      let end = found.lowerBound + count
      guard bytes[end] == 0x0D, bytes[end + 1] == 0x0A else { throw RESPReader.foreign }
      return .bytes(Array(bytes[found.lowerBound..<end]))
    case UInt8(ascii: "*"):
      let count = try number(rest)
      if count == -1 { return .array(nil) }
      guard 0...countLeft ~= count else { throw RESPReader.tooLarge }
      var values: [RESPValue] = []
      for _ in 0..<count { values.append(try value(depth: depth + 1, more)) }
      return .array(values)
    default: throw RESPReader.foreign
    }
  }

  /// Takes bytes up to the end of a line, which is taken, too.
  private mutating func line(
    _ more: (inout [UInt8]) throws(PageStoreError) -> Void
  ) throws(PageStoreError) -> Range<Int> {
    var searched = start
    while true {
      while searched < bytes.count, bytes[searched] != 0x0A { searched += 1 }
      if searched < bytes.count {
        guard searched > start, bytes[searched - 1] == 0x0D else { throw RESPReader.foreign }
        defer { start = searched + 1 }
        return try counted(start..<searched - 1)
      }
      guard searched - start <= RESPReader.maximumLine else { throw RESPReader.foreign }
      try more(&bytes)
    }
  }

  private mutating func take(
    _ count: Int, _ more: (inout [UInt8]) throws(PageStoreError) -> Void
  ) throws(PageStoreError) -> Range<Int> {
    while bytes.count - start < count { try more(&bytes) }
    defer { start += count }
    return try counted(start..<start + count)
  }

  private mutating func counted(_ found: Range<Int>) throws(PageStoreError) -> Range<Int> {
    bytesLeft -= found.count
    guard bytesLeft >= 0 else { throw RESPReader.tooLarge }
    return found
  }

  private func number(_ place: Range<Int>) throws(PageStoreError) -> Int {
    // Nearly all are small and have a few digits.
    if 1...9 ~= place.count, bytes[place].allSatisfy({ 0x30...0x39 ~= $0 }) {
      return bytes[place].reduce(0) { 10 * $0 + Int($1 & 15) }
    }
    guard place.count <= 20, let number = Int(String(decoding: bytes[place], as: UTF8.self)) else {
      throw RESPReader.foreign
    }
    return number
  }

  static let foreign = PageStoreError(
    "what answers does not speak the protocol of Redis: check the address, and what is on the way there", isAway: true)
  private static let tooLarge = PageStoreError(
    "an answer is larger than any of ours can be: check the address, and what is on the way there", isAway: true)
}
