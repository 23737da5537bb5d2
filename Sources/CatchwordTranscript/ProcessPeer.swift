import CatchwordProcesses
import Dispatch

/// A server that runs as a child process, in real time.
///
/// The server should end when its input is closed or when the peer is released; otherwise it is killed.
package final class ProcessPeer: TranscriptPeer {
  /// The maximum duration of anything that works; a slow machine needs it, a working server never does.
  private static let patience = Duration.seconds(20)

  private let process: ChildProcess
  private let slowdown: Int
  private let output = OutputQueue()
  /// The queue for writes to a child that may not read: no caller waits for it.
  private let writer = DispatchQueue(label: "catchword.transcript.writer")
  private let start = DispatchTime.now()

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments; the program is searched in the PATH.
  ///   - environment: The whole environment, nil for this process's own.
  ///   - slowdown: The factor by which each wait of the transcript is lengthened, for a server whose own clock is as
  ///     slow.
  /// - Throws: `ChildProcess.LaunchError`.
  package init(
    _ command: [String], environment: [String: String]? = nil, slowdown: Int = 1
  ) throws(ChildProcess.LaunchError) {
    self.slowdown = slowdown
    process = try ChildProcess(command, environment: environment)
    let (output, descriptor) = (output, process.output)
    DispatchQueue(label: "catchword.transcript.reader").async {
      while let bytes = ChildProcess.read(descriptor) {
        if output.append(bytes) { continue }
        // The writes of a program that goes on fail from here on.
        return ProcessPlatform.shut(descriptor)
      }
      output.end()
    }
  }

  deinit {
    // Writes that still wait then fail.
    process.kill()
    closeInput()
  }

  /// The child's process id.
  package var processID: Int32 { process.id }

  /// Writes to the child's input, after everything sent before; does not wait.
  package func send(_ bytes: ContiguousArray<UInt8>) { writer.async { [process] in process.write(bytes) } }

  /// Closes the child's input after everything sent before.
  package func closeInput() { writer.async { [process] in process.closeInput() } }

  /// The real time since the start, divided by the slowdown.
  package var now: Duration { duration(to: .now()) }

  package var arrival: Duration { duration(to: output.arrival) }

  private func duration(to time: DispatchTime) -> Duration {
    let nanoseconds = Int64(time.uptimeNanoseconds) - Int64(start.uptimeNanoseconds)
    return .nanoseconds(nanoseconds) / slowdown
  }

  /// 20 seconds of real time.
  package var longest: Duration? { ProcessPeer.patience / slowdown }

  /// Waits in real time.
  package func wait(_ duration: Duration) {
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + (duration * slowdown).interval)
  }

  /// Returns the next event of the child; waits up to 20 seconds by default.
  package func receive(by deadline: Duration?) -> TranscriptEvent {
    output.next(by: deadline.map { start + ($0 * slowdown).interval } ?? .now() + ProcessPeer.patience.interval)
  }

  /// Returns the exit code, or 128 plus the signal that ended the child; waits up to 20 seconds.
  package func exitCode() -> Int32? { exitCode(within: ProcessPeer.patience) }

  /// Returns the exit code, or 128 plus the signal that ended the child; nil when it has not ended in time.
  package func exitCode(within patience: Duration) -> Int32? { process.waitForExit(patience) }
}

extension Duration {
  var interval: DispatchTimeInterval {
    let (seconds, attoseconds) = components
    return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
  }
}
