// Locks that tell files that are being written from those that a killed process has left behind.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension FileSystem {
  /// Creates a new file, and holds a lock on it while `body` writes it and moves it to its place.
  ///
  /// The lock is released when the process ends, in whatever way. On a file system without locks there is none.
  ///
  /// - Returns: False when another process took the new file for a leftover one, and has removed it, or will; `body`
  ///   was not called then, and another name is needed.
  /// - Throws: The errors of `body`; `Failure` when the file cannot be created.
  package static func createLocked(_ path: String, _ body: (_ descriptor: Int32) throws -> Void) throws -> Bool {
    var isOurs = true
    try create(path) { descriptor in
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK { isOurs = false }
      var status = stat()
      // A process that removes a file holds its lock, so the file cannot be removed once the lock is ours.
      if isOurs && fstat(descriptor, &status) == 0 && status.st_nlink == 0 { isOurs = false }
      if isOurs { try body(descriptor) }
    }
    return isOurs
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
