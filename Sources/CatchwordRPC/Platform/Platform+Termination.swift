import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// SIGTERM, by which some editors end their servers.
extension Platform {
  /// The end of the pipe that the signal handler writes to; -1 before there is a handler.
  private static let wokenPipe = Atomic<Int32>(-1)
  private static let hasTerminationCome = Atomic(false)

  /// True once SIGTERM has come to a process that handles it.
  static var isTerminationRequested: Bool { hasTerminationCome.load(ordering: .relaxed) }

  /// Handles SIGTERM: the first one wakes the pipe, which must last as long as the process, and the second one ends the process.
  static func handleTermination(waking pipe: WakePipe) {
    wokenPipe.store(pipe.writingEnd, ordering: .relaxed)
    // Initialised here, since the handler may do nothing but what is async-signal-safe.
    hasTerminationCome.store(false, ordering: .relaxed)
    signal(SIGTERM) { _ in
      let error = errno
      Platform.hasTerminationCome.store(true, ordering: .relaxed)
      WakePipe.wake(Platform.wokenPipe.load(ordering: .relaxed))
      signal(SIGTERM, SIG_DFL)
      errno = error
    }
  }
}
