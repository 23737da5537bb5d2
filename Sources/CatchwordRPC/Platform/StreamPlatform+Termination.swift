import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// SIGTERM, by which some editors end their servers, and SIGHUP, which comes when the terminal of an editor is closed.
extension StreamPlatform {
  /// The pipes that the signal handler wakes; -1 before there is a handler.
  private static let leaderPipe = Atomic<Int32>(-1)
  private static let followerPipe = Atomic<Int32>(-1)
  private static let watchdogPipe = Atomic<Int32>(-1)
  private static let hasTerminationCome = Atomic(false)

  /// True once one of them has come to a process that handles it.
  static var isTerminationRequested: Bool { hasTerminationCome.load(ordering: .relaxed) }

  /// Handles both from now on: they wake all three pipes, which must last as long as the process, and end nothing by
  /// themselves.
  ///
  /// SIGHUP stays ignored where it is, as by `nohup`.
  static func handleTermination(waking leader: WakePipe, _ follower: WakePipe, _ watchdog: WakePipe) {
    // All of them are initialised here: a handler may do only what is async-signal-safe.
    hasTerminationCome.store(false, ordering: .relaxed)
    leaderPipe.store(leader.writingEnd, ordering: .relaxed)
    followerPipe.store(follower.writingEnd, ordering: .relaxed)
    watchdogPipe.store(watchdog.writingEnd, ordering: .relaxed)
    let requestTermination: @convention(c) (Int32) -> Void = { _ in
      let error = errno
      StreamPlatform.hasTerminationCome.store(true, ordering: .relaxed)
      WakePipe.wake(StreamPlatform.leaderPipe.load(ordering: .relaxed))
      WakePipe.wake(StreamPlatform.followerPipe.load(ordering: .relaxed))
      WakePipe.wake(StreamPlatform.watchdogPipe.load(ordering: .relaxed))
      errno = error
    }
    signal(SIGTERM, requestTermination)
    if !isIgnored(SIGHUP) { signal(SIGHUP, requestTermination) }
  }

  /// Returns true for a signal that the process ignores.
  private static func isIgnored(_ number: Int32) -> Bool {
    let handler = signal(number, SIG_IGN)
    defer { signal(number, handler) }
    // Both are pointers, or nil: SIG_IGN is the address 1, which is only compared and never called.
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
