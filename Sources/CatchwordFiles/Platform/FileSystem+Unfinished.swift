// Locks that tell files that are being written from those that a killed process has left behind.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A new file, with a lock on it that is released with this value, or when the process ends, in whatever way. On a file
/// system without locks there is none.
package struct UnfinishedFile: ~Copyable, Sendable {
  package let descriptor: Int32

  /// Creates a file.
  ///
  /// - Returns: Nil when another process took the new file for a leftover one, and has removed it, or will; another name is
  ///   needed.
  /// - Throws: `FileSystem.Failure` when the file cannot be created.
  package init?(creating path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o400)
    guard descriptor >= 0 else { throw FileSystem.Failure() }
    self.descriptor = descriptor
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK { return nil }
    var status = stat()
    // A process that removes a file holds its lock, so the file cannot be removed once the lock is ours.
    if fstat(descriptor, &status) == 0 && status.st_nlink == 0 { return nil }
  }

  deinit { close(descriptor) }
}

extension FileSystem {
  /// Creates a new file, and holds a lock on it while `body` writes it and moves it to its place.
  ///
  /// - Returns: False when another process took the new file for a leftover one; `body` was not called then, and another
  ///   name is needed.
  /// - Throws: The errors of `body`; `Failure` when the file cannot be created.
  package static func createLocked(_ path: String, _ body: (_ descriptor: Int32) throws -> Void) throws -> Bool {
    guard let file = try UnfinishedFile(creating: path) else { return false }
    try body(file.descriptor)
    return true
  }

  /// Removes a file unless a process holds a lock on it.
  ///
  /// - Returns: False when the file was not removed, because another process holds the lock, or a call failed.
  package static func removeUnlocked(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
    return unlink(path) == 0
  }
}
