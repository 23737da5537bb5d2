// Low-priority threads, which neither Dispatch nor FoundationEssentials provides on Linux.
import CatchwordRPC

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Starts threads for work that nobody waits for, or that blocks.
enum WorkThread {
  /// Starts a thread.
  ///
  /// - Parameter givesWay: True for a low-priority thread.
  /// - Returns: False when no thread could be started.
  static func start(givesWay: Bool = true, _ body: @escaping @Sendable () -> Void) -> Bool {
    StreamPlatform.startThread {
      if givesWay { lowerPriority() }
      body()
    }
  }

  private static func lowerPriority() {
    #if canImport(Darwin)
      pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
    #elseif canImport(Musl)
      _ = setpriority(PRIO_PROCESS, 0, 10)
    #else
      // On Linux this concerns the current thread alone; where it is not allowed, nothing is lost.
      _ = setpriority(CInt(PRIO_PROCESS.rawValue), 0, 10)
    #endif
  }
}
