/// Reads the texts of files, one after another, in memory that is used again: what is no text, or too large, is told
/// from what is there.
///
/// Only one thread uses it.
final class FileTextReader {
  /// What became of a file.
  enum Outcome {
    /// Its text, behind which `RunReader.padding` zeros can be read; it stays until the next file is read.
    case text(UnsafePointer<UInt8>, count: Int)
    /// It is no text, is empty, or is too large.
    case skipped
    /// It is not there, cannot be opened, or is no regular file.
    case unreadable
  }

  /// A file of which more than one byte in so many is in runs that are not UTF-8 is no text.
  static let toleratedShare = 5

  /// What the last file looked like when it was read.
  private(set) var stamp = FileAccess.Stamp(modified: 0, size: 0)
  /// How many bytes of files were read.
  private(set) var byteCount = 0

  private let settings: WorkspaceSettings
  private let buffer = PaddedBuffer()
  private let files = LinklessFiles()

  init(settings: WorkspaceSettings) { self.settings = settings }

  /// Reads a file; blocks, but waits for nobody who may write it.
  ///
  /// - Parameter path: Absolute and without links, below a folder without links. A link that has been put there since, in
  ///   the place of the file or of a folder, is not followed.
  func read(_ path: String) -> Outcome {
    guard let file = files.open(path) else { return .unreadable }
    defer { Platform.close(file) }
    guard let found = Platform.stamp(ofOpen: file) else { return .unreadable }
    stamp = found
    guard found.size > 0, found.size <= UInt64(settings.maximumFileSize) else { return .skipped }
    let count = buffer.read(file, count: Int(found.size))
    byteCount += count
    // A NUL byte is in no text; and it is what the padding is told by.
    guard count > 0, !Platform.contains(0, in: buffer.bytes, count: count) else { return .skipped }
    return .text(buffer.bytes, count: count)
  }

  /// Calls `body` with the parts of a text between the lines that are too long, their ends of lines included.
  @inline(__always)
  func forEachPart(of text: UnsafePointer<UInt8>, count: Int, _ body: (Range<Int>) -> Void) {
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
        body(start..<lineStart)
        lineStart = Platform.firstIndex(of: 0x0A, in: text, limit..<count).map { $0 + 1 } ?? count
        start = lineStart
      }
    }
    body(start..<count)
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
