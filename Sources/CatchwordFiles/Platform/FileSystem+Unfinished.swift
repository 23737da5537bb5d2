// Files that are being written, told from those that a process has left when it was killed.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension FileSystem {
  /// Makes a file that is not there yet, and holds a lock on it while `body` writes it and puts it in its place.
  ///
  /// The lock goes with the process in whatever way it ends. Where a file system has no locks, there is none.
  ///
  /// - Returns: False when another process has taken the new file for one that was left, and has removed it, or will;
  ///   `body` was not called then, and another name is needed.
  /// - Throws: What `body` throws; `Failure` when the file cannot be made.
  package static func createLocked(_ path: String, _ body: (_ descriptor: Int32) throws -> Void) throws -> Bool {
    var isOurs = true
    try create(path) { descriptor in
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK { isOurs = false }
      var status = stat()
      // Who removes a file holds its lock, so that it does not go any more once the lock is ours.
      if isOurs && fstat(descriptor, &status) == 0 && status.st_nlink == 0 { isOurs = false }
      if isOurs { try body(descriptor) }
    }
    return isOurs
  }

  /// Removes a file unless a process holds a lock on it.
  ///
  /// - Returns: False when it is still there, as one holds it, or it cannot be locked.
  package static func removeUnlocked(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
    return unlink(path) == 0
  }
}
