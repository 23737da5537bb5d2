import CatchwordRPC
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Pipes and sockets between this process and its children.
extension ProcessPlatform {
  /// Held while a pipe is made or a child is started: a child that is started before a pipe is close-on-exec keeps it open.
  static let launching = Mutex(())

  /// The two descriptors of a pipe or socket; children inherit neither unless they are given one.
  package typealias Ends = (first: Int32, second: Int32)

  /// Creates a pipe: the first end is read, the second written. Both are -1 when no descriptors are left.
  package static func makePipe() -> Ends {
    launching.withLock { _ in
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return (-1, -1) }
      return whole((raised(ends[0]), raised(ends[1])))
    }
  }

  /// Creates a pair of connected sockets: each end is notified when the other one is closed.
  static func makeSocket() -> Ends {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      let type = Int32(SOCK_STREAM.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    return launching.withLock { _ in
      guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return (-1, -1) }
      return whole((raised(ends[0]), raised(ends[1])))
    }
  }

  /// Returns both ends, or neither when one of them could not be made.
  private static func whole(_ ends: Ends) -> Ends {
    if ends.first >= 0 && ends.second >= 0 { return ends }
    shut(ends.first)
    shut(ends.second)
    return (-1, -1)
  }

  /// Returns a descriptor, or its duplicate with a number above those that children are given, as close-on-exec.
  private static func raised(_ descriptor: Int32) -> Int32 {
    if descriptor >= firstFreeDescriptor {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      return descriptor
    }
    let higher = fcntl(descriptor, F_DUPFD_CLOEXEC, firstFreeDescriptor)
    close(descriptor)
    return higher
  }

  private static let firstFreeDescriptor: Int32 = 10

  /// Makes a descriptor non-blocking; for a pipe, this end alone.
  static func makeNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  package static func shut(_ descriptor: Int32) {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Reads without waiting: returns the number of bytes, 0 when there are none now, and nil at the end or on failure.
  static func readNow(_ descriptor: Int32, into buffer: inout ContiguousArray<UInt8>) -> Int? {
    let count = StreamPlatform.readOnce(from: descriptor, into: &buffer)
    if count > 0 { return count }
    return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) ? 0 : nil
  }

  /// Writes without waiting: returns the number of bytes that were accepted; nil when the other side is gone.
  static func writeNow(_ bytes: ContiguousArray<UInt8>.SubSequence, to descriptor: Int32) -> Int? {
    let count = StreamPlatform.writeOnce(bytes, to: descriptor)
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? 0 : nil
  }

  /// An event to wait for.
  enum Wish {
    case reading(Int32)
    case writing(Int32)
    /// No event; a placeholder that keeps the order of the list.
    case nothing
  }

  /// Waits until one of the wishes is fulfilled, or a number of milliseconds has passed.
  ///
  /// - Returns: True for each wish that is fulfilled, or whose descriptor has failed.
  static func wait(_ wishes: [Wish], _ milliseconds: Int?) -> [Bool] {
    var entries = wishes.map { wish in
      switch wish {
      case .reading(let descriptor): pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      case .writing(let descriptor): pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      case .nothing: pollfd(fd: -1, events: 0, revents: 0)
      }
    }
    let timeout = milliseconds.map { Int32(clamping: max(0, $0)) } ?? -1
    guard poll(&entries, nfds_t(entries.count), timeout) > 0 else { return wishes.map { _ in false } }
    return entries.map { $0.revents != 0 }
  }

  /// Empties a wake pipe.
  static func drain(_ descriptor: Int32) {
    var buffer = ContiguousArray<UInt8>(repeating: 0, count: 64)
    while let count = readNow(descriptor, into: &buffer), count == buffer.count {}
  }

  /// Wakes the thread that waits for the other end of a pipe; when the pipe is full, a wake is pending already.
  static func wake(_ descriptor: Int32) { _ = writeNow([1][...], to: descriptor) }

  /// Ignores SIGPIPE, so that a write to a program that has ended does not end this process.
  package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
}
