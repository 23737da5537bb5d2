// Waiting for input in the place of a thread that has no time to, which `poll` cannot do.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension StreamPlatform {
  /// Wakes one of the threads that wait for it when a descriptor has input, or is at its end, while the alarm is set.
  ///
  /// A set alarm goes off once. It is Linux's epoll; elsewhere there is none.
  final class InputAlarm: Sendable {
    private let descriptor: Int32
    private let wakePipe: WakePipe
    private let queue: Int32
    private let functions: Functions

    /// Creates an alarm that is not set.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor with the input.
    ///   - wakePipe: A pipe that wakes the same threads, whether the alarm is set or not.
    /// - Returns: nil where the system offers none for the descriptor, as for a file.
    init?(for descriptor: Int32, or wakePipe: WakePipe) {
      guard let functions = Functions() else { return nil }
      let queue = functions.create(Functions.closesOnExec)
      guard queue >= 0 else { return nil }
      self.descriptor = descriptor
      self.wakePipe = wakePipe
      self.queue = queue
      self.functions = functions
      guard control(Functions.add, descriptor, Functions.once),
        control(Functions.add, wakePipe.readingEnd, Functions.input)
      else { return nil }
    }

    deinit { close(queue) }

    /// Sets the alarm.
    func set() { _ = control(Functions.change, descriptor, Functions.input | Functions.once) }

    /// Turns the alarm off; a thread may already be on its way.
    func turnOff() { _ = control(Functions.change, descriptor, Functions.once) }

    /// Waits until the alarm goes off, or the pipe is woken.
    func wait() {
      var event = Functions.Event()
      while functions.wait(queue, &event, 1, -1) != 1 {}
      _ = wakePipe.wait(for: 0)
    }

    /// The end of the input is told even while the alarm is off: once after each call.
    private func control(_ operation: Int32, _ descriptor: Int32, _ events: UInt32) -> Bool {
      var event = Functions.Event(events: events)
      return functions.control(queue, operation, descriptor, &event) == 0
    }

    /// The functions of `<sys/epoll.h>`, which Swift's modules of C libraries do not export: they are looked up by name.
    private struct Functions: Sendable {
      /// `struct epoll_event`: the system reads and writes its first 12 bytes on x86-64, and 16 elsewhere. What is in
      /// them besides the events is for the caller alone, and not used here.
      struct Event {
        var events: UInt32 = 0
        var data: (UInt32, UInt64) = (0, 0)
      }

      static let closesOnExec: Int32 = 0o2_000_000
      static let add: Int32 = 1
      static let change: Int32 = 3
      static let input: UInt32 = 1
      static let once: UInt32 = 1 << 30

      let create: @convention(c) (Int32) -> Int32
      let control: @convention(c) (Int32, Int32, Int32, UnsafeMutableRawPointer) -> Int32
      let wait: @convention(c) (Int32, UnsafeMutableRawPointer, Int32, Int32) -> Int32

      init?() {
        #if os(Linux)
          guard let create = dlsym(nil, "epoll_create1"), let control = dlsym(nil, "epoll_ctl"),
            let wait = dlsym(nil, "epoll_wait")
          else { return nil }
          // Their types, and the values above, are those of Linux, which never change.
          self.create = unsafeBitCast(create, to: (@convention(c) (Int32) -> Int32).self)
          self.control = unsafeBitCast(
            control, to: (@convention(c) (Int32, Int32, Int32, UnsafeMutableRawPointer) -> Int32).self)
          self.wait = unsafeBitCast(
            wait, to: (@convention(c) (Int32, UnsafeMutableRawPointer, Int32, Int32) -> Int32).self)
        #else
          return nil
        #endif
      }
    }
  }
}
