import CatchwordRPC

/// The process between the server and a program of the user: it ends the program, and everything that the program has
/// started in its group, as soon as the server has ended, in whatever way.
///
/// No data passes through it: the program has the server's pipes. Only the lifeline connects it to the server, a socket
/// that no other process holds. An executable that starts programs calls `main` when its first argument is `supervise`.
package enum ProcessSupervisor {
  /// The argument that makes an executable a supervisor.
  package static let argument = "supervise"

  /// The time that the group has to end when the server or the program has ended, in milliseconds.
  private static let grace = 1000
  /// The interval of checks whether a group that was asked to end has ended, in milliseconds.
  private static let interval = 5

  /// Runs a program until it ends or the server does.
  ///
  /// - Parameter arguments: The arguments after `supervise`: `[--folder FOLDER] -- PROGRAM ARGUMENT…`.
  /// - Returns: The program's exit status, 128 plus the signal that ended it, or 127 when it could not be started.
  package static func main(arguments: [String]) -> Int32 {
    var rest = arguments[...]
    var folder: String?
    if rest.first == "--folder" {
      folder = rest.dropFirst().first
      rest = rest.dropFirst(2)
    }
    guard rest.popFirst() == "--", !rest.isEmpty, ProcessPlatform.isLifelineHere else {
      StandardStream.error.write("catchword supervise is started by catchword, for the programs that it runs.\n")
      return 64
    }
    ProcessPlatform.becomeSupervisor()
    let started: Result<Int32, ProcessPlatform.Failure>
    if let folder, !ProcessPlatform.enter(folder) {
      started = .failure(ProcessPlatform.Failure(description: "its folder \(folder) cannot be entered"))
    } else {
      started = ProcessPlatform.spawn(
        rest[rest.startIndex], Array(rest), environment: nil, descriptors: [], inOwnGroup: true)
    }
    switch started {
    case .failure(let failure):
      tell(.ended(.notStarted(failure.description)))
      return 127
    case .success(let id):
      // From now on, only the program holds the pipes, so only it can close them.
      ProcessPlatform.letGoOfStandardStreams()
      tell(.started(id))
      return watch(id)
    }
  }

  private static func tell(_ message: SupervisorMessage) {
    _ = StreamPlatform.write(ContiguousArray(message.line.utf8), to: ProcessPlatform.lifeline)
  }

  /// Waits for the end of the program or of the server, and then ends the group.
  private static func watch(_ id: Int32) -> Int32 {
    var lines = LineSplitter(maximumLength: SupervisorMessage.maximumLength)
    var grace: Int?
    while grace == nil {
      let ready = ProcessPlatform.wait([.reading(ProcessPlatform.lifeline), .reading(ProcessPlatform.childPipe)], nil)
      if ready[1] { ProcessPlatform.drain(ProcessPlatform.childPipe) }
      if let exit = ProcessPlatform.reap(id) { return finish(id, exit, grace: ProcessSupervisor.grace) }
      guard ready[0] else { continue }
      var bytes = ContiguousArray<UInt8>(repeating: 0, count: 256)
      let count = StreamPlatform.read(from: ProcessPlatform.lifeline, into: &bytes)
      if count <= 0 { grace = ProcessSupervisor.grace }
      for line in lines.append(bytes[..<max(0, count)]) {
        if case .end(let milliseconds)? = SupervisorCommand(line.text) { grace = milliseconds }
      }
    }
    return finish(id, nil, grace: grace ?? 0)
  }

  /// Asks the group to end, and kills the rest of it when the grace is over.
  private static func finish(_ id: Int32, _ exit: ProcessExit?, grace: Int) -> Int32 {
    var exit = exit
    if let exit { tell(.ended(exit)) }
    let isLeft = grace == 0 || ProcessPlatform.ask(group: id)
    var time = 0
    while isLeft, time < grace, ProcessPlatform.exists(group: id) {
      _ = ProcessPlatform.wait([.reading(ProcessPlatform.childPipe)], interval)
      ProcessPlatform.drain(ProcessPlatform.childPipe)
      time += interval
      guard exit == nil, let ended = ProcessPlatform.reap(id) else { continue }
      exit = ended
      tell(.ended(ended))
    }
    if isLeft { ProcessPlatform.kill(group: id) }
    if exit == nil {
      let ended = ProcessPlatform.reapWaiting(id)
      exit = ended
      tell(.ended(ended))
    }
    switch exit {
    case .code(let code): return code
    case .signal(let number): return 128 + number
    default: return 127
    }
  }
}
