// The one place where this target touches the operating system.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Files as descriptors and as memory, which Foundation's essentials have no calls for.
enum Platform {
  /// A call that failed, in the system's own words.
  struct Failure: Error, CustomStringConvertible {
    let description = String(cString: strerror(errno))
  }

  /// What tells one state of a file from another; of a link, that of the file it leads to.
  static func stamp(of path: String) -> FileAccess.Stamp? {
    var status = stat()
    return stat(path, &status) == 0 ? stamp(status) : nil
  }

  /// Makes a file that is not there yet, for its owner to read only, and lets `body` write it.
  static func create(_ path: String, _ body: (_ descriptor: Int32) throws -> Void) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o400)
    guard descriptor >= 0 else { throw Failure() }
    defer { close(descriptor) }
    try body(descriptor)
  }

  /// Writes bytes at a place in a file.
  static func write(_ bytes: UnsafeRawBufferPointer, at offset: Int, to descriptor: Int32) throws {
    var done = 0
    while done < bytes.count {
      let count = pwrite(descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset + done))
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        throw Failure()
      }
    }
  }

  /// Puts a file in the place of another at once: who has the other one mapped keeps it.
  static func replace(_ path: String, with newPath: String) throws {
    guard rename(newPath, path) == 0 else { throw Failure() }
  }

  /// Seconds since 1970.
  static func wallClock() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The logarithm of a number to base 2.
  static func logarithm(of number: Double) -> Double { log2(number) }

  /// 2 to a power.
  static func power(of exponent: Double) -> Double { exp2(exponent) }
}
