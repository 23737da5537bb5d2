// This folder is the only place where the target's processes use the operating system.
import CatchwordRPC
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The operating system's processes, process groups and pipes.
package enum ProcessPlatform {
  /// A call that failed, in the system's own words.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    init(description: String) { self.description = description }
    init(code: Int32) { description = String(cString: strerror(code)) }
  }

  /// The kind of what a path leads to, links followed.
  enum Kind {
    case executable, other, folder, nothing
  }

  static func kind(of path: String) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else { return .nothing }
    if status.st_mode & S_IFMT == S_IFDIR { return .folder }
    return status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0 ? .executable : .other
  }

  /// The path of the running executable; on Linux it is valid even when the file has been replaced since the start.
  package static var ownExecutable: String {
    #if canImport(Darwin)
      var size = UInt32(PATH_MAX)
      var buffer = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&buffer, &size) == 0 else { return CommandLine.arguments[0] }
      return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #else
      return "/proc/self/exe"
    #endif
  }

  // MARK: Processes

  /// Starts a program with no signals blocked or ignored, whatever the state of the calling thread.
  ///
  /// - Parameters:
  ///   - program: The path of the program; with `searchesPath`, its name.
  ///   - arguments: The name that it is called by, and its arguments.
  ///   - environment: The environment variables; nil for ours.
  ///   - descriptors: The descriptors of ours that it gets, with their numbers in the child.
  ///   - inOwnGroup: True to make it the leader of a new process group.
  ///   - searchesPath: True to look up a name without a slash in the folders of `PATH`.
  ///   - closed: The descriptors that it must not inherit although they are not close-on-exec, where the system cannot
  ///     close all others by itself; nil when there are none.
  package static func spawn(
    _ program: String, _ arguments: [String], environment: [String: String]?, descriptors: [(from: Int32, to: Int32)],
    inOwnGroup: Bool, searchesPath: Bool = false, closed: [Int32]? = nil
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
    for descriptor in closed ?? [] { posix_spawn_file_actions_addclose(&actions, descriptor) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (inOwnGroup ? POSIX_SPAWN_SETPGROUP : 0)
    #if canImport(Darwin)
      let others = closed == nil ? 0 : POSIX_SPAWN_CLOEXEC_DEFAULT
      for number: Int32 in 0...2 where closed != nil && !descriptors.contains(where: { $0.to == number }) {
        posix_spawn_file_actions_addinherit_np(&actions, number)
      }
    #else
      let others: Int32 = 0
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags | others))
    var id: pid_t = 0
    let variables = environment.map { $0.map { "\($0.key)=\($0.value)" } }
    let start = searchesPath ? posix_spawnp : posix_spawn
    let code = withCStrings(arguments) { arguments in
      guard let variables else {
        return launching.withLock { _ in start(&id, program, &actions, &attributes, arguments, environ) }
      }
      return withCStrings(variables) { variables in
        launching.withLock { _ in start(&id, program, &actions, &attributes, arguments, variables) }
      }
    }
    return code == 0 ? .success(id) : .failure(Failure(code: code))
  }

  /// Calls a closure with a null-terminated array of C strings, which is valid only for the call.
  private static func withCStrings(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
  ) -> Int32 {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }

  /// Returns the exit of a child, and releases its id; nil while it runs.
  package static func reap(_ id: Int32) -> ProcessExit? { reap(id, WNOHANG) }

  /// Waits for a child to end, and returns its exit.
  static func reapWaiting(_ id: Int32) -> ProcessExit { reap(id, 0) ?? .lost }

  private static func reap(_ id: Int32, _ options: Int32) -> ProcessExit? {
    while true {
      var raw: Int32 = 0
      let result = waitpid(id, &raw, options)
      if result == id { return raw & 0x7F == 0 ? .code(raw >> 8 & 0xFF) : .signal(raw & 0x7F) }
      if result == 0 { return nil }
      // Other code has already waited for it.
      if errno != EINTR { return .lost }
    }
  }

  /// The signal that ends a process at once.
  static let killSignal = SIGKILL

  /// Sleeps for a millisecond: not every platform can wait for a child with a deadline.
  package static func rest() { usleep(1000) }

  /// Kills a process of ours.
  package static func kill(process id: Int32) { send(SIGKILL, to: id) }

  /// Asks all processes of a group to end.
  ///
  /// - Returns: False when the group has no processes.
  static func ask(group id: Int32) -> Bool { send(SIGTERM, to: -id) }

  /// Kills all processes of a group.
  package static func kill(group id: Int32) { send(SIGKILL, to: -id) }

  /// Returns true while a group has processes, including ended ones that were not waited for.
  static func exists(group id: Int32) -> Bool { send(0, to: -id) }

  @discardableResult
  private static func send(_ signal: Int32, to id: Int32) -> Bool {
    // Never send to ourselves, our group, or all processes.
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

  /// The descriptor of the supervisor's end of the lifeline.
  static let lifeline: Int32 = 3
  /// The descriptor of a pipe that is readable when a child of the supervisor has ended.
  static let childPipe: Int32 = 4

  /// True in a process that was started with a lifeline.
  static var isLifelineHere: Bool {
    var status = stat()
    return fstat(lifeline, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// Detaches from the terminal, closes descriptors inherited by accident, and ignores all signals that ask to end.
  static func becomeSupervisor() {
    setsid()
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE] { signal(number, SIG_IGN) }
    // Inherited descriptors lack close-on-exec, or they would not be here.
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
    // The numbers are literals, because a signal handler cannot capture anything.
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

  /// Changes the working folder; returns false when that fails.
  static func enter(_ folder: String) -> Bool { chdir(folder) == 0 }

  /// Redirects the standard streams to `/dev/null`.
  static func letGoOfStandardStreams() {
    let nothing = open("/dev/null", O_RDWR)
    guard nothing >= 0 else { return }
    for stream in Int32(0)...2 { dup2(nothing, stream) }
    if nothing > 2 { close(nothing) }
  }
}
