// Threads of our own, which do not wait for Dispatch to have one.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Platform {
  /// What a thread is to do, as an object that C can hold.
  private final class ThreadBody {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread, for whose end nobody waits.
  ///
  /// Dispatch waits until the system makes a thread, for ever if it does not; this does not wait.
  ///
  /// - Returns: False when there can be no more threads.
  package static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    // Taken over by the thread, once there is one.
    let argument = Unmanaged.passRetained(ThreadBody(body)).toOpaque()
    #if canImport(Glibc)
      var thread = pthread_t()
      let result = pthread_create(&thread, nil, { $0.flatMap { Platform.runThread($0) } }, argument)
    #elseif canImport(Musl)
      var thread: pthread_t?
      let result = pthread_create(&thread, nil, { $0.flatMap { Platform.runThread($0) } }, argument)
    #else
      var thread: pthread_t?
      let result = pthread_create(&thread, nil, { Platform.runThread($0) }, argument)
    #endif
    if result != 0 { Unmanaged<ThreadBody>.fromOpaque(argument).release() }
    return result == 0
  }

  private static func runThread(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    pthread_detach(pthread_self())
    #if canImport(Darwin)
      // A user waits for what these threads do.
      pthread_set_qos_class_self_np(QOS_CLASS_USER_INTERACTIVE, 0)
    #endif
    // Retained for this thread when it was started, and by nobody else.
    Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
    return nil
  }

  /// Waits for something to read, or the end; for so long at most, and with no descriptor for just so long.
  static func waitToRead(_ descriptor: Int32?, for patience: Duration) -> Bool {
    var entry = pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0)
    let milliseconds = patience.components.seconds * 1000 + patience.components.attoseconds / 1_000_000_000_000_000
    return poll(&entry, 1, Int32(clamping: milliseconds)) > 0
  }

  /// How long all threads of this process together have been computing.
  static var processorTime: Duration {
    var time = timespec()
    guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return .zero }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The process that has started this one, or has inherited it.
  static var parentID: Int32 { getppid() }

  /// Ends the process at once, without waiting for any thread.
  static func exitNow(_ code: Int32) -> Never { _exit(code) }
}
