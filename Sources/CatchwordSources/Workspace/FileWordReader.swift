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
    table.removeAll(byteCount: 0)
    guard let file = Platform.openForReading(path) else { return .unreadable }
    defer { Platform.close(file) }
    guard let found = Platform.stamp(ofOpen: file) else { return .unreadable }
    stamp = found
    guard found.size > 0, found.size <= UInt64(settings.maximumFileSize) else { return .skipped }
    let count = buffer.read(file, count: Int(found.size))
    byteCount += count
    // A NUL byte is in no text; and it is what the padding is told by.
    guard count > 0, !Platform.contains(0, in: buffer.bytes, count: count) else { return .skipped }
    table.removeAll(byteCount: count)
    let reader = readerIndex(languageID)
    readers[reader].begin()
    scan(buffer.bytes, count: count, with: &readers[reader])
    guard readers[reader].spoiledBytes <= count / FileWordReader.toleratedShare else {
      table.removeAll(byteCount: 0)
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
        read(text, start..<lineStart, &reader)
        lineStart = Platform.firstIndex(of: 0x0A, in: text, limit..<count).map { $0 + 1 } ?? count
        start = lineStart
      }
    }
    read(text, start..<count, &reader)
  }

  private func read(_ text: UnsafePointer<UInt8>, _ range: Range<Int>, _ reader: inout RunReader) {
    reader.forEachWord(in: text, range) { start, end in
      // What begins with a digit is no word, and what is too short is not worth it; the rest is looked at once it is new.
      if end - start >= WordShape.minimumBytes, end - start <= WordShape.maximumBytes, text[start] &- 0x30 > 9 {
        table.add(text, start, end)
      }
    }
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
