// The only file of this target that calls the operating system.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A check that the client's process is alive.
public enum ProcessWatch {
  /// The interval of the checks. A client that died must be noticed within two seconds.
  static let interval = Duration.seconds(1)

  /// True when a process with this id exists, even another user's, or the id is not valid.
  public static func isAlive(_ processID: Int) -> Bool {
    guard let processID = pid_t(exactly: processID), processID > 0 else { return true }
    return kill(processID, 0) == 0 || errno == EPERM
  }
}
