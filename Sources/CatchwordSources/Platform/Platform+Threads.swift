// Threads that give way to others, which neither Dispatch nor Foundation's essentials have on Linux.
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

  /// Starts a thread that has little priority.
  ///
  /// - Returns: False when there can be no more threads.
  static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
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
    // Nobody waits for its end.
    pthread_detach(pthread_self())
    let body = Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
    #if canImport(Darwin)
      pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
    #elseif canImport(Musl)
      _ = setpriority(PRIO_PROCESS, 0, 10)
    #else
      // On Linux that is this thread alone; where it is not allowed, nothing is lost.
      _ = setpriority(CInt(PRIO_PROCESS.rawValue), 0, 10)
    #endif
    body.run()
    return nil
  }
}
