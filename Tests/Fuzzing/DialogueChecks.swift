import CatchwordRPC
import TestSupport

/// A server answers every request exactly once and nothing else, keeps the client's texts, says nothing but messages,
/// and leaves nothing behind, whatever a client sends.
///
/// An input is: which of three forms it has; then a dialogue in that form.
enum DialogueChecks {
  static func check(_ input: ContiguousArray<UInt8>) throws(Finding) {
    var input = InputBytes(input)
    switch DialogueForm(rawValue: input.byte() % 3) ?? .stream {
    case .stream: try check(DialogueStep.stream(&input))
    case .lines: try check(DialogueStep.lines(&input))
    case .program:
      var program = DialogueProgram(&input)
      try check(program.steps(&input))
    }
  }

  /// Holds a dialogue with a new server.
  static func check(_ steps: [DialogueStep]) throws(Finding) {
    let client = ExpectedClient(steps)
    weak var remains: AnyObject?
    do {
      let server = FuzzedServer()
      remains = server.server
      server.play(steps)
      try server.check(client)
    }
    try Finding.unless(remains == nil, "The server is still there after its end.")
  }
}

/// How the bytes of a dialogue's input are meant.
enum DialogueForm: UInt8 {
  /// Bytes as they are, cut into pieces by the first.
  case stream
  /// A message's body each line. `+` before it: sent together with the next. `@20`: wait so many milliseconds.
  case lines
  /// Instructions, a byte each, with their operands: well-formed messages for the most part.
  case program
}

/// One thing that happens in a dialogue.
enum DialogueStep: Equatable {
  case send(ContiguousArray<UInt8>)
  case wait(Duration)

  static func stream(_ input: inout InputBytes) -> [DialogueStep] {
    let length = Int(input.byte()) * 4 + 1
    var steps: [DialogueStep] = []
    while !input.isEmpty { steps.append(.send(input.bytes(length))) }
    return steps
  }

  static func lines(_ input: inout InputBytes) -> [DialogueStep] {
    var steps: [DialogueStep] = []
    var held: ContiguousArray<UInt8> = []
    for line in input.rest().split(separator: UInt8(ascii: "\n")) {
      if line.first == UInt8(ascii: "@") {
        let milliseconds = Int(String(decoding: line.dropFirst().prefix(3), as: UTF8.self)) ?? 1
        steps.append(.wait(.milliseconds(max(0, milliseconds))))
        continue
      }
      let isHeld = line.first == UInt8(ascii: "+")
      held += OutgoingMessage.frame(ContiguousArray(isHeld ? line.dropFirst() : line))
      if isHeld { continue }
      steps.append(.send(held))
      held = []
    }
    return steps + [.send(held)]
  }
}
