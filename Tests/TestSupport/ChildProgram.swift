import CatchwordProcesses
package import Foundation

/// A program that runs as a child of the tests, in a process group of its own.
///
/// Every wait for it is bounded, and it is ended with its group when it is let go of. Foundation's `Process` is not used:
/// on Linux it hears of a child's end by a socket that the child's own children inherit, so it waits for as long as one
/// of them lives, and while it waits for one child it hears of no other one's end.
package final class ChildProgram {
  /// Where one of its standard streams leads.
  package enum Stream {
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
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// How long any program may take that works, on a slow machine.
  private static let patience: TimeInterval = 300

  /// Its process id.
  package let id: pid_t
  /// Where its input is written, nil unless it is a pipe.
  package let input: FileHandle?
  /// Where its output is read, nil unless it is a pipe.
  package let output: FileHandle?

  private let name: String
  private var ended: Int32?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - environment: The whole of it, nil for ours.
  ///   - folder: Where it works, nil for our folder.
  ///   - errors: Where its errors go; a pipe is the one of its output.
  package init(
    _ path: String, _ arguments: [String] = [], environment: [String: String]? = nil, folder: URL? = nil,
    input: Stream = .nothing, output: Stream = .nothing, errors: Stream = .nothing
  ) throws {
    name = path
    // Writing to a program that has ended must be an error, and not the end of the tests.
    ProcessPlatform.ignoreBrokenPipes()
    var toChild: ProcessPlatform.Ends?
    var fromChild: ProcessPlatform.Ends?
    var descriptors: [(from: Int32, to: Int32)] = []
    // What the child has of ours by then, and we need no more.
    var given: [Int32] = []
    defer { for descriptor in given { ProcessPlatform.shut(descriptor) } }
    for (number, stream) in [(0, input), (1, output), (2, errors)] as [(Int32, Stream)] {
      switch stream {
      case .pipe where number == 0:
        let ends = try Self.makePipe()
        toChild = ends
        given.append(ends.first)
        descriptors.append((ends.first, 0))
      case .pipe:
        let ends = try fromChild ?? Self.makePipe()
        if fromChild == nil { given.append(ends.second) }
        fromChild = ends
        descriptors.append((ends.second, number))
      case .file(let path):
        given.append(try Self.open(path, number == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC))
        descriptors.append((given[given.count - 1], number))
      case .nothing:
        given.append(try Self.open("/dev/null", O_RDWR))
        descriptors.append((given[given.count - 1], number))
      case .output: if number == 2 { descriptors.append((1, 2)) }
      }
    }
    var command = [path] + arguments
    // There is no other way to start a program in a folder on every platform.
    if let folder { command = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder.path] + command }
    let started = ProcessPlatform.spawn(
      command[0], command, environment: environment, descriptors: descriptors, inOwnGroup: true,
      closed: Self.inheritable)
    self.input = toChild.map { FileHandle(fileDescriptor: $0.second, closeOnDealloc: true) }
    self.output = fromChild.map { FileHandle(fileDescriptor: $0.first, closeOnDealloc: true) }
    id = try started.mapError { Failure(description: "\(path) cannot be started: \($0)") }.get()
  }

  deinit { end() }

  /// Its exit code, or 128 and the signal that ended it; nil while it runs.
  package var exitCode: Int32? {
    ended = ended ?? ProcessPlatform.reap(id)?.status
    return ended
  }

  /// Waits until it has ended; blocks.
  ///
  /// - Returns: Its exit code, or 128 and the signal that ended it.
  /// - Throws: `Failure` when it does not end in time; then it is ended.
  @discardableResult
  package func wait() throws -> Int32 {
    if let code = exitCode(before: Date().addingTimeInterval(Self.patience)) { return code }
    end()
    throw Failure(description: "\(name) has not ended in \(Self.patience) s.")
  }

  /// Ends it at once, with its group; nothing happens when it has ended.
  package func end() {
    guard exitCode == nil else { return }
    ProcessPlatform.kill(group: id)
    ProcessPlatform.kill(process: id)
    _ = exitCode(before: Date().addingTimeInterval(10))
  }

  private func exitCode(before deadline: Date) -> Int32? {
    while exitCode == nil, Date() < deadline { ProcessPlatform.rest() }
    return exitCode
  }

  /// What it says next, empty at the end; blocks until it says something.
  ///
  /// - Throws: `Failure` when that takes too long.
  package func read() throws -> Data {
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
  package func readToEnd() throws -> Data {
    var all = Data()
    while case let data = try read(), !data.isEmpty { all += data }
    return all
  }

  private static func makePipe() throws -> ProcessPlatform.Ends {
    let ends = ProcessPlatform.makePipe()
    guard ends.first >= 0, ends.second >= 0 else { throw Failure(description: "no pipe can be made") }
    return ends
  }

  /// Descriptors that a child would inherit, as Foundation does not keep its own from that.
  private static var inheritable: [Int32] {
    #if os(Linux)
      // With some to spare for those that other threads open meanwhile.
      let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.compactMap { Int32($0) } ?? []
      return Array(3...((open.max() ?? 3) + 64))
    #else
      return []
    #endif
  }

  /// Opens a file for a child alone.
  private static func open(_ path: String, _ flags: Int32) throws -> Int32 {
    let descriptor = Foundation.open(path, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure(description: "\(path): \(String(cString: strerror(errno)))") }
    return descriptor
  }
}
