package import CatchwordCompletion
import CatchwordProcesses
import CatchwordRPC

/// A language server in a process of its own.
package final class UpstreamProcess: UpstreamLink {
  /// The maximum size of unread input for a busy server, in bytes: a few versions of a large document.
  private static let waitingInput = 64 << 20

  /// The time that a server has to end by itself after it closed its output.
  private static let endPatience = Duration.milliseconds(500)

  private let name: String
  private let clock: EngineClock
  private let process: Result<SupervisedProcess, ProcessLaunchError>

  /// Starts a server. A server that cannot be started counts as one that has ended at once.
  ///
  /// - Parameters:
  ///   - name: The server's name in messages.
  ///   - command: The program and its arguments.
  ///   - supervisor: The executable that supervises the server; nil for our own.
  ///   - clock: The clock that measures time.
  ///   - log: The log for the server's standard error.
  package init(
    name: String, command: [String], supervisor: String? = nil, clock: EngineClock = EngineClock(), log: EventLog
  ) {
    self.name = name
    self.clock = clock
    var launch = ProcessLaunch(name: name, command: command, supervisor: supervisor)
    launch.limits.waitingInput = UpstreamProcess.waitingInput
    do throws(ProcessLaunchError) {
      process = .success(try SupervisedProcess(launch, log: log))
    } catch {
      process = .failure(error)
    }
  }

  /// Returns the reason why a server cannot be started now, in words that follow a colon; nil when it can. May block.
  package static func refusal(of command: [String]) -> String? {
    ProcessLaunch(name: name(of: command), command: command).refusal
  }

  /// Returns the name of a server, which is the name of its program.
  package static func name(of command: [String]) -> String {
    command.first?.split(separator: "/").last.map(String.init) ?? "server"
  }

  package func write(_ bytes: ContiguousArray<UInt8>) { _ = try? process.get().write(bytes) }

  package func read() async -> ContiguousArray<UInt8>? {
    guard case .success(let process) = process else { return nil }
    return await process.read()
  }

  package func closeInput() {
    guard case .success(let process) = process else { return }
    process.closeInput()
  }

  package func end(grace: Duration) {
    guard case .success(let process) = process else { return }
    process.end(grace: grace)
  }

  package func waitForEnd() async -> String {
    switch process {
    case .failure(let error): return "\(name) could not be started: \(error)."
    case .success(let process):
      let exit = await exitByItself(process)
      if exit == nil {
        // It still runs, but is of no use without its output.
        process.end()
        _ = await process.waitForExit()
      }
      if process.isHung { return "\(name) did not read what was written to it and was ended." }
      return exit.map { "\(name) \($0)." } ?? "\(name) closed its output and was ended."
    }
  }

  /// Returns the exit of a server that has closed its output; nil when it still runs after `endPatience`.
  private func exitByItself(_ process: SupervisedProcess) async -> ProcessExit? {
    await withTaskGroup(of: ProcessExit?.self) { [clock] group in
      group.addTask(name: "exit") { await process.waitForExit() }
      group.addTask(name: "patience") {
        try? await clock.sleep(until: clock.now + UpstreamProcess.endPatience)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }
}
