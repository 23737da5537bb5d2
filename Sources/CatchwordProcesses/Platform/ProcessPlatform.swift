// The one place where the processes of this target touch the operating system.
import CatchwordRPC

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Processes, groups and pipes.
enum ProcessPlatform {
  /// A call that failed, in the system's own words.
  struct Failure: Error, CustomStringConvertible {
    let description: String

    init(description: String) { self.description = description }
    init(code: Int32) { description = String(cString: strerror(code)) }
  }

  /// What a path leads to.
  enum Kind {
    case executable, other, folder, nothing
  }

  static func kind(of path: String) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else { return .nothing }
    if status.st_mode & S_IFMT == S_IFDIR { return .folder }
    return status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0 ? .executable : .other
  }

  /// The program that is running, even when its file has been replaced since it started.
  static var ownExecutable: String {
    #if canImport(Darwin)
      var size = UInt32(PATH_MAX)
      var buffer = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&buffer, &size) == 0 else { return CommandLine.arguments[0] }
      return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #else
      return "/proc/self/exe"
    #endif
  }

  // MARK: Pipes

  /// Two ends that belong together; children get neither of them unless they are given one.
  typealias Ends = (first: Int32, second: Int32)

  /// A pipe: the first end is read, the second written. Both are -1 when there are no descriptors left.
  static func makePipe() -> Ends {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return (-1, -1) }
    return (raised(ends[0]), raised(ends[1]))
  }

  /// A socket with two equal ends, of which each hears when the other one is closed.
  static func makeSocket() -> Ends {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      let type = Int32(SOCK_STREAM.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return (-1, -1) }
    return (raised(ends[0]), raised(ends[1]))
  }

  /// The same, with a number that is none of those that a child is given, and closed in children.
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

  /// Makes reading and writing return at once; of a pipe, at this end alone.
  static func makeNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  static func shut(_ descriptor: Int32) {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Reads what is there: nil at the end, 0 when there is nothing now.
  static func readNow(_ descriptor: Int32, into buffer: inout ContiguousArray<UInt8>) -> Int? {
    let count = CatchwordRPC.Platform.readOnce(from: descriptor, into: &buffer)
    if count > 0 { return count }
    return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) ? 0 : nil
  }

  /// Writes what is taken at once: nil when the other side is gone.
  static func writeNow(_ bytes: ContiguousArray<UInt8>.SubSequence, to descriptor: Int32) -> Int? {
    let count = CatchwordRPC.Platform.writeOnce(bytes, to: descriptor)
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? 0 : nil
  }

  /// What is waited for.
  enum Wish {
    case reading(Int32)
    case writing(Int32)
    /// Nothing; keeps its place in the list.
    case nothing
  }

  /// Waits until one of the wishes comes true, or so many milliseconds have passed.
  ///
  /// - Returns: Which have come true; what has failed counts too.
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

  /// Reads all that is there from a wake pipe.
  static func drain(_ descriptor: Int32) {
    var buffer = ContiguousArray<UInt8>(repeating: 0, count: 64)
    while let count = readNow(descriptor, into: &buffer), count == buffer.count {}
  }

  /// Wakes who waits for the other end of a pipe; a full one has been written to.
  static func wake(_ descriptor: Int32) { _ = writeNow([1][...], to: descriptor) }

  /// Keeps a write to a program that is gone from ending us.
  static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  // MARK: Processes

  /// Starts a program that has no signal blocked or ignored.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - arguments: What it is called, and its arguments.
  ///   - environment: Its variables; nil for ours.
  ///   - descriptors: Which of ours it gets under which number.
  ///   - inOwnGroup: True to make it the first of a group of its own.
  static func spawn(
    _ program: String, _ arguments: [String], environment: [String: String]?, descriptors: [(from: Int32, to: Int32)],
    inOwnGroup: Bool
  ) -> Result<Int32, Failure> {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (from, to) in descriptors { posix_spawn_file_actions_adddup2(&actions, from, to) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let group = inOwnGroup ? POSIX_SPAWN_SETPGROUP : 0
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group))
    var id: pid_t = 0
    let variables = environment.map { $0.map { "\($0.key)=\($0.value)" } }
    let code = withCStrings(arguments) { arguments in
      guard let variables else { return posix_spawn(&id, program, &actions, &attributes, arguments, environ) }
      return withCStrings(variables) { posix_spawn(&id, program, &actions, &attributes, arguments, $0) }
    }
    return code == 0 ? .success(id) : .failure(Failure(code: code))
  }

  /// A null-terminated array of C strings, valid for the call.
  private static func withCStrings(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
  ) -> Int32 {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }

  /// How a child ended, once: nil while it lives.
  static func reap(_ id: Int32) -> ProcessExit? { reap(id, WNOHANG) }

  /// How a child ended; waits for it.
  static func reapWaiting(_ id: Int32) -> ProcessExit { reap(id, 0) ?? .lost }

  private static func reap(_ id: Int32, _ options: Int32) -> ProcessExit? {
    while true {
      var raw: Int32 = 0
      let result = waitpid(id, &raw, options)
      if result == id { return raw & 0x7F == 0 ? .code(raw >> 8 & 0xFF) : .signal(raw & 0x7F) }
      if result == 0 { return nil }
      // Somebody else has waited for it.
      if errno != EINTR { return .lost }
    }
  }

  /// The signal that ends whoever gets it.
  static let killSignal = SIGKILL

  /// Ends a process of ours at once.
  static func kill(process id: Int32) { send(SIGKILL, to: id) }

  /// Asks all of a group to end.
  ///
  /// - Returns: False when there is nobody in it.
  static func ask(group id: Int32) -> Bool { send(SIGTERM, to: -id) }

  /// Ends all of a group at once.
  static func kill(group id: Int32) { send(SIGKILL, to: -id) }

  /// True while there is anybody in a group, be it one that has ended and was not waited for.
  static func exists(group id: Int32) -> Bool { send(0, to: -id) }

  @discardableResult
  private static func send(_ signal: Int32, to id: Int32) -> Bool {
    // Never ourselves, our group, or everybody.
    guard abs(id) > 1 else { return false }
    #if canImport(Darwin)
      return Darwin.kill(id, signal) == 0
    #elseif canImport(Musl)
      return Musl.kill(id, signal) == 0
    #else
      return Glibc.kill(id, signal) == 0
    #endif
  }

  // MARK: The supervisor

  /// The supervisor's end of the lifeline.
  static let lifeline: Int32 = 3
  /// What can be read when a child of the supervisor has ended.
  static let childPipe: Int32 = 4

  /// True in a process that was started with a lifeline.
  static var isLifelineHere: Bool {
    var status = stat()
    return fstat(lifeline, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// Leaves the terminal, closes what nobody meant to hand down, and lives through all that asks it to end.
  static func becomeSupervisor() {
    setsid()
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE] { signal(number, SIG_IGN) }
    // What was inherited is not closed on exec, or it would not be here.
    for descriptor in 4..<Int32(4096) where fcntl(descriptor, F_GETFD) == 0 { close(descriptor) }
    _ = fcntl(lifeline, F_SETFD, FD_CLOEXEC)
    let wakePipe = makePipe()
    dup2(wakePipe.first, 4)
    dup2(wakePipe.second, 5)
    for descriptor in [wakePipe.first, wakePipe.second] { close(descriptor) }
    for descriptor in [Int32(4), 5] {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      makeNonBlocking(descriptor)
    }
    // The numbers are written out, since a handler can capture nothing.
    signal(SIGCHLD) { _ in
      let error = errno
      var byte: UInt8 = 1
      #if canImport(Darwin)
        _ = Darwin.write(5, &byte, 1)
      #elseif canImport(Musl)
        _ = Musl.write(5, &byte, 1)
      #else
        _ = Glibc.write(5, &byte, 1)
      #endif
      errno = error
    }
  }

  /// Changes the working folder.
  static func enter(_ folder: String) -> Bool { chdir(folder) == 0 }

  /// Puts nothing in the place of the standard streams.
  static func letGoOfStandardStreams() {
    let nothing = open("/dev/null", O_RDWR)
    guard nothing >= 0 else { return }
    for stream in Int32(0)...2 { dup2(nothing, stream) }
    if nothing > 2 { close(nothing) }
  }
}
