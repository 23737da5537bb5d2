import CatchwordFiles

/// The bytes of a tags file, read a window at a time.
///
/// Not a memory map: programs rewrite tags files in place, and reading a map of a truncated file kills the process.
struct TagBytes {
  /// The number of bytes; there may be fewer by the time they are read.
  let count: Int
  private let read: (_ offset: Int, _ count: Int) -> [UInt8]?
  private let spent = Spent()

  /// The amount that has been read; not thread-safe, as a `TagBytes` belongs to one thread.
  private final class Spent {
    var bytes = 0
    var hasFailed = false
  }

  /// The number of bytes read at a time while a place is searched for.
  static let window = 4096
  /// The maximum number of bytes read for one lookup, several times what a tags file needs, so that a sparse file or
  /// one with endless lines costs no more.
  static let maximumRead = 16 << 20
  /// The distance within which the end of a line is searched for, in bytes.
  static let maximumLine = 1 << 20
  /// The number of bytes first read to find the end of a line; most lines are shorter.
  private static let lineWindow = 512
  /// The number of bytes read at a time while a range is scanned.
  private static let piece = 64 * 1024

  /// Creates bytes read by a function, which returns fewer than asked for at the end, and nil when it cannot read them.
  init(count: Int, read: @escaping (_ offset: Int, _ count: Int) -> [UInt8]?) {
    self.count = count
    self.read = read
  }

  /// Creates the bytes of an open file.
  init(_ file: OpenFile) {
    self.init(count: file.count) { file.bytes(at: $0, count: $1) }
  }

  /// Creates bytes in memory.
  init(_ bytes: [UInt8]) {
    self.init(count: bytes.count) { offset, count in
      guard offset < bytes.count else { return [] }
      return Array(bytes[offset..<min(bytes.count, offset + count)])
    }
  }

  /// True when the limit is reached, and no more is read.
  var isExhausted: Bool { spent.bytes >= TagBytes.maximumRead }

  /// True when a read has failed.
  var hasFailed: Bool { spent.hasFailed }

  /// True when every read was complete.
  var isWhole: Bool { !isExhausted && !hasFailed }

  /// Returns at most `count` bytes from `offset`; none at the end, after a failed read, or when the limit is reached.
  func bytes(at offset: Int, count: Int) -> [UInt8] {
    guard !isExhausted else { return [] }
    guard let bytes = read(offset, count) else {
      spent.hasFailed = true
      return []
    }
    spent.bytes += bytes.count
    return bytes
  }

  /// Returns the start of the first line that begins after a place.
  ///
  /// - Returns: nil when none begins before `limit`, or the line is longer than any in a tags file.
  func lineStart(after offset: Int, before limit: Int) -> Int? {
    var place = offset
    while place < limit, place - offset < TagBytes.maximumLine {
      let window = bytes(at: place, count: place == offset ? TagBytes.lineWindow : TagBytes.piece)
      if window.isEmpty { return nil }
      if let end = window.firstIndex(of: UInt8(ascii: "\n")) {
        let start = place + end + 1
        return start < limit ? start : nil
      }
      place += window.count
    }
    return nil
  }

  /// Calls `body` with each line, beginning at the start of one, until it returns false or `end` is reached.
  ///
  /// - Parameters:
  ///   - isShort: True when few lines are expected.
  ///   - body: A function of a line without its end, and of the line's offset. Lines that are too long are left out.
  func forEachLine(
    from start: Int, to end: Int, isShort: Bool = false, _ body: (_ line: ArraySlice<UInt8>, _ start: Int) -> Bool
  ) {
    var rest: [UInt8] = []
    var place = start
    var lineStart = start
    var isTooLong = false
    while place < end || !rest.isEmpty {
      let next = bytes(at: place, count: isShort ? TagBytes.window : TagBytes.piece)
      place += next.count
      let buffer = rest.isEmpty ? next : rest + next
      var lineBegin = 0
      while let newline = TagBytes.newline(in: buffer, from: max(lineBegin, rest.count)) {
        var line = buffer[lineBegin..<newline]
        if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
        if lineStart >= end { return }
        if !isTooLong, !body(line, lineStart) { return }
        isTooLong = false
        lineStart += newline + 1 - lineBegin
        lineBegin = newline + 1
      }
      rest = Array(buffer[lineBegin...])
      if next.isEmpty {
        // The last line may have no end.
        if !rest.isEmpty, !isTooLong, lineStart < end { _ = body(rest[...], lineStart) }
        return
      }
      if rest.count > TagLine.maximumBytes {
        isTooLong = true
        lineStart += rest.count
        rest = []
      }
    }
  }

  private static func newline(in bytes: [UInt8], from start: Int) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.flatMap { Memory.firstIndex(of: UInt8(ascii: "\n"), in: $0, start..<bytes.count) }
    }
  }
}
