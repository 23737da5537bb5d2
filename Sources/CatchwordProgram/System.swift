// The one place where this target touches the operating system.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

enum System {
  /// True when a descriptor is a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The peak memory of this process so far, in bytes.
  static var peakMemory: Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #elseif canImport(Glibc)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss * 1024
    #else
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss * 1024
    #endif
  }

  /// Returns the size of a regular file, in bytes; nil for anything else.
  static func size(of path: String) -> Int? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// False for an environment variable whose value is not UTF-8: a path in it would lead to another file.
  static func isText(variable name: String) -> Bool {
    guard let value = getenv(name) else { return true }
    return String(validatingCString: value) != nil
  }

  /// Gives large blocks of memory back to the system as soon as they are freed. By default, glibc keeps those of up to
  /// 32 MiB once one of that size was freed (mallopt(3), M_MMAP_THRESHOLD): after reading a large folder, 100 MB.
  static func giveBackLargeBlocks() {
    #if canImport(Glibc)
      // The Swift module of glibc lacks this function; its type is that of mallopt(3), and -3 is M_MMAP_THRESHOLD.
      guard let symbol = dlsym(nil, "mallopt") else { return }
      let set = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
      _ = set(-3, 1 << 20)
    #endif
  }

  /// The id of this process.
  static var processID: Int { Int(getpid()) }

  /// Ends the process.
  static func exit(_ code: Int32) -> Never {
    #if canImport(Darwin)
      Darwin.exit(code)
    #elseif canImport(Musl)
      Musl.exit(code)
    #else
      Glibc._exit(code)
    #endif
  }
}
