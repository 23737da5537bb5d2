import CatchwordText

/// Reads files for their words, one after another, in memory that is used again.
///
/// Only one thread uses it.
final class FileWordReader {
  /// What became of a file.
  enum Outcome {
    /// Its words are in `table`, as places in this text.
    case words(UnsafePointer<UInt8>)
    /// It is no text, or has none that counts.
    case skipped
    /// It is not there, cannot be opened, or is no regular file.
    case unreadable
  }

  /// The words of the last file.
  let table: FileWordTable
  /// What the last file looked like when it was read.
  private(set) var stamp = FileAccess.Stamp(modified: 0, size: 0)
  /// How many bytes of files were read.
  private(set) var byteCount = 0

  private let settings: WorkspaceSettings
  private let buffer = PaddedBuffer()
  private var readers: [RunReader] = []
  private var readerOfLanguage: [String: Int] = [:]

  /// A file of which more than one byte in so many is in runs that are not UTF-8 has no words.
  private static let toleratedShare = 5

  init(settings: WorkspaceSettings, seed: UInt64) {
    self.settings = settings
    table = FileWordTable(seed: seed)
  }

  /// Reads a file; blocks.
  func read(_ path: String, languageID: String) -> Outcome {
    table.removeAll()
    guard let file = Platform.openForReading(path) else { return .unreadable }
    defer { Platform.close(file) }
    guard let found = Platform.stamp(ofOpen: file) else { return .unreadable }
    stamp = found
    guard found.size > 0, found.size <= UInt64(settings.maximumFileSize) else { return .skipped }
    let count = buffer.read(file, count: Int(found.size))
    byteCount += count
    // A NUL byte is in no text; and it is what the padding is told by.
    guard count > 0, !Platform.contains(0, in: buffer.bytes, count: count) else { return .skipped }
    let reader = readerIndex(languageID)
    readers[reader].begin()
    scan(buffer.bytes, count: count, with: &readers[reader])
    guard readers[reader].spoiledBytes <= count / FileWordReader.toleratedShare else {
      table.removeAll()
      return .skipped
    }
    return .words(buffer.bytes)
  }

  private func readerIndex(_ languageID: String) -> Int {
    if let index = readerOfLanguage[languageID] { return index }
    readers.append(RunReader(WordRules.rules(for: languageID)))
    readerOfLanguage[languageID] = readers.count - 1
    return readers.count - 1
  }

  /// Reads all lines that are not too long.
  private func scan(_ text: UnsafePointer<UInt8>, count: Int, with reader: inout RunReader) {
    var lines = LineCount(text)
    var start = 0
    var lineStart = 0
    while count - lineStart > settings.maximumLineLength {
      // The last line that begins within the length of one: whatever is before it is short enough.
      let limit = lineStart + settings.maximumLineLength
      var end = limit
      while end >= lineStart && text[end] != 0x0A { end -= 1 }
      if end >= lineStart {
        lineStart = end + 1
      } else {
        read(text, start..<lineStart, &lines, &reader)
        lineStart = Platform.firstIndex(of: 0x0A, in: text, limit..<count).map { $0 + 1 } ?? count
        start = lineStart
      }
    }
    read(text, start..<count, &lines, &reader)
  }

  private func read(
    _ text: UnsafePointer<UInt8>, _ range: Range<Int>, _ lines: inout LineCount, _ reader: inout RunReader
  ) {
    reader.forEachWord(in: text, range) { start, end in
      if end - start >= WordShape.minimumBytes { table.add(text, start, end) { lines.line(at: start) } }
    }
  }
}

/// Counts the lines of a text, as far as it is asked.
private struct LineCount {
  private let text: UnsafeRawPointer
  private var place = 0
  private var breaks = 0

  init(_ text: UnsafePointer<UInt8>) { self.text = UnsafeRawPointer(text) }

  /// The line of a place, from 1; places must not go back.
  mutating func line(at offset: Int) -> Int {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    while place + 8 <= offset {
      let word = text.loadUnaligned(fromByteOffset: place, as: UInt64.self) ^ 0x0A0A_0A0A_0A0A_0A0A
      // The high bit of each byte that is zero now.
      breaks += (~(((word & low) &+ low) | word | low)).nonzeroBitCount
      place += 8
    }
    while place < offset {
      if text.load(fromByteOffset: place, as: UInt8.self) == 0x0A { breaks += 1 }
      place += 1
    }
    return breaks + 1
  }
}

/// Memory for one file after another, with zeros behind it.
private final class PaddedBuffer {
  // The memory is this object's alone, and always has `RunReader.padding` bytes more than `capacity`.
  private var capacity = 1 << 16
  private var memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 16 + RunReader.padding)

  deinit { memory.deallocate() }

  var bytes: UnsafePointer<UInt8> { UnsafePointer(memory) }

  /// Reads at most `count` bytes of a file.
  ///
  /// - Returns: How many there are.
  func read(_ file: Int32, count: Int) -> Int {
    if count > capacity {
      memory.deallocate()
      capacity = max(count, 2 * capacity)
      memory = .allocate(capacity: capacity + RunReader.padding)
    }
    let done = Platform.fill(UnsafeMutableRawBufferPointer(start: memory, count: count), from: file)
    (memory + done).update(repeating: 0, count: RunReader.padding)
    return done
  }
}
