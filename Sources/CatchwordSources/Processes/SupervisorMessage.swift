/// What a supervisor tells the server over the lifeline, a line each.
enum SupervisorMessage: Equatable {
  /// The program runs; its id is that of its group too.
  case started(Int32)
  /// The program ended, or never ran.
  case ended(ProcessExit)

  /// The longest line, in bytes.
  static let maximumLength = 1024

  /// The line.
  var line: String {
    switch self {
    case .started(let id): "started \(id)\n"
    case .ended(.code(let code)): "code \(code)\n"
    case .ended(.signal(let number)): "signal \(number)\n"
    case .ended(.notStarted(let reason)): "refused \(reason.prefix(200).filter { !$0.isNewline })\n"
    case .ended(.lost): "lost \n"
    }
  }

  /// Reads a line without its end; nil for one that no supervisor writes.
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

/// What the server tells a supervisor over the lifeline, a line each; its end says that the server is gone.
enum SupervisorCommand: Equatable {
  /// Ask the group to end, and kill it when it has not after so many milliseconds; 0 kills it at once.
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

/// Lines that come in pieces; what is longer than a limit is cut there.
struct PipeLines {
  private let maximumLength: Int
  private var rest: ContiguousArray<UInt8> = []
  private var isCutting = false

  init(maximumLength: Int) { self.maximumLength = maximumLength }

  /// The lines that are whole with these bytes, without their ends.
  mutating func append(_ bytes: some Sequence<UInt8>) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        lines += [takeLine()]
      } else if rest.count < maximumLength {
        rest.append(byte)
      } else {
        isCutting = true
      }
    }
    return lines
  }

  /// What came after the last line end, if anything did.
  mutating func end() -> String? { rest.isEmpty ? nil : takeLine() }

  private mutating func takeLine() -> String {
    defer {
      rest.removeAll(keepingCapacity: true)
      isCutting = false
    }
    if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
    return String(decoding: rest, as: UTF8.self) + (isCutting ? "…" : "")
  }
}
