// The one place where this target touches the operating system.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

import Synchronization

enum System {
  /// True when a descriptor is a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Hands the keys of the terminal over as they are pressed; returns what gives it back as it was, or nil without one.
  static func beginRawInput() -> (() -> Void)? {
    var state = termios()
    guard isTerminal(0), isTerminal(1), tcgetattr(0, &state) == 0 else { return nil }
    let before = state
    cfmakeraw(&state)
    guard tcsetattr(0, TCSAFLUSH, &state) == 0 else { return nil }
    return {
      var state = before
      tcsetattr(0, TCSAFLUSH, &state)
    }
  }

  /// The columns and rows of the terminal; 80 and 24 where it does not say.
  static var terminalSize: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// The signal that the terminal's size has changed, and those that ask a program to end.
  static let sizeSignal = SIGWINCH
  static let endSignals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// The end of a pipe to which signals are written; -1 while there is none.
  private static let signals = Atomic<Int32>(-1)

  /// Has signals written to a pipe, a byte each, instead of their own effect.
  ///
  /// A source of Dispatch would lose those that come before it has been registered, which happens in the background.
  ///
  /// - Returns: The descriptor to read the numbers of the signals from; nil where there can be no pipe.
  static func openSignalPipe(_ numbers: [Int32]) -> Int32? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    // The value is initialized here, so that a handler only loads it; what it calls may be called in one (signal-safety(7)).
    signals.store(ends[1], ordering: .sequentiallyConsistent)
    for number in numbers {
      signal(number) { number in
        let before = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(System.signals.load(ordering: .relaxed), &byte, 1)
        errno = before
      }
    }
    return ends[0]
  }

  /// Reads what has come; empty when nothing is there.
  static func takeSignals(from descriptor: Int32) -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    return bytes.prefix(max(0, count)).map(Int32.init)
  }

  /// Reads what has come on standard input; empty when it was only interrupted, nil at its end.
  static func readInput() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(0, &bytes, bytes.count)
    if count < 0 && (errno == EINTR || errno == EAGAIN) { return [] }
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

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

  /// Has the C library keep less memory; to be called before there is a second thread.
  ///
  /// Large blocks go back to the system as soon as they are freed: by default, glibc keeps those of up to 32 MiB once one of
  /// that size was freed (mallopt(3), M_MMAP_THRESHOLD), which is 100 MB after reading a large folder. And all threads share
  /// two arenas (M_ARENA_MAX): by default there are eight for each processor, each of which keeps what its threads have freed,
  /// so that memory grows on a busy machine. Keys take as long with two.
  static func keepLittleMemory() {
    #if canImport(Glibc)
      // The Swift module of glibc lacks this function; its type is that of mallopt(3).
      guard let symbol = dlsym(nil, "mallopt") else { return }
      let set = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
      let (mmapThreshold, arenaMax) = (Int32(-3), Int32(-8))
      _ = set(mmapThreshold, 1 << 20)
      if getenv("MALLOC_ARENA_MAX") == nil { _ = set(arenaMax, 2) }
      releaseRelocations()
    #endif
  }

  #if canImport(Glibc)
    /// Gives the memory of the program's relocations back, 1.1 MB: the loader has read them, and nobody reads them again.
    ///
    /// What is unmapped is whole pages of the program's file that nobody writes (madvise(2), MADV_DONTNEED): whoever read them
    /// all the same would have them from the file again.
    private static func releaseRelocations() {
      // The Swift module of glibc lacks this function; its type is that of getauxval(3).
      guard let symbol = dlsym(nil, "getauxval") else { return }
      let value = unsafeBitCast(symbol, to: (@convention(c) (UInt) -> UInt).self)
      // The program's headers, which are valid as long as it runs (elf(5)).
      let place = value(UInt(AT_PHDR))
      guard let headers = UnsafePointer<Elf64_Phdr>(bitPattern: place) else { return }
      let all = UnsafeBufferPointer(start: headers, count: Int(value(UInt(AT_PHNUM))))
      guard let own = all.first(where: { $0.p_type == UInt32(PT_PHDR) }),
        let dynamic = all.first(where: { $0.p_type == UInt32(PT_DYNAMIC) })
      else { return }
      let base = place - UInt(own.p_vaddr)
      guard var entry = UnsafePointer<Elf64_Dyn>(bitPattern: base + UInt(dynamic.p_vaddr)) else { return }
      var (start, size): (UInt, UInt) = (0, 0)
      while entry.pointee.d_tag != DT_NULL {
        if entry.pointee.d_tag == DT_RELA { start = UInt(entry.pointee.d_un.d_ptr) }
        if entry.pointee.d_tag == DT_RELASZ { size = UInt(entry.pointee.d_un.d_val) }
        entry += 1
      }
      // The loader may have made an address of the distance from the program's start.
      if start < base { start += base }
      let page = UInt(getpagesize())
      let (first, end) = ((start + page - 1) / page * page, (start + size) / page * page)
      if first < end { madvise(UnsafeMutableRawPointer(bitPattern: first), Int(end - first), MADV_DONTNEED) }
    }
  #endif

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
