// The one place where this target touches the operating system.
import CatchwordRPC
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A child process with pipes to its input and from its output; its errors go where ours go.
public final class ChildProcess: Sendable {
  /// Why a program could not be started.
  public struct LaunchError: Error, CustomStringConvertible {
    /// For people.
    public let description: String
  }

  /// The child's process id.
  public let id: Int32
  /// Where its output is read.
  package let output: Int32
  /// Where its input is written, -1 once it is closed; held while somebody writes, so that nobody closes it meanwhile.
  private let inputEnd: Mutex<Int32>
  /// How it ended, as in `waitForExit`; nil until somebody has waited for it. Held while it is looked for or killed, so that its
  /// number cannot be another process's by then.
  private let status = Mutex<Int32?>(nil)

  /// Where its input is written by one who does so without us, and closes it no sooner than when that is over; -1 once it is closed.
  package var input: Int32 { inputEnd.withLock(\.self) }

  /// Starts a program.
  ///
  /// - Throws: `LaunchError`, with the program's name and the system's reason.
  public init(_ command: [String], environment: [String: String]? = nil) throws(LaunchError) {
    guard let program = command.first else { throw LaunchError(description: "there is no command to run") }
    signal(SIGPIPE, SIG_IGN)
    // One child at a time, so that none is started between the making and the marking of another's pipes.
    let (id, toChild, fromChild, code) = ChildProcess.launching.withLock { _ in
      ChildProcess.launch(program, command, environment)
    }
    close(toChild.read)
    close(fromChild.write)
    self.id = id
    inputEnd = Mutex(toChild.write)
    output = fromChild.read
    guard code == 0 else {
      closeInput()
      close(output)
      throw LaunchError(description: "\(program) cannot be started: \(String(cString: strerror(code)))")
    }
  }

  private static let launching = Mutex(())

  private typealias Pipe = (read: Int32, write: Int32)

  private static func launch(
    _ program: String, _ command: [String], _ environment: [String: String]?
  ) -> (id: pid_t, toChild: Pipe, fromChild: Pipe, code: Int32) {
    let toChild = ChildProcess.pipe()
    let fromChild = ChildProcess.pipe()
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, toChild.read, 0)
    posix_spawn_file_actions_adddup2(&actions, fromChild.write, 1)
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    // The child begins with no signal blocked, and none ignored, whatever the thread that starts it has done.
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    var id: pid_t = 0
    let variables = environment.map { $0.map { "\($0.key)=\($0.value)" } }
    let code = ChildProcess.withCStrings(command) { arguments in
      guard let variables else { return posix_spawnp(&id, program, &actions, &attributes, arguments, environ) }
      return ChildProcess.withCStrings(variables) { posix_spawnp(&id, program, &actions, &attributes, arguments, $0) }
    }
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
    return (id, toChild, fromChild, code)
  }

  deinit { closeInput() }

  /// Writes to its input; waits until it has read enough.
  func write(_ bytes: ContiguousArray<UInt8>) {
    inputEnd.withLock { input in
      if input >= 0 { _ = Platform.write(bytes, to: input) }
    }
  }

  /// The next bytes of a descriptor, nil at its end; waits for them.
  static func read(_ descriptor: Int32) -> ContiguousArray<UInt8>? {
    var buffer = ContiguousArray<UInt8>(repeating: 0, count: 64 * 1024)
    let count = Platform.read(from: descriptor, into: &buffer)
    if count > 0 { return ContiguousArray(buffer[..<count]) }
    close(descriptor)
    return nil
  }

  /// Closes its input, when what is being written has been.
  package func closeInput() {
    inputEnd.withLock { input in
      if input >= 0 { close(input) }
      input = -1
    }
  }

  /// Ends the child, whether it wants to or not; nothing happens when it has ended. Any thread may.
  public func kill() {
    status.withLock { status in
      look(&status)
      guard status == nil else { return }
      #if canImport(Darwin)
        Darwin.kill(id, SIGKILL)
      #elseif canImport(Musl)
        Musl.kill(id, SIGKILL)
      #else
        Glibc.kill(id, SIGKILL)
      #endif
    }
    _ = waitForExit(.seconds(5))
  }

  /// How the child ended: its exit code, or 128 and the signal that ended it; nil when it has not ended in time. Any thread
  /// may wait.
  package func waitForExit(_ patience: Duration) -> Int32? {
    let clock = ContinuousClock()
    let deadline = clock.now + patience
    while true {
      let status = status.withLock { status in
        look(&status)
        return status
      }
      if status != nil || clock.now >= deadline { return status }
      // A child cannot be waited for together with a deadline on every platform, so look every millisecond.
      usleep(1000)
    }
  }

  /// Looks whether it has ended, unless that is known.
  private func look(_ status: inout Int32?) {
    guard status == nil else { return }
    var raw: Int32 = 0
    let result = waitpid(id, &raw, WNOHANG)
    if result == id { status = raw & 0x7F == 0 ? raw >> 8 & 0xFF : 128 + raw & 0x7F }
    if result < 0 && errno != EINTR { status = 127 }
  }

  /// A pipe that children do not inherit: one that someone else holds open never ends.
  private static func pipe() -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      _ = Darwin.pipe(&ends)
    #elseif canImport(Musl)
      _ = Musl.pipe(&ends)
    #else
      _ = Glibc.pipe(&ends)
    #endif
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// A null-terminated array of C strings, valid for the call.
  private static func withCStrings(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
  ) -> Int32 {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
