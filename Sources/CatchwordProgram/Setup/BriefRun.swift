import CatchwordProcesses
import CatchwordText

/// A program that was run for a moment, and what it printed.
struct BriefRun {
  /// The first 64 KB of its output and errors, without characters that a terminal interprets.
  let output: String
  /// True when it has ended by itself, with the code 0.
  let hasSucceeded: Bool

  private static let maximumBytes = 64 << 10

  /// Runs a program without an input, and ends it when it takes too long; nil when it cannot be started.
  init?(_ command: [String], patience: Duration) async {
    let shell = ["/bin/sh", "-c", "exec \"$0\" \"$@\" 2>&1"]
    guard let process = try? SupervisedProcess(ProcessLaunch(name: command[0], command: shell + command)) else {
      return nil
    }
    process.closeInput()
    let timer = Task {
      try await Task.sleep(for: patience)
      process.end(grace: .zero)
    }
    var output: ContiguousArray<UInt8> = []
    while output.count < BriefRun.maximumBytes, let bytes = await process.read() { output += bytes }
    if output.count >= BriefRun.maximumBytes { process.end(grace: .zero) }
    hasSucceeded = await process.waitForExit() == .code(0)
    timer.cancel()
    self.output = PlainText.shown(String(decoding: output.prefix(BriefRun.maximumBytes), as: UTF8.self))
  }
}
