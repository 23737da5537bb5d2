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
  /// Waits for bytes.
  ///
  /// - Returns: How many bytes came; 0 at the end of the stream, or when the descriptor fails.
  package static func read(from descriptor: Int32, into buffer: inout ContiguousArray<UInt8>) -> Int {
    while true {
      // The pointer is valid for the call, which writes at most `count` bytes to it.
      let count = buffer.withUnsafeMutableBytes { pointer in
        #if canImport(Darwin)
          Darwin.read(descriptor, pointer.baseAddress, pointer.count)
        #elseif canImport(Musl)
          Musl.read(descriptor, pointer.baseAddress, pointer.count)
        #else
          Glibc.read(descriptor, pointer.baseAddress, pointer.count)
        #endif
      }
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
      // The pointer is valid for the call, which reads at most the bytes from `start` on.
      let count = bytes.withUnsafeBytes { pointer in
        #if canImport(Darwin)
          Darwin.write(descriptor, pointer.baseAddress! + start, pointer.count - start)
        #elseif canImport(Musl)
          Musl.write(descriptor, pointer.baseAddress! + start, pointer.count - start)
        #else
          Glibc.write(descriptor, pointer.baseAddress! + start, pointer.count - start)
        #endif
      }
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
    let descriptor = dup(1)
    dup2(2, 1)
    return descriptor
  }
}
