package import CatchwordCompletion
import CatchwordProcesses
import CatchwordRPC

/// A language server in a process of its own.
package final class UpstreamProcess: UpstreamLink {
  /// How much may wait for a server that is busy with something else: a few versions of a large document.
  private static let waitingInput = 64 << 20

  /// How long a server that has closed its output may take to end by itself.
  private static let endPatience = Duration.milliseconds(500)

  private let name: String
  private let clock: EngineClock
  private let process: Result<SupervisedProcess, ProcessLaunchError>

  /// Starts a server. One that cannot be started is one that has ended at once.
  ///
  /// - Parameters:
  ///   - name: What messages call it.
  ///   - command: Its program and arguments.
  ///   - supervisor: The executable that watches over it; nil for our own.
  ///   - clock: What time is measured by.
  ///   - log: Where its standard error goes.
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

  /// Why a server cannot be started now, in words that follow a colon; nil when nothing speaks against it. May block.
  package static func refusal(of command: [String]) -> String? {
    ProcessLaunch(name: name(of: command), command: command).refusal
  }

  /// The name of a server by its program's.
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
      if let exit = await exitByItself(process) { return "\(name) \(exit)." }
      // It is of no use any more, though it lives on.
      process.end()
      _ = await process.waitForExit()
      return "\(name) closed its output and was ended."
    }
  }

  /// How a server ended that has closed its output; nil when it goes on without one.
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
