// The only file of this target that uses the operating system directly.
import CatchwordRPC

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Non-blocking pipes, and the system's figures for a process.
enum Kernel {
  /// The result of a read.
  enum Read: Equatable {
    case bytes(Int)
    case nothingYet
    case ended
  }

  /// Makes reads and writes of a descriptor return at once, even when no byte can be moved.
  static func stopBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Closes a descriptor.
  static func done(_ descriptor: Int32) { _ = close(descriptor) }

  /// Reads the bytes that are available.
  static func read(_ descriptor: Int32, into buffer: inout ContiguousArray<UInt8>) -> Read {
    while true {
      let count = StreamPlatform.readOnce(from: descriptor, into: &buffer)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .ended }
      if errno == EAGAIN { return .nothingYet }
      if errno != EINTR { return .ended }
    }
  }

  /// Writes as many bytes as the pipe accepts.
  ///
  /// - Returns: The number of bytes written; nil when the other end is closed.
  static func write(_ bytes: ContiguousArray<UInt8>.SubSequence, to descriptor: Int32) -> Int? {
    while true {
      let count = StreamPlatform.writeOnce(bytes, to: descriptor)
      if count >= 0 { return count }
      if errno == EAGAIN { return 0 }
      if errno != EINTR { return nil }
    }
  }

  /// Waits until there is something to read or room to write, but no longer than `patience`, and at most a minute.
  ///
  /// - Parameter writing: The descriptor to write to; nil when there is nothing to write.
  static func wait(reading: Int32, writing: Int32?, for patience: Duration) {
    var entries = [pollfd(fd: reading, events: Int16(POLLIN), revents: 0)]
    if let writing { entries.append(pollfd(fd: writing, events: Int16(POLLOUT), revents: 0)) }
    let milliseconds = max(0, patience.microseconds / 1000).rounded(.up)
    _ = poll(&entries, nfds_t(entries.count), Int32(min(milliseconds, 60_000)))
  }

  /// Returns the processor time of a process, in all its threads; nil where the system does not tell.
  static func processorTime(of processID: Int32) -> Duration? {
    #if os(Linux)
      var clock = clockid_t()
      var time = timespec()
      guard clock_getcpuclockid(processID, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    #else
      return nil
    #endif
  }

  /// Returns the busy time of all cores together since the machine started, with the time that a virtual machine's host
  /// took; nil where the system does not tell.
  static func machineTime() -> Duration? {
    guard let line = firstLine(of: "/proc/stat") else { return nil }
    // Fields: user nice system idle iowait irq softirq steal; guests' time is included in the first two.
    let fields = line.split(separator: " ").dropFirst().prefix(8).compactMap { Int($0) }
    guard fields.count == 8 else { return nil }
    let ticks = fields.enumerated().reduce(0) { $0 + ([3, 4].contains($1.offset) ? 0 : $1.element) }
    return .seconds(1) * ticks / max(1, sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Returns the processor time of this process and of the children that it has waited for.
  static func ownTime() -> Duration {
    var total = Duration.zero
    for who in [RUSAGE_SELF, RUSAGE_CHILDREN] {
      var usage = rusage()
      #if canImport(Glibc)
        getrusage(__rusage_who_t(who.rawValue), &usage)
      #else
        getrusage(who, &usage)
      #endif
      for time in [usage.ru_utime, usage.ru_stime] {
        total += .seconds(time.tv_sec) + .microseconds(Int(time.tv_usec))
      }
    }
    return total
  }

  private static func firstLine(of path: String) -> Substring? {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = ContiguousArray<UInt8>(repeating: 0, count: 4096)
    guard case .bytes(let count) = read(descriptor, into: &buffer) else { return nil }
    return String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n", maxSplits: 1).first
  }

  /// Returns the resident memory of a process in bytes; nil where the system does not tell, or without such a process.
  ///
  /// Small freed blocks may be reused without growth, so measure growth before anything large is deallocated.
  static func residentBytes(of processID: Int32 = getpid()) -> Int? {
    #if os(Linux)
      let fields = firstLine(of: "/proc/\(processID)/statm")?.split(separator: " ") ?? []
      return fields.count > 1 ? Int(fields[1]).map { $0 * sysconf(Int32(_SC_PAGESIZE)) } : nil
    #else
      return nil
    #endif
  }
}
