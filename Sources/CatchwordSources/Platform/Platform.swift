// The one place where this target touches the operating system.
import CatchwordMatching
import CatchwordRPC

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

  /// Reads a file from its beginning to its end.
  ///
  /// - Parameters:
  ///   - pieceLength: How much to read at a time, in bytes.
  ///   - take: Called with each piece; must not keep the pointer.
  static func read(
    _ path: String, pieceLength: Int, _ take: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure() }
    defer { close(descriptor) }
    var buffer = ContiguousArray<UInt8>(repeating: 0, count: pieceLength)
    while true {
      let count = CatchwordRPC.Platform.readOnce(from: descriptor, into: &buffer)
      if count == 0 { return }
      if count < 0 {
        if errno == EINTR { continue }
        throw Failure()
      }
      try buffer.withUnsafeBufferPointer { try take(UnsafeBufferPointer(rebasing: $0[..<count])) }
    }
  }

  /// What tells one state of a file from another; of a link, that of the file it leads to.
  static func stamp(of path: String) -> FileAccess.Stamp? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    let modified = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    return FileAccess.Stamp(modified: modified, size: UInt64(max(0, status.st_size)))
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

  /// Maps a file that is never changed once it is there, only replaced.
  ///
  /// Who cuts it short all the same, which its mode forbids, ends every process that has it mapped: no system offers
  /// mapped memory without that.
  ///
  /// - Returns: nil when it cannot be opened, is empty, or is no regular file.
  static func map(_ path: String) -> SegmentMemory? {
    // Not waiting for the other side of what may be a pipe.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return nil }
    let count = Int(status.st_size)
    guard let base = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED else { return nil }
    let address = UInt(bitPattern: base)
    // The mapping lives until the last segment in it is gone, and nobody else has the address.
    return SegmentMemory(UnsafeRawBufferPointer(start: base, count: count)) {
      munmap(UnsafeMutableRawPointer(bitPattern: address), count)
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
