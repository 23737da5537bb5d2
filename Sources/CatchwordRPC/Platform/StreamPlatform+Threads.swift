// Threads that are created directly, without waiting for Dispatch.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension StreamPlatform {
  /// The body of a thread, as an object that C can hold.
  private final class ThreadBody {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a detached thread.
  ///
  /// Dispatch waits until the system creates a thread, possibly forever; this function does not wait.
  ///
  /// - Returns: False when the system creates no more threads.
  package static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    // The thread takes ownership once it runs.
    let argument = Unmanaged.passRetained(ThreadBody(body)).toOpaque()
    #if canImport(Glibc)
      var thread = pthread_t()
      let result = pthread_create(&thread, nil, { $0.flatMap { StreamPlatform.runThread($0) } }, argument)
    #elseif canImport(Musl)
      var thread: pthread_t?
      let result = pthread_create(&thread, nil, { $0.flatMap { StreamPlatform.runThread($0) } }, argument)
    #else
      var thread: pthread_t?
      let result = pthread_create(&thread, nil, { StreamPlatform.runThread($0) }, argument)
    #endif
    if result != 0 { Unmanaged<ThreadBody>.fromOpaque(argument).release() }
    return result == 0
  }

  private static func runThread(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    pthread_detach(pthread_self())
    #if canImport(Darwin)
      // A user waits for the work of these threads.
      pthread_set_qos_class_self_np(QOS_CLASS_USER_INTERACTIVE, 0)
    #endif
    // Retained once for this thread when it was started.
    Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
    return nil
  }

  /// A value that differs from that of all other threads that are running.
  static var currentThread: UInt {
    #if canImport(Glibc)
      return pthread_self()
    #else
      return UInt(bitPattern: pthread_self())
    #endif
  }

  /// Waits for input or its end, at most for a given time; with no descriptor for exactly that time.
  static func waitToRead(_ descriptor: Int32?, for patience: Duration) -> Bool {
    var entry = pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0)
    let milliseconds = patience.components.seconds * 1000 + patience.components.attoseconds / 1_000_000_000_000_000
    return poll(&entry, 1, Int32(clamping: milliseconds)) > 0
  }

  /// The processor time that all threads of this process have used.
  static var processorTime: Duration {
    var time = timespec()
    guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return .zero }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The id of the parent process, which has started this one or adopted it.
  static var parentID: Int32 { getppid() }

  /// Ends the process at once, without waiting for any thread.
  static func exitNow(_ code: Int32) -> Never { _exit(code) }
}
