public import Foundation

/// A program that runs as a child of the tests, in a process group of its own.
///
/// Every wait for it is bounded, and it is ended with its group when it is let go of. Foundation's `Process` is not used:
/// on Linux it hears of a child's end by a socket that the child's own children inherit, so it waits for as long as one
/// of them lives, and while it waits for one child it hears of no other one's end.
public final class ChildProgram {
  /// Where one of its standard streams leads.
  public enum Stream {
    /// To nothing, `/dev/null`.
    case nothing
    /// To us.
    case pipe
    /// To a file, which is emptied before it is written.
    case file(String)
    /// To where its output leads.
    case output
  }

  /// It could not be started, or has not ended in time.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// How long any program may take that works, on a slow machine.
  private static let patience: TimeInterval = 300

  /// Its process id.
  public let id: pid_t
  /// Where its input is written, nil unless it is a pipe.
  public let input: FileHandle?
  /// Where its output is read, nil unless it is a pipe.
  public let output: FileHandle?
  private typealias Ends = (reading: FileHandle, writing: FileHandle)

  private let name: String
  private var ended: Int32?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - environment: The whole of it, nil for ours.
  ///   - folder: Where it works, nil for our folder.
  ///   - errors: Where its errors go; a pipe is the one of its output.
  public init(
    _ path: String, _ arguments: [String] = [], environment: [String: String]? = nil, folder: URL? = nil,
    input: Stream = .nothing, output: Stream = .nothing, errors: Stream = .nothing
  ) throws {
    name = path
    // Writing to a program that has ended must be an error, and not the end of the tests.
    signal(SIGPIPE, SIG_IGN)
    let actions = SpawnActions()
    var toChild: Ends?
    var fromChild: Ends?
    switch input {
    case .pipe:
      let ends = try Self.makePipe()
      toChild = ends
      actions.duplicate(ends.reading.fileDescriptor, to: 0)
    case .file(let path): actions.open(path, as: 0, O_RDONLY)
    case .nothing: actions.open("/dev/null", as: 0, O_RDONLY)
    case .output: break
    }
    for (number, stream) in [(1, output), (2, errors)] as [(Int32, Stream)] {
      switch stream {
      case .pipe:
        let ends = try fromChild ?? Self.makePipe()
        fromChild = ends
        actions.duplicate(ends.writing.fileDescriptor, to: number)
      case .file(let path): actions.open(path, as: number, O_WRONLY | O_CREAT | O_TRUNC)
      case .nothing: actions.open("/dev/null", as: number, O_WRONLY)
      case .output: actions.duplicate(1, to: number)
      }
    }
    var command = [path] + arguments
    // There is no other way to start a program in a folder on every platform.
    if let folder { command = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder.path] + command }
    let (id, code) = actions.spawn(command, environment ?? ProcessInfo.processInfo.environment)
    guard code == 0 else { throw Failure(description: "\(path) cannot be started: \(String(cString: strerror(code)))") }
    self.id = id
    try? toChild?.reading.close()
    try? fromChild?.writing.close()
    self.input = toChild?.writing
    self.output = fromChild?.reading
  }

  deinit { end() }

  /// Its exit code, or 128 and the signal that ended it; nil while it runs.
  public var exitCode: Int32? {
    if let ended { return ended }
    var status: Int32 = 0
    let result = waitpid(id, &status, WNOHANG)
    if result == id { ended = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F }
    if result < 0 && errno != EINTR { ended = 127 }
    return ended
  }

  /// Waits until it has ended; blocks.
  ///
  /// - Returns: Its exit code, or 128 and the signal that ended it.
  /// - Throws: `Failure` when it does not end in time; then it is ended.
  @discardableResult
  public func wait() throws -> Int32 {
    if let code = exitCode(before: Date().addingTimeInterval(Self.patience)) { return code }
    end()
    throw Failure(description: "\(name) has not ended in \(Self.patience) s.")
  }

  /// Ends it at once, with its group; nothing happens when it has ended.
  public func end() {
    guard exitCode == nil else { return }
    if kill(-id, SIGKILL) != 0 { kill(id, SIGKILL) }
    _ = exitCode(before: Date().addingTimeInterval(10))
  }

  private func exitCode(before deadline: Date) -> Int32? {
    // There is no wait for a child that ends at a deadline on every platform.
    while exitCode == nil, Date() < deadline { usleep(1000) }
    return exitCode
  }

  /// What it says next, empty at the end; blocks until it says something.
  ///
  /// - Throws: `Failure` when that takes too long.
  public func read() throws -> Data {
    guard let output else { return Data() }
    var entry = pollfd(fd: output.fileDescriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&entry, 1, Int32(Self.patience * 1000))
      if count > 0 { return output.availableData }
      guard count < 0 && errno == EINTR else { throw Failure(description: "\(name) says nothing.") }
    }
  }

  /// What it says until it says no more; blocks.
  ///
  /// - Throws: `Failure` when that takes too long.
  public func readToEnd() throws -> Data {
    var all = Data()
    while case let data = try read(), !data.isEmpty { all += data }
    return all
  }

  /// A pipe that no child of ours inherits, since one that someone else holds open never ends.
  private static func makePipe() throws -> Ends {
    var ends: [Int32] = [-1, -1]
    let code = pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    guard code == 0 else { throw Failure(description: "no pipe can be made: \(String(cString: strerror(errno)))") }
    return (
      FileHandle(fileDescriptor: ends[0], closeOnDealloc: true),
      FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    )
  }
}

/// What is done in a child before its program begins.
private final class SpawnActions {
  #if canImport(Darwin)
    private var actions: posix_spawn_file_actions_t?
    private var attributes: posix_spawnattr_t?
  #else
    private var actions = posix_spawn_file_actions_t()
    private var attributes = posix_spawnattr_t()
  #endif

  init() {
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
  }

  deinit {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }

  func duplicate(_ descriptor: Int32, to number: Int32) {
    posix_spawn_file_actions_adddup2(&actions, descriptor, number)
  }

  func open(_ path: String, as number: Int32, _ flags: Int32) {
    posix_spawn_file_actions_addopen(&actions, number, path, flags, 0o600)
  }

  /// Starts the program, which inherits no other descriptors, and no signals that are blocked or ignored.
  func spawn(_ command: [String], _ environment: [String: String]) -> (id: pid_t, code: Int32) {
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    #if canImport(Darwin)
      flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      // With some to spare for what other threads open meanwhile.
      let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.compactMap { Int32($0) } ?? []
      for descriptor in 3...((open.max() ?? 3) + 64) { posix_spawn_file_actions_addclose(&actions, descriptor) }
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var id: pid_t = 0
    let words = command.map { strdup($0) }
    let variables = environment.map { strdup("\($0.key)=\($0.value)") }
    defer { for copy in words + variables { free(copy) } }
    let code = posix_spawn(&id, command[0], &actions, &attributes, words + [nil], variables + [nil])
    return (id, code)
  }
}
