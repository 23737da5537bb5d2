#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What program to start, and how.
package struct ProcessLaunch: Equatable, Sendable {
  /// What messages to people call it.
  package var name: String
  /// The program and its arguments; never a shell's. A program without a slash is looked up in the PATH.
  package var command: [String]
  /// Variables of its environment, in addition to ours and before them.
  package var environment: [String: String]
  /// Its working folder, which relative paths of programs are relative to; nil for ours.
  package var folder: String?
  /// What it may take of memory and patience.
  package var limits: ProcessLimits
  /// The executable that calls `ProcessSupervisor.main` when its first argument is `supervise`; nil for our own.
  package var supervisor: String?

  /// Describes a program to start.
  package init(
    name: String, command: [String], environment: [String: String] = [:], folder: String? = nil,
    limits: ProcessLimits = ProcessLimits(), supervisor: String? = nil
  ) {
    self.name = name
    self.command = command
    self.environment = environment
    self.folder = folder
    self.limits = limits
    self.supervisor = supervisor
  }

  /// Why the program could not be started now, in words that follow a colon; nil when nothing speaks against it.
  package var refusal: String? {
    do throws(ProcessLaunchError) {
      _ = try resolved()
      return nil
    } catch {
      return error.description
    }
  }

  /// Where the program is, and the environment it gets.
  func resolved() throws(ProcessLaunchError) -> (program: String, environment: [String: String]) {
    let environment = ProcessInfo.processInfo.environment.merging(self.environment) { $1 }
    for (name, value) in self.environment where name.isEmpty || name.contains("=") || "\(name)\(value)".contains("\0") {
      throw ProcessLaunchError("\(name.debugDescription) cannot be the name of a variable with that value")
    }
    if command.contains(where: { $0.utf8.contains(0) }) || folder?.utf8.contains(0) == true {
      throw ProcessLaunchError("its command or folder contains a null character")
    }
    guard let first = command.first, !first.isEmpty else { throw ProcessLaunchError("its command is empty") }
    return (try ProgramLookup(environment: environment, folder: folder).find(first), environment)
  }
}

/// What a program may take of memory and patience.
package struct ProcessLimits: Equatable, Sendable {
  /// How many bytes may wait for it to read them; with more it counts as hung.
  package var waitingInput = 4 << 20
  /// How many bytes of its output may wait to be read here; with more it has to wait itself.
  package var waitingOutput = 1 << 20
  /// For how long it may leave unread what waits for it; nil for as long as it likes.
  package var inputPatience: Duration? = .seconds(30)
  /// How long the rest of its group may take to end, once it has ended or has been asked to, before it is killed.
  package var grace = Duration.seconds(1)
  /// How much longer than the grace its supervisor may take to end the group before that is done without it.
  package var killPatience = Duration.seconds(2)
  /// How long its supervisor may then take to say how it ended before it is ended itself.
  package var reportPatience = Duration.seconds(10)

  /// The limits that suit most programs.
  package init() {}
}

/// Why a program was not started, in words that follow its name and a colon.
package struct ProcessLaunchError: Error, Equatable, CustomStringConvertible {
  /// For people.
  package let description: String

  init(_ description: String) { self.description = description }
}

/// How a program ended.
package enum ProcessExit: Equatable, Sendable, CustomStringConvertible {
  /// By itself, with this status.
  case code(Int32)
  /// By this signal.
  case signal(Int32)
  /// It never ran, for this reason.
  case notStarted(String)
  /// Its supervisor was ended by somebody, and it was killed.
  case lost

  /// For people, to follow its name.
  package var description: String {
    switch self {
    case .code(let code): "ended with status \(code)"
    case .signal(let number): "was ended by signal \(number)"
    case .notStarted(let reason): "could not be started: \(reason)"
    case .lost: "was ended, since its supervisor was"
    }
  }
}
