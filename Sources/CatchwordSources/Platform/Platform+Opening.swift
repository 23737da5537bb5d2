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
struct OpenFile {
  let descriptor: Int32
  let stamp: FileAccess.Stamp
  /// Its length in bytes, when it was opened.
  let count: Int

  /// Reads from the beginning, a piece at a time, to the end or to where `take` throws.
  ///
  /// - Parameter take: Must not keep the pointer.
  func read(pieceLength: Int, _ take: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceLength, alignment: 16)
    defer { buffer.deallocate() }
    var offset = 0
    while true {
      let done = pread(descriptor, buffer.baseAddress, pieceLength, off_t(offset))
      if done == 0 { return }
      if done < 0 {
        if errno == EINTR { continue }
        throw Platform.Failure()
      }
      offset += done
      try take(UnsafeBufferPointer(rebasing: buffer.assumingMemoryBound(to: UInt8.self)[..<done]))
    }
  }

  /// The first bytes, at most so many.
  func prefix(_ limit: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: min(limit, count)) { buffer, done in
      done = Platform.fill(UnsafeMutableRawBufferPointer(buffer), from: descriptor)
    }
  }
}

extension Platform {
  /// Opens a regular file while `body` runs. Every source reads files by this.
  ///
  /// - Parameters:
  ///   - project: The folder that the file must be in, wherever links lead, for what a project names or contains; a file
  ///     there whose name says that it holds secrets is refused. Nil for a file that the user has named.
  ///   - body: Must not keep the descriptor.
  /// - Throws: `FileAccessError`, or what `body` throws.
  static func withFile<Value>(
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

  /// What tells one state of a file or a folder from another; nil when there is none, or it is not in the project.
  static func stamp(of path: String, inside project: String?) -> FileAccess.Stamp? {
    guard let project else { return stamp(of: path) }
    guard let descriptor = try? openChecked(path, inside: project).descriptor else { return nil }
    defer { close(descriptor) }
    return status(ofOpen: descriptor)?.stamp
  }

  /// Where a path leads to without links; nil when there is nothing, or it is not in the project.
  static func canonical(_ path: String, inside project: String?) -> String? {
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
