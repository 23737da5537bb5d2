// This folder is the only place where the target calls the operating system.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The file system: files as descriptors and as memory, and folders, for which FoundationEssentials has no calls.
///
/// All of it may block.
package enum FileSystem {
  /// A call that failed, in the system's own words.
  package struct Failure: Error, CustomStringConvertible {
    package let description = String(cString: strerror(errno))
  }

  /// Returns the stamp of a file, links followed; nil when there is none.
  package static func stamp(of path: String) -> FileAccess.Stamp? {
    var status = stat()
    return stat(path, &status) == 0 ? stamp(status) : nil
  }

  /// Creates a new file, readable by its owner only, and lets `body` write it.
  package static func create(_ path: String, _ body: (_ descriptor: Int32) throws -> Void) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o400)
    guard descriptor >= 0 else { throw Failure() }
    defer { close(descriptor) }
    try body(descriptor)
  }

  /// Writes bytes at an offset of a file.
  package static func write(_ bytes: UnsafeRawBufferPointer, at offset: Int, to descriptor: Int32) throws {
    var done = 0
    while done < bytes.count {
      let count = pwrite(descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset + done))
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        throw Failure()
      }
    }
  }

  /// Replaces a file by another one atomically; existing mappings of the replaced file stay valid.
  package static func replace(_ path: String, with newPath: String) throws {
    guard rename(newPath, path) == 0 else { throw Failure() }
  }
}
