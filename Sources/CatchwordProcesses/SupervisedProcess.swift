package import CatchwordCompletion
import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A program of the user's that runs as long as somebody here holds it, and never longer than this process.
///
/// It is started without a shell, in a session and a group of its own, under a supervisor that ends the whole group when
/// this process is gone, killed or not. A program that makes a session of its own leaves the group, and lives on.
///
/// Its pipes are served by a thread that never blocks on them: what is written waits here up to a limit, and a program
/// that does not read it counts as hung and is ended; what it prints waits here up to a limit, and then it must wait
/// until that is read. What it writes to its standard error goes to the log, a line at a time.
package final class SupervisedProcess: Sendable {
  private let channel: ProcessChannel

  /// Starts a program; that it runs is known only when it answers or ends.
  ///
  /// - Parameters:
  ///   - launch: What to start.
  ///   - log: Where its standard error goes.
  ///   - errorBudget: How much of that.
  /// - Throws: `ProcessLaunchError` when there is no such program, or it cannot be executed.
  package init(
    _ launch: ProcessLaunch, log: EventLog = EventLog(), errorBudget: ErrorLineBudget = ErrorLineBudget()
  ) throws(ProcessLaunchError) {
    let (program, environment) = try launch.resolved()
    let supervisor = launch.supervisor ?? ProcessPlatform.ownExecutable
    // Called as we are, so that a list of processes tells whose it is.
    var arguments = [launch.supervisor ?? CommandLine.arguments.first ?? supervisor, ProcessSupervisor.argument]
    if let folder = launch.folder { arguments += ["--folder", folder] }
    arguments += ["--", program] + launch.command.dropFirst()
    ProcessPlatform.ignoreBrokenPipes()
    let pipes = ProcessPipes()
    guard pipes.areWhole else {
      pipes.closeAll()
      throw ProcessLaunchError("there are no file descriptors left")
    }
    let started = ProcessPlatform.spawn(
      supervisor, arguments, environment: environment, descriptors: pipes.childEnds, inOwnGroup: false)
    pipes.closeChildEnds()
    switch started {
    case .failure(let failure):
      pipes.closeOurEnds()
      throw ProcessLaunchError("its supervisor \(supervisor) cannot be started: \(failure)")
    case .success(let id):
      channel = ProcessChannel(limits: launch.limits, wakePipe: pipes.wakePipe.second)
      DispatchQueue(label: "catchword.process.\(launch.name)", qos: .userInitiated).async { [channel] in
        let errors = ErrorLines(name: launch.name, log: log, budget: errorBudget)
        var pump = ProcessPump(launch: launch, supervisor: id, pipes: pipes, channel: channel, errors: errors, log: log)
        pump.run()
      }
    }
  }

  deinit { channel.end(grace: nil, discardsOutput: true) }

  /// Hands bytes on to the program's standard input; returns at once.
  ///
  /// - Returns: False when the program has ended, is ending, or reads so little that it now counts as hung: nothing that
  ///   was written will be read any more.
  @discardableResult
  package func write(_ bytes: ContiguousArray<UInt8>) -> Bool { channel.write(bytes) }

  /// Closes the program's standard input when it has read what waits for it.
  package func closeInput() { channel.closeInput() }

  /// The next bytes that the program has printed, all that are here; waits for some. For one reader.
  ///
  /// - Returns: nil when no more will come, or the current task is cancelled.
  package func read() async -> ContiguousArray<UInt8>? { await channel.read() }

  /// Ends the program and its group: closes its standard input, asks it to end, and kills what has not ended in time.
  ///
  /// - Parameter grace: How long it may take; nil for what its limits say, and zero for no time at all.
  package func end(grace: Duration? = nil) { channel.end(grace: grace, discardsOutput: false) }

  /// How it ended, nil while it runs.
  package var exit: ProcessExit? { channel.exit }

  /// How it ended; waits for it.
  ///
  /// - Returns: nil when the current task is cancelled.
  package func waitForExit() async -> ProcessExit? { await channel.waitForExit() }
}

/// The pipes between a program and us, with both ends.
struct ProcessPipes {
  let input = ProcessPlatform.makePipe()
  let output = ProcessPlatform.makePipe()
  let errors = ProcessPlatform.makePipe()
  let lifeline = ProcessPlatform.makeSocket()
  let wakePipe = ProcessPlatform.makePipe()

  private var ours: [Int32] {
    [input.second, output.first, errors.first, lifeline.first, wakePipe.first, wakePipe.second]
  }
  private var theirs: [Int32] { [input.first, output.second, errors.second, lifeline.second] }

  init() { for descriptor in ours { ProcessPlatform.makeNonBlocking(descriptor) } }

  var areWhole: Bool { (ours + theirs).allSatisfy { $0 >= 0 } }

  /// Which number each of their ends gets.
  var childEnds: [(from: Int32, to: Int32)] { zip(theirs, Int32(0)...3).map { ($0, $1) } }

  func closeChildEnds() { for descriptor in theirs { ProcessPlatform.shut(descriptor) } }

  func closeOurEnds() { for descriptor in ours { ProcessPlatform.shut(descriptor) } }

  func closeAll() {
    closeChildEnds()
    closeOurEnds()
  }
}
