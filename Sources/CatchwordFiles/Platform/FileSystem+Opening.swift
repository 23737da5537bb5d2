// The one place where files are opened for what is in them.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A regular file that is open for reading.
///
/// What is known about it was asked of its descriptor, so what is read is what was checked, whatever is put in its place.
package struct OpenFile {
  let descriptor: Int32
  package let stamp: FileAccess.Stamp
  /// Its length in bytes, when it was opened.
  package let count: Int

  /// Reads from the beginning, a piece at a time, to the end or to where `take` throws.
  ///
  /// - Parameter take: Must not keep the pointer.
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

  /// The first bytes, at most so many.
  package func prefix(_ limit: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: min(limit, count)) { buffer, done in
      done = FileSystem.fill(UnsafeMutableRawBufferPointer(buffer), from: descriptor)
    }
  }

  /// A part of it, fewer bytes at its end; nil when it cannot be read.
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
  /// Opens a regular file while `body` runs. Every source reads files by this.
  ///
  /// - Parameters:
  ///   - project: The folder that the file must be in, wherever links lead, for what a project names or contains; a file
  ///     there whose name says that it holds secrets is refused. Nil for a file that the user has named.
  ///   - body: Must not keep the descriptor.
  /// - Throws: `FileAccessError`, or what `body` throws.
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

  /// The beginning of a regular file, at most so many bytes of it; nil when there is none that can be read.
  ///
  /// - Parameter project: As for `withFile`.
  package static func beginning(of path: String, inside project: String? = nil, atMost limit: Int) -> [UInt8]? {
    try? withFile(path, inside: project) { $0.prefix(limit) }
  }

  /// All of a regular file.
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

  static func close(_ descriptor: Int32) {
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #elseif canImport(Musl)
      _ = Musl.close(descriptor)
    #else
      _ = Glibc.close(descriptor)
    #endif
  }

  /// What tells one state of an open file from another; nil when it is no regular file.
  static func stamp(ofOpen descriptor: Int32) -> FileAccess.Stamp? {
    guard let (stamp, kind) = status(ofOpen: descriptor), kind == S_IFREG else { return nil }
    return stamp
  }

  /// What tells one state of a file or a folder from another; nil when there is none, or it is not in the project.
  package static func stamp(of path: String, inside project: String?) -> FileAccess.Stamp? {
    guard let project else { return stamp(of: path) }
    guard let descriptor = try? openChecked(path, inside: project).descriptor else { return nil }
    defer { close(descriptor) }
    return status(ofOpen: descriptor)?.stamp
  }

  /// Where a path leads to without links; nil when there is nothing, or it is not in the project.
  package static func canonical(_ path: String, inside project: String?) -> String? {
    guard let project else { return canonical(path) }
    guard let (descriptor, real) = try? openChecked(path, inside: project) else { return nil }
    close(descriptor)
    return real
  }

  /// Opens a file or a folder, links followed; a pipe is not waited for.
  ///
  /// - Returns: The descriptor, and of what is in a project its path without links.
  static func openChecked(_ path: String, inside project: String?) throws(FileAccessError) -> (
    descriptor: Int32, path: String
  ) {
    guard !path.utf8.contains(0) else { throw FileAccessError(ENOENT) }
    if let project { return try ConfinedDescent.open(path, below: project) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw FileAccessError(errno) }
    return (descriptor, path)
  }

  /// What is known about something open; nil when the system does not say.
  private static func status(ofOpen descriptor: Int32) -> (stamp: FileAccess.Stamp, kind: mode_t)? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    return (stamp(status), status.st_mode & S_IFMT)
  }

  /// What tells one state of a file from another.
  static func stamp(_ status: stat) -> FileAccess.Stamp {
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    let modified = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    return FileAccess.Stamp(modified: modified, size: UInt64(max(0, status.st_size)))
  }

  /// How a part of a path is opened that is only gone through: not its contents, and not what is behind a link.
  static var throughFolder: Int32 {
    #if canImport(Darwin)
      O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    #else
      // O_PATH, which is not exported everywhere: folders that may be gone through but not listed are opened, too.
      0x20_0000 | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    #endif
  }
}

extension FileAccessError {
  /// Says what a call has failed for.
  init(_ code: Int32) {
    switch code {
    case ENOENT, ENOTDIR: self.init("there is no such file")
    case EACCES, EPERM: self.init("permission denied")
    default: self.init(String(cString: strerror(code)))
    }
  }
}
