// The only file of this target that calls the operating system.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A socket that is connected to another process, closed on deinitialization.
///
/// Only the lookup of a host's name may take longer than the deadline, as it is left to the system.
final class StreamSocket: ByteChannel {
  private let descriptor: Int32
  var isDirect: Bool { true }

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  // MARK: Connecting

  /// Connects to the first address of a host that answers.
  ///
  /// - Throws: `PageStoreError`.
  static func connect(
    host: String, port: UInt16, until deadline: ContinuousClock.Instant
  ) throws(PageStoreError) -> StreamSocket {
    var hints = addrinfo()
    hints.ai_socktype = StreamSocket.kind
    var first: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, "\(port)", &hints, &first)
    guard code == 0 else {
      throw PageStoreError("the host \(host) is not found: \(String(cString: gai_strerror(code)))", isAway: true)
    }
    defer { freeaddrinfo(first) }
    var failure = PageStoreError("the host \(host) has no address", isAway: true)
    var left = sequence(first: first) { $0?.pointee.ai_next }.prefix { $0 != nil }.reduce(0) { count, _ in count + 1 }
    var next = first
    // The list is the system's, and valid until it is freed.
    while let entry = next {
      do throws(PageStoreError) {
        // One that does not answer leaves the others their share of the time.
        let end = ContinuousClock.now + (deadline - .now) / max(1, left)
        left -= 1
        return try connect(
          entry.pointee.ai_family, entry.pointee.ai_addr, entry.pointee.ai_addrlen, "\(host):\(port)", end)
      } catch {
        failure = error
      }
      next = entry.pointee.ai_next
    }
    throw failure
  }

  /// Connects to a socket of this machine.
  ///
  /// - Throws: `PageStoreError`.
  static func connect(path: String, until deadline: ContinuousClock.Instant) throws(PageStoreError) -> StreamSocket {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw PageStoreError("the path \(path) is too long for a socket")
    }
    // The path is shorter than its room, whose last byte stays 0.
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    // The address is valid for the call.
    return try withUnsafePointer(to: &address) { pointer throws(PageStoreError) in
      let address = UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self)
      return try connect(AF_UNIX, address, length, path, deadline)
    }
  }

  private static func connect(
    _ family: Int32, _ address: UnsafePointer<sockaddr>?, _ length: socklen_t, _ place: String,
    _ deadline: ContinuousClock.Instant
  ) throws(PageStoreError) -> StreamSocket {
    let descriptor = socket(family, StreamSocket.kind, 0)
    guard descriptor >= 0 else { throw PageStoreError("\(place) cannot be reached: \(reason)", isAway: true) }
    let connection = StreamSocket(descriptor)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    var one: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    // A question is smaller than a packet, and should not wait for another.
    if family != AF_UNIX { setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, size) }
    #if canImport(Darwin)
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &one, size)
    #endif
    func connect() -> Int32 {
      #if canImport(Darwin)
        Darwin.connect(descriptor, address, length)
      #elseif canImport(Musl)
        Musl.connect(descriptor, address!, length)
      #else
        Glibc.connect(descriptor, address, length)
      #endif
    }
    var result = connect()
    // So many connect to a socket of this machine just now that it takes no more for a moment.
    while result != 0, errno == EAGAIN, .now < deadline {
      pause(.milliseconds(1))
      result = connect()
    }
    if result != 0 {
      guard errno == EINPROGRESS || errno == EINTR else { throw refusal(errno, place) }
      try connection.wait(for: POLLOUT, until: deadline, place)
      var (failure, length) = (Int32(0), size)
      getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &length)
      if failure != 0 { throw refusal(failure, place) }
    }
    return connection
  }

  private static func refusal(_ code: Int32, _ place: String) -> PageStoreError {
    let remedy = code == ECONNREFUSED || code == ENOENT ? "; is a server running there?" : ""
    return PageStoreError("\(place) cannot be reached: \(String(cString: strerror(code)))\(remedy)", isAway: true)
  }

  private static var kind: Int32 {
    #if canImport(Glibc)
      Int32(SOCK_STREAM.rawValue)
    #else
      SOCK_STREAM
    #endif
  }

  /// The last failure, in the system's words.
  private static var reason: String { String(cString: strerror(errno)) }

  /// Waits.
  static func pause(_ duration: Duration) { _ = poll(nil, 0, Int32(duration / .milliseconds(1))) }

  // MARK: Reading and writing

  /// Waits until the other side has sent something, or takes something.
  private func wait(
    for events: Int32, until deadline: ContinuousClock.Instant, _ place: String = "the server"
  ) throws(PageStoreError) {
    while true {
      let left = (deadline - .now) / .milliseconds(1)
      guard left > 0 else { throw .late(place) }
      var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      if poll(&entry, 1, Int32(min(left.rounded(.up), 60_000))) > 0 { return }
    }
  }

  /// Writes all bytes.
  ///
  /// - Throws: `PageStoreError`.
  func write(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) throws(PageStoreError) {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var start = 0
    while start < bytes.count {
      // The pointer is valid for the call, which reads at most `count` bytes from it.
      let count = bytes[start...].withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
      if count >= 0 {
        start += count
      } else if errno == EAGAIN {
        try wait(for: POLLOUT, until: deadline)
      } else if errno != EINTR {
        throw PageStoreError("the connection has been lost: \(StreamSocket.reason)", isClosed: true)
      }
    }
  }

  /// Appends what has come, at least a byte.
  ///
  /// - Throws: `PageStoreError`, also at the end of the stream.
  func read(into bytes: inout [UInt8], until deadline: ContinuousClock.Instant) throws(PageStoreError) {
    while true {
      // The buffer is as large as it says; of what it has, what was written is appended, and nothing keeps it.
      let result = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16_384) { buffer in
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        if count > 0 { bytes.append(contentsOf: buffer[..<count]) }
        return count
      }
      if result > 0 { return }
      if result == 0 {
        throw PageStoreError("the connection has been closed by the server or on the way there", isClosed: true)
      }
      switch errno {
      case EAGAIN: try wait(for: POLLIN, until: deadline)
      case EINTR: break
      default: throw PageStoreError("the connection has been lost: \(StreamSocket.reason)", isClosed: true)
      }
    }
  }
}
