// The one place where this target touches the operating system.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Whether the client's process lives.
public enum ProcessWatch {
  /// How often to look. A client that died must be noticed within two seconds.
  static let interval = Duration.seconds(1)

  /// True when a process with this id exists, be it another user's.
  public static func isAlive(_ processID: Int) -> Bool {
    guard let processID = pid_t(exactly: processID), processID > 0 else { return true }
    return kill(processID, 0) == 0 || errno == EPERM
  }
}
