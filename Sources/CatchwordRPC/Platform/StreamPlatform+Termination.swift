import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// SIGTERM, by which some editors end their servers.
extension StreamPlatform {
  /// The pipes that the signal handler wakes; -1 before there is a handler.
  private static let loopPipe = Atomic<Int32>(-1)
  private static let watchdogPipe = Atomic<Int32>(-1)
  private static let hasTerminationCome = Atomic(false)

  /// True once SIGTERM has come to a process that handles it.
  static var isTerminationRequested: Bool { hasTerminationCome.load(ordering: .relaxed) }

  /// Handles SIGTERM from now on: it wakes both pipes, which must last as long as the process, and ends nothing by itself.
  static func handleTermination(waking loop: WakePipe, _ watchdog: WakePipe) {
    // All of them are initialised here: a handler may do only what is async-signal-safe.
    hasTerminationCome.store(false, ordering: .relaxed)
    loopPipe.store(loop.writingEnd, ordering: .relaxed)
    watchdogPipe.store(watchdog.writingEnd, ordering: .relaxed)
    signal(SIGTERM) { _ in
      let error = errno
      StreamPlatform.hasTerminationCome.store(true, ordering: .relaxed)
      WakePipe.wake(StreamPlatform.loopPipe.load(ordering: .relaxed))
      WakePipe.wake(StreamPlatform.watchdogPipe.load(ordering: .relaxed))
      errno = error
    }
  }
}
