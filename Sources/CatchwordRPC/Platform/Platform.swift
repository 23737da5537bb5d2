// The one place where this target touches the operating system.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Reading and writing descriptors, whatever the platform.
///
/// Both block, so they belong on threads of their own.
package enum Platform {
  /// One call of the system to read.
  ///
  /// - Returns: How many bytes came; less than 0 when none did, and then `errno` says why.
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

  /// One call of the system to write.
  ///
  /// - Returns: How many bytes were taken; less than 0 when none were, and then `errno` says why.
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

  /// Waits for bytes.
  ///
  /// - Returns: How many bytes came; 0 at the end of the stream, or when the descriptor fails.
  package static func read(from descriptor: Int32, into buffer: inout ContiguousArray<UInt8>) -> Int {
    while true {
      let count = readOnce(from: descriptor, into: &buffer)
      if count >= 0 { return count }
      if errno == EAGAIN {
        // Someone made the pipe non-blocking: wait until it has more.
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&entry, 1, -1)
      } else if errno != EINTR {
        return 0
      }
    }
  }

  /// Writes all of `bytes`, however many calls that takes.
  ///
  /// - Returns: False when the other side is gone.
  package static func write(_ bytes: ContiguousArray<UInt8>, to descriptor: Int32) -> Bool {
    var start = 0
    while start < bytes.count {
      let count = writeOnce(bytes[start...], to: descriptor)
      if count >= 0 {
        start += count
      } else if errno == EAGAIN {
        // Someone made the pipe non-blocking: wait until it takes more.
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&entry, 1, -1)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// How bytes can be written without waiting for the other side to take them.
  enum NonblockingMode {
    /// They cannot.
    case none
    /// An empty pipe takes at once as many bytes as it has room for.
    case pipe
    /// The system takes what it can.
    case socket
  }

  /// Finds out what a descriptor is.
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

  /// How many bytes an empty pipe takes, which the other side may change at any time; nil where nobody knows.
  private static func capacity(ofPipe descriptor: Int32) -> Int? {
    #if os(Linux)
      // F_GETPIPE_SZ, which the module of the C library does not show.
      let capacity = fcntl(descriptor, 1032)
      return capacity > 0 ? Int(capacity) : nil
    #else
      return nil
    #endif
  }

  /// Writes what can be written without waiting; for the only one who writes to the descriptor.
  ///
  /// - Returns: How many bytes were written; nil when the other side is gone.
  static func writeAtOnce(_ bytes: ContiguousArray<UInt8>, to descriptor: Int32, _ mode: NonblockingMode) -> Int? {
    var waiting: Int32 = 0
    switch mode {
    case .none: return 0
    case .pipe:
      // No pipe takes less than a page.
      guard bytes.count <= 4096 || bytes.count <= capacity(ofPipe: descriptor) ?? 0,
        ioctl(descriptor, UInt(FIONREAD), &waiting) == 0, waiting == 0
      else { return 0 }
      return write(bytes, to: descriptor) ? bytes.count : nil
    case .socket:
      // The pointer is valid for the call, which reads at most as many bytes as there are.
      let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT)) }
      if count >= 0 { return count }
      return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR || errno == ENOBUFS ? 0 : nil
    }
  }

  /// Wakes a thread that waits in the system.
  final class WakePipe: Sendable {
    private let ends: (read: Int32, write: Int32)

    init() {
      var ends: [Int32] = [-1, -1]
      // Without a pipe there are no descriptors left, and nothing can be served.
      guard pipe(&ends) == 0 else { fatalError("There are no file descriptors left.") }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      self.ends = (ends[0], ends[1])
    }

    deinit {
      close(ends.read)
      close(ends.write)
    }

    /// Ends a wait, the next one if there is none.
    func wake() {
      var byte: UInt8 = 1
      #if canImport(Darwin)
        _ = Darwin.write(ends.write, &byte, 1)
      #elseif canImport(Musl)
        _ = Musl.write(ends.write, &byte, 1)
      #else
        _ = Glibc.write(ends.write, &byte, 1)
      #endif
    }

    /// Waits for the wake pipe, or for something to read.
    ///
    /// - Parameter returnsAtOnce: It only looks, and waits for nothing.
    /// - Returns: True when there is something to read from the descriptor, or its end.
    func wait(orFor descriptor: Int32?, returnsAtOnce: Bool = false) -> Bool {
      var entries = [
        pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0),
        // A negative descriptor is passed over.
        pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&entries, 2, returnsAtOnce ? 0 : -1) > 0 else { return false }
      if entries[0].revents != 0 {
        var bytes = ContiguousArray<UInt8>(repeating: 0, count: 64)
        _ = Platform.read(from: ends.read, into: &bytes)
      }
      return entries[1].revents != 0
    }
  }

  /// Gives memory back that was freed after it was needed for a while; elsewhere than in glibc that goes by itself.
  package static func releaseFreedMemory() {
    #if canImport(Glibc)
      // Swift's module of glibc does not show this function, so it is looked up by its name.
      guard let symbol = dlsym(nil, "malloc_trim") else { return }
      // glibc declares it as `int malloc_trim(size_t)`, since 1996.
      let trim = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)
      _ = trim(0)
    #endif
  }

  /// Keeps the standard output for frames alone: anything printed by anyone goes to standard error from now on.
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
