package import CatchwordCompletion
import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A program of the user that runs as long as this object is referenced, and never longer than this process.
///
/// It is started without a shell, in a session and a group of its own, under a supervisor that ends the whole group
/// when this process has ended, killed or not. A program that creates its own session leaves the group, and survives.
///
/// A thread that never blocks serves its pipes. Input waits here up to a limit; a program that does not read it counts
/// as hung and is ended. Output waits here up to a limit; then the program must wait until it is read. The standard
/// error goes to the log, a line at a time; of a flood, little is read at a time, and the program must wait.
package final class SupervisedProcess: Sendable {
  private let channel: ProcessChannel

  /// Starts a program; only its first output or its end shows whether it ran.
  ///
  /// - Parameters:
  ///   - launch: The program to start.
  ///   - log: The log for its standard error.
  ///   - errorBudget: The budget for the lines of that.
  /// - Throws: `ProcessLaunchError` when there is no such program, or it cannot be started.
  package init(
    _ launch: ProcessLaunch, log: EventLog = EventLog(), errorBudget: ErrorLineBudget = ErrorLineBudget()
  ) throws(ProcessLaunchError) {
    let (program, environment) = try launch.resolved()
    let supervisor = launch.supervisor ?? ProcessPlatform.ownExecutable
    // Named like our own process, so that a list of processes shows whose it is.
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

  /// Writes bytes to the program's standard input; returns at once.
  ///
  /// - Returns: False when the program has ended, is ending, or reads so little that it now counts as hung: it will
  ///   read nothing of the input any more.
  @discardableResult
  package func write(_ bytes: ContiguousArray<UInt8>) -> Bool { channel.write(bytes) }

  /// Closes the program's standard input after the waiting input has been written.
  package func closeInput() { channel.closeInput() }

  /// Waits for output of the program, and returns all bytes that are here. There must be only one reader.
  ///
  /// - Returns: The bytes; nil when no more will come, or the current task is cancelled.
  package func read() async -> ContiguousArray<UInt8>? { await channel.read() }

  /// Ends the program and its group: closes its standard input, asks it to end, and kills the rest after the grace.
  ///
  /// - Parameter grace: The time that it has to end; nil for that of its limits, and zero to kill it at once.
  package func end(grace: Duration? = nil) { channel.end(grace: grace, discardsOutput: false) }

  /// The way in which it ended; nil while it runs.
  package var exit: ProcessExit? { channel.exit }

  /// True when it was ended because it did not read its input.
  package var isHung: Bool { channel.isHung }

  /// True when it has written to its standard error.
  package var hasErrors: Bool { channel.hasErrors }

  /// Waits until it has ended, and returns the way.
  ///
  /// - Returns: The exit; nil when the current task is cancelled.
  package func waitForExit() async -> ProcessExit? { await channel.waitForExit() }
}

/// The pipes between a program and this process, with both ends.
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

  /// The child's ends, with the numbers that they get in the child.
  var childEnds: [(from: Int32, to: Int32)] { zip(theirs, Int32(0)...3).map { ($0, $1) } }

  func closeChildEnds() { for descriptor in theirs { ProcessPlatform.shut(descriptor) } }

  func closeOurEnds() { for descriptor in ours { ProcessPlatform.shut(descriptor) } }

  func closeAll() {
    closeChildEnds()
    closeOurEnds()
  }
}
