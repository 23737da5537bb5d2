import CatchwordProcesses
import CatchwordRPC
import Synchronization

/// A child process with pipes to its input and from its output; its standard error is ours.
package final class ChildProcess: Sendable {
  /// The reason why a program could not be started.
  package struct LaunchError: Error, CustomStringConvertible {
    /// The description for people.
    package let description: String
  }

  /// The child's process id.
  package let id: Int32
  /// The descriptor from which its output is read.
  package let output: Int32
  /// The descriptor of its input, -1 once it is closed; locked during a write, so that it is not closed meanwhile.
  private let inputEnd: Mutex<Int32>
  /// The exit status as in `waitForExit`; nil until somebody has waited for it. Locked while the child is reaped or
  /// killed, so that its id cannot belong to another process by then.
  private let status = Mutex<Int32?>(nil)

  /// The descriptor of its input, for a caller that writes itself and closes it only afterwards; -1 once it is closed.
  package var input: Int32 { inputEnd.withLock(\.self) }

  /// Starts a program.
  ///
  /// - Throws: `LaunchError`, with the program's name and the system's reason.
  package init(_ command: [String], environment: [String: String]? = nil) throws(LaunchError) {
    guard let program = command.first else { throw LaunchError(description: "there is no command to run") }
    ProcessPlatform.ignoreBrokenPipes()
    let (toChild, fromChild) = (ProcessPlatform.makePipe(), ProcessPlatform.makePipe())
    guard toChild.first >= 0, fromChild.first >= 0 else {
      for end in [toChild.first, toChild.second, fromChild.first, fromChild.second] { ProcessPlatform.shut(end) }
      throw LaunchError(description: "\(program) cannot be started: there are no file descriptors left")
    }
    let started = ProcessPlatform.spawn(
      program, command, environment: environment, descriptors: [(toChild.first, 0), (fromChild.second, 1)],
      inOwnGroup: false, searchesPath: true)
    ProcessPlatform.shut(toChild.first)
    ProcessPlatform.shut(fromChild.second)
    inputEnd = Mutex(toChild.second)
    output = fromChild.first
    switch started {
    case .success(let id): self.id = id
    case .failure(let failure):
      id = 0
      closeInput()
      ProcessPlatform.shut(output)
      throw LaunchError(description: "\(program) cannot be started: \(failure)")
    }
  }

  deinit { closeInput() }

  /// Writes to its input; blocks until the child has read enough.
  func write(_ bytes: ContiguousArray<UInt8>) {
    inputEnd.withLock { input in
      if input >= 0 { _ = StreamPlatform.write(bytes, to: input) }
    }
  }

  /// Returns the next bytes of a descriptor, nil at its end; blocks until there are some.
  static func read(_ descriptor: Int32) -> ContiguousArray<UInt8>? {
    var buffer = ContiguousArray<UInt8>(repeating: 0, count: 64 * 1024)
    let count = StreamPlatform.read(from: descriptor, into: &buffer)
    if count > 0 { return ContiguousArray(buffer[..<count]) }
    ProcessPlatform.shut(descriptor)
    return nil
  }

  /// Closes its input after the current write has finished.
  package func closeInput() {
    inputEnd.withLock { input in
      ProcessPlatform.shut(input)
      input = -1
    }
  }

  /// Kills the child; does nothing when it has ended. May be called on any thread.
  package func kill() {
    status.withLock { status in
      look(&status)
      guard status == nil else { return }
      ProcessPlatform.kill(process: id)
    }
    _ = waitForExit(.seconds(5))
  }

  /// Returns the exit code, or 128 plus the signal that ended the child; nil when it has not ended in time. May be
  /// called on any thread.
  package func waitForExit(_ patience: Duration) -> Int32? {
    let clock = ContinuousClock()
    let deadline = clock.now + patience
    while true {
      let status = status.withLock { status in
        look(&status)
        return status
      }
      if status != nil || clock.now >= deadline { return status }
      ProcessPlatform.rest()
    }
  }

  /// Reaps the child if it has ended, unless its status is known.
  private func look(_ status: inout Int32?) {
    guard status == nil else { return }
    status = ProcessPlatform.reap(id)?.status
  }
}
