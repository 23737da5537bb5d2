// Folders and small files, which are looked at without following links.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Platform {
  /// What something in a folder is.
  enum EntryKind: Sendable {
    case file, folder, other
  }

  /// A file or a folder as a folder lists it.
  struct Entry: Sendable {
    let name: String
    let kind: EntryKind
  }

  /// True when there is something of this name, be it a link to nowhere.
  @Sendable static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// The beginning of a regular file, at most so many bytes of it; nil when there is none that can be read.
  @Sendable static func contents(_ path: String, limit: Int) -> [UInt8]? {
    // Not waiting for the other side of what may be a pipe.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let count = min(limit, max(0, Int(status.st_size)))
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      done = fill(UnsafeMutableRawBufferPointer(buffer), from: descriptor)
    }
  }

  /// Reads until the buffer is full or the file ends.
  ///
  /// - Returns: How many bytes were read.
  static func fill(_ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Int {
    var done = 0
    while done < buffer.count {
      let count = pread(descriptor, buffer.baseAddress! + done, buffer.count - done, off_t(done))
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        break
      }
    }
    return done
  }
}
