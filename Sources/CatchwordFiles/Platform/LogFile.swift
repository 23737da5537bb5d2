// Files to which several processes append.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The system's call, under another name than the methods here.
private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags, 0o600) }

/// An open file to which several processes append, closed when it goes.
package struct LogFile: ~Copyable {
  /// What tells a file from another that takes its place.
  package struct Identity: Equatable, Sendable {
    package let device: UInt64
    package let file: UInt64
  }

  /// A call that failed, in a few words.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
    /// True when there is no such file.
    package var isAbsence = false
    /// The file, where it could not be opened.
    package var path: String?

    package init(_ description: String) { self.description = description }

    /// The last call's, in the system's own words.
    package init() {
      description = String(cString: strerror(errno))
      isAbsence = errno == ENOENT
    }
  }

  package enum Lock {
    case shared, exclusive
  }

  private let descriptor: Int32

  /// Opens a file; links are not followed, and what is no regular file is refused without waiting.
  ///
  /// - Parameter appends: True to append, and to make the file if there is none, for its owner only.
  package init(_ path: String, appends: Bool) throws(Failure) {
    let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | (appends ? O_RDWR | O_APPEND | O_CREAT : O_RDONLY)
    do throws(Failure) {
      descriptor = try LogFile.open(path, flags: flags)
    } catch {
      var failure = error
      failure.path = path
      throw failure
    }
  }

  private static func open(_ path: String, flags: Int32) throws(Failure) -> Int32 {
    let descriptor = systemOpen(path, flags)
    guard descriptor >= 0 else { throw errno == ELOOP ? Failure("it is a link, which is not followed") : Failure() }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw Failure("it is no regular file")
    }
    // Whoever made it otherwise, it is nobody else's.
    if flags & O_APPEND != 0, status.st_mode & 0o077 != 0 { _ = fchmod(descriptor, 0o600) }
    return descriptor
  }

  deinit { close(descriptor) }

  private func status() throws(Failure) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Failure() }
    return status
  }

  /// The length in bytes.
  package func size() throws(Failure) -> Int { Int(try status().st_size) }

  /// What tells it from others.
  package func identity() throws(Failure) -> Identity { Identity(try status()) }

  /// What is in a place now, and how long it is; nil when there is nothing.
  package static func look(at path: String) -> (identity: Identity, size: Int)? {
    var status = stat()
    return lstat(path, &status) == 0 ? (Identity(status), Int(status.st_size)) : nil
  }

  /// Takes a lock, which goes when the file is closed, or the process ends in whatever way.
  ///
  /// Waits on the thread it runs on, but not for ever: a process that was stopped may hold it.
  package func lock(_ kind: Lock) throws(Failure) {
    for attempt in 0..<LogFile.lockAttempts {
      if flock(descriptor, (kind == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { throw Failure() }
      usleep(UInt32(min(1000 * (attempt + 1), 20_000)))
    }
    throw Failure("another process has locked it for too long")
  }

  /// Some twenty seconds.
  private static let lockAttempts = 1010

  /// Appends bytes with one call, so that they stay together whoever else appends.
  package func append(_ bytes: [UInt8]) throws(Failure) {
    while true {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count == bytes.count { return }
      if count >= 0 { throw Failure("there is no room") }
      guard errno == EINTR else { throw Failure() }
    }
  }

  /// Reads from a place to the end.
  package func read(from offset: Int, limit: Int) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count < limit {
      let wanted = min(buffer.count, limit - bytes.count)
      let count = buffer.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress, wanted, off_t(offset + bytes.count))
      }
      if count == 0 { break }
      if count > 0 {
        bytes.append(contentsOf: buffer[..<count])
      } else if errno != EINTR {
        throw Failure()
      }
    }
    return bytes
  }

  /// Sees to it that what was written is there after the power fails.
  package func synchronize() throws(Failure) {
    guard fsync(descriptor) == 0 else { throw Failure() }
  }

  /// Puts a file in the place of another at once.
  package static func move(_ path: String, to newPath: String) throws(Failure) {
    guard rename(path, newPath) == 0 else { throw Failure() }
  }

  package static func remove(_ path: String) { unlink(path) }

  /// Makes a folder for its owner only, and those that it is in.
  package static func makeFolder(_ path: String) throws(Failure) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else { throw Failure() }
    try makeFolder(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Failure() }
  }
}

extension LogFile.Identity {
  fileprivate init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    file = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
