// The files in this folder are the only ones of this target that call the operating system.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Functions for reading and writing descriptors on every platform.
///
/// Both may block, so they belong on threads of their own.
package enum StreamPlatform {
  /// Reads with one system call.
  ///
  /// - Returns: The number of bytes read; less than 0 on failure, with the reason in `errno`.
  package static func readOnce(from descriptor: Int32, into buffer: inout ContiguousArray<UInt8>) -> Int {
    // The pointer is valid for the call, which writes at most `count` bytes to it.
    buffer.withUnsafeMutableBytes { pointer in
      #if canImport(Darwin)
        Darwin.read(descriptor, pointer.baseAddress, pointer.count)
      #elseif canImport(Musl)
        Musl.read(descriptor, pointer.baseAddress, pointer.count)
      #else
        Glibc.read(descriptor, pointer.baseAddress, pointer.count)
      #endif
    }
  }

  /// Writes with one system call.
  ///
  /// - Returns: The number of bytes written; less than 0 on failure, with the reason in `errno`.
  package static func writeOnce(_ bytes: ContiguousArray<UInt8>.SubSequence, to descriptor: Int32) -> Int {
    // The pointer is valid for the call, which reads at most `count` bytes from it.
    bytes.withUnsafeBytes { pointer in
      #if canImport(Darwin)
        Darwin.write(descriptor, pointer.baseAddress, pointer.count)
      #elseif canImport(Musl)
        Musl.write(descriptor, pointer.baseAddress, pointer.count)
      #else
        Glibc.write(descriptor, pointer.baseAddress, pointer.count)
      #endif
    }
  }

  /// Reads bytes; blocks until some have come.
  ///
  /// - Returns: The number of bytes read; 0 at the end of the stream, or when the descriptor fails.
  package static func read(from descriptor: Int32, into buffer: inout ContiguousArray<UInt8>) -> Int {
    while true {
      let count = readOnce(from: descriptor, into: &buffer)
      if count >= 0 { return count }
      if errno == EAGAIN {
        // The pipe is non-blocking: wait until it has bytes.
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&entry, 1, -1)
      } else if errno != EINTR {
        return 0
      }
    }
  }

  /// Writes all of `bytes`, with as many calls as needed.
  ///
  /// - Returns: False when the other side is closed.
  package static func write(_ bytes: ContiguousArray<UInt8>, to descriptor: Int32) -> Bool {
    var start = 0
    while start < bytes.count {
      let count = writeOnce(bytes[start...], to: descriptor)
      if count >= 0 {
        start += count
      } else if errno == EAGAIN {
        // The pipe is non-blocking: wait until it has room.
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&entry, 1, -1)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// The way in which bytes can be written without waiting for the other side to read them.
  enum NonblockingMode {
    /// Not at all.
    case none
    /// An empty pipe takes as many bytes at once as its capacity.
    case pipe
    /// The system takes as many bytes as it can.
    case socket
  }

  /// Returns the mode for the kind of a descriptor.
  static func nonblockingMode(of descriptor: Int32) -> NonblockingMode {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .none }
    switch status.st_mode & S_IFMT {
    case S_IFSOCK: return .socket
    case S_IFIFO:
      return capacity(ofPipe: descriptor) == nil ? .none : .pipe
    default: return .none
    }
  }

  /// Returns the capacity of a pipe in bytes, which the other side may change at any time; nil where it is unknown.
  private static func capacity(ofPipe descriptor: Int32) -> Int? {
    #if os(Linux)
      // F_GETPIPE_SZ, which the C library's module does not export.
      let capacity = fcntl(descriptor, 1032)
      return capacity > 0 ? Int(capacity) : nil
    #else
      return nil
    #endif
  }

  /// Writes the bytes that can be written without waiting; the caller must be the only writer of the descriptor.
  ///
  /// - Returns: The number of bytes written; nil when the other side is closed.
  static func writeAtOnce(_ bytes: ContiguousArray<UInt8>, to descriptor: Int32, _ mode: NonblockingMode) -> Int? {
    var waiting: Int32 = 0
    switch mode {
    case .none: return 0
    case .pipe:
      // No pipe has a capacity below 4096 bytes.
      guard bytes.count <= 4096 || bytes.count <= capacity(ofPipe: descriptor) ?? 0,
        ioctl(descriptor, UInt(FIONREAD), &waiting) == 0, waiting == 0
      else { return 0 }
      return write(bytes, to: descriptor) ? bytes.count : nil
    case .socket:
      // The pointer is valid for the call, which reads at most `count` bytes from it.
      let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT)) }
      if count >= 0 { return count }
      return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR || errno == ENOBUFS ? 0 : nil
    }
  }

  /// A pipe that wakes a thread that waits in a system call.
  final class WakePipe: Sendable {
    private let ends: (read: Int32, write: Int32)

    /// The descriptor that wakes the thread when a byte is written to it.
    var writingEnd: Int32 { ends.write }
    /// The descriptor that can be read once the pipe was woken.
    var readingEnd: Int32 { ends.read }

    init() {
      var ends: [Int32] = [-1, -1]
      // Without file descriptors for a pipe, nothing can be served.
      guard pipe(&ends) == 0 else { fatalError("There are no file descriptors left.") }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      self.ends = (ends[0], ends[1])
    }

    deinit {
      close(ends.read)
      close(ends.write)
    }

    /// Ends the current wait, or the next one if there is none.
    func wake() { WakePipe.wake(writingEnd) }

    /// Wakes the thread behind a descriptor; async-signal-safe.
    static func wake(_ writingEnd: Int32) {
      var byte: UInt8 = 1
      #if canImport(Darwin)
        _ = Darwin.write(writingEnd, &byte, 1)
      #elseif canImport(Musl)
        _ = Musl.write(writingEnd, &byte, 1)
      #else
        _ = Glibc.write(writingEnd, &byte, 1)
      #endif
    }

    /// What ends a wait.
    enum Event {
      /// The descriptor has input, or is at its end.
      case input
      case wake
      /// The time is over, or a signal has come.
      case nothing
    }

    /// Waits for the wake pipe, or for input.
    ///
    /// - Parameter patience: The maximum time in milliseconds; less than 0 for no limit.
    func wait(orFor descriptor: Int32? = nil, for patience: Int32) -> Event {
      var entries = [
        pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0),
        // A negative descriptor is ignored.
        pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&entries, 2, patience) > 0 else { return .nothing }
      if entries[0].revents != 0 {
        var bytes = ContiguousArray<UInt8>(repeating: 0, count: 64)
        _ = StreamPlatform.read(from: ends.read, into: &bytes)
      }
      return entries[1].revents != 0 ? .input : .wake
    }
  }

  /// Returns freed memory to the system after a peak; other allocators than glibc's do so by themselves.
  package static func releaseFreedMemory() {
    #if canImport(Glibc)
      // Swift's module of glibc does not export this function, so it is looked up by name.
      guard let symbol = dlsym(nil, "malloc_trim") else { return }
      // glibc declares it as `int malloc_trim(size_t)`, since 1996.
      let trim = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)
      _ = trim(0)
    #endif
  }

  /// Reserves standard output for frames: all other output goes to standard error from now on.
  ///
  /// - Returns: A descriptor of the former standard output.
  static func takeStandardOutput() -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    openMissingStandardStreams()
    let descriptor = fcntl(1, F_DUPFD_CLOEXEC, 3)
    dup2(2, 1)
    return descriptor
  }

  /// See `StandardStream.openAll()`.
  static func openMissingStandardStreams() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 { _ = open("/dev/null", O_RDWR) }
  }
}
