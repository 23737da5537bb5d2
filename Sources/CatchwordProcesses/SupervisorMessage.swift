/// A message from a supervisor to the server over the lifeline, one line each.
enum SupervisorMessage: Equatable {
  /// The program runs; its id is also that of its group.
  case started(Int32)
  /// The program ended, or never ran.
  case ended(ProcessExit)

  /// The maximum length of a line, in bytes.
  static let maximumLength = 1024

  /// The message as a line.
  var line: String {
    switch self {
    case .started(let id): "started \(id)\n"
    case .ended(.code(let code)): "code \(code)\n"
    case .ended(.signal(let number)): "signal \(number)\n"
    case .ended(.notStarted(let reason)): "refused \(reason.prefix(200).filter { !$0.isNewline })\n"
    case .ended(.lost): "lost \n"
    }
  }

  /// Parses a line without its end; nil for one that is not a message of a supervisor.
  init?(_ line: some StringProtocol) {
    guard let space = line.firstIndex(of: " ") else { return nil }
    let rest = String(line[line.index(after: space)...])
    switch (line[..<space], Int32(rest)) {
    case ("started", let id?) where id > 1: self = .started(id)
    case ("code", let code?): self = .ended(.code(code))
    case ("signal", let number?): self = .ended(.signal(number))
    case ("refused", _): self = .ended(.notStarted(rest))
    default: return nil
    }
  }
}

/// A command from the server to a supervisor over the lifeline, one line each; its end means that the server has ended.
enum SupervisorCommand: Equatable {
  /// Ask the group to end, and kill it when it has not ended after this number of milliseconds; 0 kills it at once.
  case end(milliseconds: Int)

  var line: String {
    switch self {
    case .end(let milliseconds): "end \(milliseconds)\n"
    }
  }

  init?(_ line: some StringProtocol) {
    guard line.hasPrefix("end "), let milliseconds = Int(line.dropFirst(4)), milliseconds >= 0 else { return nil }
    self = .end(milliseconds: milliseconds)
  }
}
