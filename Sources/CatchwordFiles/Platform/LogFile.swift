// Files to which several processes append.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Calls the system's `open`, which the methods here would hide.
private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags, 0o600) }

/// An open file to which several processes append, closed on deinitialization.
package struct LogFile: ~Copyable {
  /// The numbers that tell a file from another that replaces it.
  package struct Identity: Equatable, Sendable {
    package let device: UInt64
    package let file: UInt64
  }

  /// A call that failed, in a few words.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
    /// True when there is no such file.
    package var isAbsence = false
    /// The path of the file, when it could not be opened.
    package var path: String?

    package init(_ description: String) { self.description = description }

    /// Creates a failure from the last system call, in the system's own words.
    package init() {
      description = String(cString: strerror(errno))
      isAbsence = errno == ENOENT
    }
  }

  package enum Lock {
    case shared, exclusive
  }

  private let descriptor: Int32

  /// Opens a file; links are not followed, and anything but a regular file is refused without waiting.
  ///
  /// - Parameter appends: True to append, and to create the file if there is none, for its owner only.
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
    // The file is its owner's alone, even if it was created with other permissions.
    if flags & O_APPEND != 0, status.st_mode & 0o077 != 0 { _ = fchmod(descriptor, 0o600) }
    return descriptor
  }

  deinit { close(descriptor) }

  private func status() throws(Failure) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Failure() }
    return status
  }

  /// Returns the length in bytes.
  package func size() throws(Failure) -> Int { Int(try status().st_size) }

  /// Returns the identity of the file.
  package func identity() throws(Failure) -> Identity { Identity(try status()) }

  /// Returns the identity and size of the file that a path names now, links not followed; nil when there is none.
  package static func look(at path: String) -> (identity: Identity, size: Int)? {
    var status = stat()
    return lstat(path, &status) == 0 ? (Identity(status), Int(status.st_size)) : nil
  }

  /// Takes a lock, which is released when the file is closed or the process ends, in whatever way.
  ///
  /// Blocks the current thread, but not for ever: a stopped process may hold the lock.
  package func lock(_ kind: Lock) throws(Failure) {
    for attempt in 0..<LogFile.lockAttempts {
      if flock(descriptor, (kind == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { throw Failure() }
      usleep(UInt32(min(1000 * (attempt + 1), 20_000)))
    }
    throw Failure("another process has locked it for too long")
  }

  /// The maximum number of attempts, which take about twenty seconds.
  private static let lockAttempts = 1010

  /// Appends bytes with one call, so that they stay together when other processes append, too.
  package func append(_ bytes: [UInt8]) throws(Failure) {
    while true {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count == bytes.count { return }
      if count >= 0 { throw Failure("there is no room") }
      guard errno == EINTR else { throw Failure() }
    }
  }

  /// Returns the bytes from an offset to the end, up to a limit.
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

  /// Flushes the written bytes to the disk, so that they survive a power failure.
  package func synchronize() throws(Failure) {
    guard fsync(descriptor) == 0 else { throw Failure() }
  }

  /// Replaces a file by another one atomically.
  package static func move(_ path: String, to newPath: String) throws(Failure) {
    guard rename(path, newPath) == 0 else { throw Failure() }
  }

  package static func remove(_ path: String) { unlink(path) }

  /// Creates a folder for its owner only, with the missing folders above it.
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
