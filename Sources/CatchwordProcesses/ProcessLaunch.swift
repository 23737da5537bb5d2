import CatchwordFiles

/// The description of a program to start.
package struct ProcessLaunch: Equatable, Sendable {
  /// The name of the program in messages to users.
  package var name: String
  /// The program and its arguments; never passed to a shell. A program without a slash is looked up in the PATH.
  package var command: [String]
  /// Environment variables, which are added to ours and override them.
  package var environment: [String: String]
  /// The working folder, to which a relative path of the program is relative, too; nil for ours.
  package var folder: String?
  /// The limits of its buffers and times.
  package var limits: ProcessLimits
  /// The executable that calls `ProcessSupervisor.main` when its first argument is `supervise`; nil for our own.
  package var supervisor: String?

  /// Creates the description of a program.
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

  /// The reason why the program cannot be started now, in words that follow a colon; nil when it can.
  package var refusal: String? {
    do throws(ProcessLaunchError) {
      _ = try resolved()
      return nil
    } catch {
      return error.description
    }
  }

  /// Returns the path of the program and its whole environment.
  func resolved() throws(ProcessLaunchError) -> (program: String, environment: [String: String]) {
    let environment = ProcessEnvironment.variables.merging(self.environment) { $1 }
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

/// The limits of a program's buffers and times.
package struct ProcessLimits: Equatable, Sendable {
  /// The maximum number of bytes that wait for the program to read them; with more it counts as hung.
  package var waitingInput = 4 << 20
  /// The maximum number of bytes of its output that wait to be read here; with more, the program has to wait.
  package var waitingOutput = 1 << 20
  /// The maximum time for which it may leave waiting input unread; nil for no limit.
  package var inputPatience: Duration? = .seconds(30)
  /// The time that its group has to end, once the program has ended or was asked to, before the group is killed.
  package var grace = Duration.seconds(1)
  /// The time after the grace that its supervisor has to end the group, before that is done without it.
  package var killPatience = Duration.seconds(2)
  /// The time that its supervisor then has to report the exit, before it is killed itself.
  package var reportPatience = Duration.seconds(10)

  /// Creates limits that suit most programs.
  package init() {}
}

/// The reason why a program was not started, in words that follow its name and a colon.
package struct ProcessLaunchError: Error, Equatable, CustomStringConvertible {
  /// The reason, for users.
  package let description: String

  init(_ description: String) { self.description = description }
}

/// The way in which a program ended.
package enum ProcessExit: Equatable, Sendable, CustomStringConvertible {
  /// It ended by itself, with this status.
  case code(Int32)
  /// It was ended by this signal.
  case signal(Int32)
  /// It never ran, for this reason.
  case notStarted(String)
  /// Its supervisor was ended from outside, and it was killed.
  case lost

  /// The status as in a shell: the exit code, or 128 plus the signal; 127 when it did not run, or was lost.
  package var status: Int32 {
    switch self {
    case .code(let code): code
    case .signal(let signal): 128 + signal
    case .notStarted, .lost: 127
    }
  }

  /// A text for users, to follow the program's name.
  package var description: String {
    switch self {
    case .code(let code): "ended with status \(code)"
    case .signal(let number): "was ended by signal \(number)"
    case .notStarted(let reason): "could not be started: \(reason)"
    case .lost: "was ended, since its supervisor was"
    }
  }
}
