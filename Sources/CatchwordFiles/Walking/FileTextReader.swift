/// Reads the texts of files, one after another, in memory that is used again: what is no text, or too large, is told
/// from what is there.
///
/// Only one thread uses it.
package final class FileTextReader {
  /// What became of a file.
  package enum Outcome {
    /// Its text, behind which `FileTextReader.padding` zeros can be read; it stays until the next file is read.
    case text(UnsafePointer<UInt8>, count: Int)
    /// It is no text, is empty, or is too large.
    case skipped
    /// It is not there, cannot be opened, or is no regular file.
    case unreadable
  }

  /// How many zeros are behind a text.
  package static let padding = 72

  /// A file of which more than one byte in so many is in runs that are not UTF-8 is no text.
  package static let toleratedShare = 5

  /// What the last file looked like when it was read.
  package private(set) var stamp = FileAccess.Stamp(modified: 0, size: 0)
  /// How many bytes of files were read.
  package private(set) var byteCount = 0

  private let selection: FileSelection
  private let buffer = PaddedBuffer()
  private let files = LinklessFiles()

  package init(_ selection: FileSelection) { self.selection = selection }

  /// Reads a file; blocks, but waits for nobody who may write it.
  ///
  /// - Parameter path: Absolute and without links, below a folder without links. A link that has been put there since, in
  ///   the place of the file or of a folder, is not followed.
  package func read(_ path: String) -> Outcome {
    guard let file = files.open(path) else { return .unreadable }
    defer { FileSystem.close(file) }
    guard let found = FileSystem.stamp(ofOpen: file) else { return .unreadable }
    stamp = found
    guard found.size > 0, found.size <= UInt64(selection.maximumFileSize) else { return .skipped }
    let count = buffer.read(file, count: Int(found.size))
    byteCount += count
    // A NUL byte is in no text; and it is what the padding is told by.
    guard count > 0, !Memory.contains(0, in: buffer.bytes, count: count) else { return .skipped }
    return .text(buffer.bytes, count: count)
  }

  /// Calls `body` with the parts of a text between the lines that are too long, their ends of lines included.
  @inline(__always)
  package func forEachPart(of text: UnsafePointer<UInt8>, count: Int, _ body: (Range<Int>) -> Void) {
    var start = 0
    var lineStart = 0
    while count - lineStart > selection.maximumLineLength {
      // The last line that begins within the length of one: whatever is before it is short enough.
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

/// Memory for one file after another, with zeros behind it.
private final class PaddedBuffer {
  // The memory is this object's alone, and always has `FileTextReader.padding` bytes more than `capacity`.
  private var capacity = 1 << 16
  private var memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 16 + FileTextReader.padding)

  deinit { memory.deallocate() }

  var bytes: UnsafePointer<UInt8> { UnsafePointer(memory) }

  /// Reads at most `count` bytes of a file.
  ///
  /// - Returns: How many there are.
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
