// The only place where files are opened to read their contents.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A regular file that is open for reading.
///
/// Its properties come from its descriptor, so exactly the file that was checked is read, even if it is replaced.
package struct OpenFile {
  let descriptor: Int32
  package let stamp: FileAccess.Stamp
  /// The length in bytes at the time of opening.
  package let count: Int

  /// Reads from the beginning, a piece at a time, until the end or until `take` throws.
  ///
  /// - Parameter take: Receives each piece; must not keep the pointer.
  package func read(pieceLength: Int, _ take: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceLength, alignment: 16)
    defer { buffer.deallocate() }
    var offset = 0
    while true {
      let done = pread(descriptor, buffer.baseAddress, pieceLength, off_t(offset))
      if done == 0 { return }
      if done < 0 {
        if errno == EINTR { continue }
        throw FileSystem.Failure()
      }
      offset += done
      try take(UnsafeBufferPointer(rebasing: buffer.assumingMemoryBound(to: UInt8.self)[..<done]))
    }
  }

  /// Returns the first bytes, up to a limit.
  package func prefix(_ limit: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: min(limit, count)) { buffer, done in
      done = FileSystem.fill(UnsafeMutableRawBufferPointer(buffer), from: descriptor)
    }
  }

  /// Returns the bytes at an offset, fewer at the file's end; nil when it cannot be read.
  package func bytes(at offset: Int, count: Int) -> [UInt8]? {
    var isFailed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      done = 0
      while done < count {
        guard let base = buffer.baseAddress else { return }
        let next = pread(descriptor, base + done, count - done, off_t(offset + done))
        if next > 0 {
          done += next
        } else if next == 0 {
          return
        } else if errno != EINTR {
          isFailed = true
          return
        }
      }
    }
    return isFailed ? nil : bytes
  }
}

extension FileSystem {
  /// Opens a regular file while `body` runs. All sources read files through this method.
  ///
  /// - Parameters:
  ///   - project: The folder that the file must be in, wherever links lead, for files that a project names or contains.
  ///     Files there that hold secrets by their names are refused. Nil for a file that the user has named.
  ///   - body: Receives the open file; must not keep the descriptor.
  /// - Throws: `FileAccessError`, or the errors of `body`.
  package static func withFile<Value>(
    _ path: String, inside project: String? = nil, _ body: (OpenFile) throws -> Value
  ) throws -> Value {
    let descriptor = try openChecked(path, inside: project).descriptor
    defer { close(descriptor) }
    guard let (stamp, kind) = status(ofOpen: descriptor) else { throw FileAccessError(errno) }
    guard kind == S_IFREG else {
      throw FileAccessError(kind == S_IFDIR ? "it is a folder" : "it is no regular file")
    }
    return try body(OpenFile(descriptor: descriptor, stamp: stamp, count: Int(clamping: stamp.size)))
  }

  /// Returns the beginning of a regular file, up to a limit in bytes; nil when it cannot be opened.
  ///
  /// - Parameter project: As for `withFile`.
  package static func beginning(of path: String, inside project: String? = nil, atMost limit: Int) -> [UInt8]? {
    try? withFile(path, inside: project) { $0.prefix(limit) }
  }

  /// Returns the whole contents of a regular file.
  ///
  /// - Parameter project: As for `withFile`.
  /// - Throws: `FileAccessError`, also for a file of more than `limit` bytes.
  package static func contents(
    of path: String, inside project: String?, atMost limit: Int
  ) throws -> ContiguousArray<UInt8> {
    try withFile(path, inside: project) { file in
      guard file.count <= limit else { throw FileAccessError("it is larger than \(limit) bytes") }
      var bytes: ContiguousArray<UInt8> = []
      bytes.reserveCapacity(file.count)
      try file.read(pieceLength: file.count + 1) { piece in
        guard bytes.count + piece.count <= limit else { throw FileAccessError("it is larger than \(limit) bytes") }
        bytes.append(contentsOf: piece)
      }
      return bytes
    }
  }

  /// Reads until the buffer is full or the file ends.
  ///
  /// - Returns: The number of bytes that were read.
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

  static func close(_ descriptor: Int32) {
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #elseif canImport(Musl)
      _ = Musl.close(descriptor)
    #else
      _ = Glibc.close(descriptor)
    #endif
  }

  /// Returns the stamp of an open file; nil when it is not a regular file.
  static func stamp(ofOpen descriptor: Int32) -> FileAccess.Stamp? {
    guard let (stamp, kind) = status(ofOpen: descriptor), kind == S_IFREG else { return nil }
    return stamp
  }

  /// Returns the stamp of a file or a folder; nil when there is none, or it is not in the project.
  package static func stamp(of path: String, inside project: String?) -> FileAccess.Stamp? {
    guard let project else { return stamp(of: path) }
    guard let descriptor = try? openChecked(path, inside: project).descriptor else { return nil }
    defer { close(descriptor) }
    return status(ofOpen: descriptor)?.stamp
  }

  /// Returns a path with all links resolved; nil when there is nothing, or it is not in the project.
  package static func canonical(_ path: String, inside project: String?) -> String? {
    guard let project else { return canonical(path) }
    guard let (descriptor, real) = try? openChecked(path, inside: project) else { return nil }
    close(descriptor)
    return real
  }

  /// Opens a file or a folder, links followed, without waiting for the other end of a pipe.
  ///
  /// - Returns: The descriptor, and the path, which has no links below the project if there is one.
  static func openChecked(_ path: String, inside project: String?) throws(FileAccessError) -> (
    descriptor: Int32, path: String
  ) {
    guard !path.utf8.contains(0) else { throw FileAccessError(ENOENT) }
    if let project { return try ConfinedDescent.open(path, below: project) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw FileAccessError(errno) }
    return (descriptor, path)
  }

  /// Returns the stamp and kind of an open descriptor; nil when the system call fails.
  private static func status(ofOpen descriptor: Int32) -> (stamp: FileAccess.Stamp, kind: mode_t)? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    return (stamp(status), status.st_mode & S_IFMT)
  }

  /// Returns the stamp of a file from its status.
  static func stamp(_ status: stat) -> FileAccess.Stamp {
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    let modified = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    return FileAccess.Stamp(modified: modified, size: UInt64(max(0, status.st_size)))
  }

  /// The flags that open a folder only to pass through it: not for its contents, and not through a link.
  static var throughFolder: Int32 {
    #if canImport(Darwin)
      O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    #else
      // O_PATH, which is not exported everywhere: it also opens folders that may be passed through but not listed.
      0x20_0000 | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    #endif
  }
}

extension FileAccessError {
  /// Creates an error from the code of a failed call.
  init(_ code: Int32) {
    switch code {
    case ENOENT, ENOTDIR: self.init("there is no such file")
    case EACCES, EPERM: self.init("permission denied")
    default: self.init(String(cString: strerror(code)))
    }
  }
}
