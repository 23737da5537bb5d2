/// Reads the texts of files, one after another, into memory that is reused, and tells skipped files (not text, or too
/// large) from unreadable ones.
///
/// Only one thread may use it.
package final class FileTextReader {
  /// The result of reading a file.
  package enum Outcome {
    /// The text, followed by `FileTextReader.padding` zeros; valid until the next file is read.
    case text(UnsafePointer<UInt8>, count: Int)
    /// The file is not text, is empty, or is too large.
    case skipped
    /// The file does not exist, cannot be opened, or is not a regular file.
    case unreadable
  }

  /// The number of zeros behind a text.
  package static let padding = 72

  /// The tolerated share, as one byte in this number: a file with more bytes in runs that are not UTF-8 is not text.
  package static let toleratedShare = 5

  /// The stamp of the last file at the time of reading.
  package private(set) var stamp = FileAccess.Stamp(modified: 0, size: 0)
  /// The number of bytes that were read from all files.
  package private(set) var byteCount = 0

  private let selection: FileSelection
  private let buffer = PaddedBuffer()
  private let files = LinklessFiles()

  package init(_ selection: FileSelection) { self.selection = selection }

  /// Reads a file; blocks, but never waits for a writer, as of a pipe.
  ///
  /// - Parameter path: An absolute path without links. A link that has since replaced the file or a folder in the path
  ///   is not followed.
  package func read(_ path: String) -> Outcome {
    guard let file = files.open(path) else { return .unreadable }
    defer { FileSystem.close(file) }
    guard let found = FileSystem.stamp(ofOpen: file) else { return .unreadable }
    stamp = found
    guard found.size > 0, found.size <= UInt64(selection.maximumFileSize) else { return .skipped }
    let count = buffer.read(file, count: Int(found.size))
    byteCount += count
    // Text contains no NUL byte, which also marks the padding.
    guard count > 0, !Memory.contains(0, in: buffer.bytes, count: count) else { return .skipped }
    return .text(buffer.bytes, count: count)
  }

  /// Calls `body` with the parts of a text between the lines that are too long, line ends included.
  @inline(__always)
  package func forEachPart(of text: UnsafePointer<UInt8>, count: Int, _ body: (Range<Int>) -> Void) {
    var start = 0
    var lineStart = 0
    while count - lineStart > selection.maximumLineLength {
      // Find the last line start within the maximum length: all lines before it are short enough.
      let limit = lineStart + selection.maximumLineLength
      var end = limit
      while end >= lineStart && text[end] != 0x0A { end -= 1 }
      if end >= lineStart {
        lineStart = end + 1
      } else {
        body(start..<lineStart)
        lineStart = Memory.firstIndex(of: 0x0A, in: text, limit..<count).map { $0 + 1 } ?? count
        start = lineStart
      }
    }
    body(start..<count)
  }
}

/// Reusable memory for one file at a time, with zeros behind it.
private final class PaddedBuffer {
  // This object owns the memory, which always has `FileTextReader.padding` bytes more than `capacity`.
  private var capacity = 1 << 16
  private var memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 16 + FileTextReader.padding)

  deinit { memory.deallocate() }

  var bytes: UnsafePointer<UInt8> { UnsafePointer(memory) }

  /// Reads at most `count` bytes of a file.
  ///
  /// - Returns: The number of bytes that were read.
  func read(_ file: Int32, count: Int) -> Int {
    if count > capacity {
      memory.deallocate()
      capacity = max(count, 2 * capacity)
      memory = .allocate(capacity: capacity + FileTextReader.padding)
    }
    let done = FileSystem.fill(UnsafeMutableRawBufferPointer(start: memory, count: count), from: file)
    (memory + done).update(repeating: 0, count: FileTextReader.padding)
    return done
  }
}
