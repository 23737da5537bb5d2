import CatchwordFiles

/// The bytes of a tags file, a window at a time.
///
/// Not a map: other programs write tags files in place, and a map of a file that is cut short ends the process.
struct TagBytes {
  /// So many bytes there are; there may be fewer by the time they are read.
  let count: Int
  private let read: (_ offset: Int, _ count: Int) -> [UInt8]?
  private let spent = Spent()

  /// What has been read; bytes are one thread's.
  private final class Spent {
    var bytes = 0
    var hasFailed = false
  }

  /// How much is read at a time while a place is looked for, in bytes.
  static let window = 4096
  /// The most that is read for one lookup, in bytes: several times what a file of tags needs. A file of holes, or of lines
  /// without end, costs no more.
  static let maximumRead = 16 << 20
  /// The end of a line is looked for so far, in bytes.
  static let maximumLine = 1 << 20
  /// How much is read at a time to find the end of a line, in bytes: most are shorter.
  private static let lineWindow = 512
  /// How much is read at a time while a range is gone through, in bytes.
  private static let piece = 64 * 1024

  /// Bytes that are read by a function, which gives fewer than it is asked for at the end, and none that it cannot.
  init(count: Int, read: @escaping (_ offset: Int, _ count: Int) -> [UInt8]?) {
    self.count = count
    self.read = read
  }

  /// Bytes of an open file.
  init(_ file: OpenFile) {
    self.init(count: file.count) { file.bytes(at: $0, count: $1) }
  }

  /// Bytes in memory.
  init(_ bytes: [UInt8]) {
    self.init(count: bytes.count) { offset, count in
      guard offset < bytes.count else { return [] }
      return Array(bytes[offset..<min(bytes.count, offset + count)])
    }
  }

  /// True when so much has been read that no more is.
  var isExhausted: Bool { spent.bytes >= TagBytes.maximumRead }

  /// True when something could not be read.
  var hasFailed: Bool { spent.hasFailed }

  /// True when all that was to be read has been.
  var isWhole: Bool { !isExhausted && !hasFailed }

  /// At most `count` bytes from a place; empty at the end, when they cannot be read, and when enough has been read.
  func bytes(at offset: Int, count: Int) -> [UInt8] {
    guard !isExhausted else { return [] }
    guard let bytes = read(offset, count) else {
      spent.hasFailed = true
      return []
    }
    spent.bytes += bytes.count
    return bytes
  }

  /// Where the first line begins after a place.
  ///
  /// - Returns: nil when none does before `limit`, or the line is longer than any of a tags file.
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

  /// Goes through the lines from the beginning of one, until it is told to stop by false, or `end` is reached.
  ///
  /// - Parameters:
  ///   - isShort: True when few lines are wanted.
  ///   - body: Takes a line without its end, and where it begins. Lines that are too long are left out.
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
        // The last line has no end.
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
