import CatchwordRPC

/// A runner that plays a transcript to a server and checks the answers.
///
/// Besides the transcript's own expectations it checks the rules for every dialogue: each request is answered exactly
/// once, there is no answer without a request, and the output consists of frames only.
package final class TranscriptRunner {
  /// The reason why a dialogue failed, and its line.
  package struct Failure: Error, CustomStringConvertible {
    /// The transcript's line, from 1; 0 after its end.
    package let line: Int
    /// The description of the violation.
    package let message: String
    /// True when a message did not come in time; false when a wrong or forbidden message came.
    package let isTimeout: Bool
    /// The description for people.
    package var description: String { line > 0 ? "line \(line): \(message)" : message }
  }

  let transcript: Transcript
  let peer: any TranscriptPeer
  private var chunk: Int
  private let budget: Duration?
  var unsent: ContiguousArray<UInt8> = []
  private var asked: [RequestID: Int] = [:]
  /// The time when each request was sent last, and how long the transcript had waited by then.
  private var sent: [RequestID: (time: Duration, waited: Duration)] = [:]
  /// The time for which the transcript has waited so far.
  private var waited = Duration.zero
  private var answered: [RequestID: Int] = [:]
  /// The decoder of the sent bytes, as in the server.
  private var outgoing = FrameDecoder()
  /// The requests of the server that were not answered yet.
  private var questions: Set<RequestID> = []
  /// The time from which the next wait for nothing counts: a server cannot have known of the last step before.
  private var origin = Duration.zero
  var line = 0

  /// Prepares a dialogue.
  ///
  /// - Parameters:
  ///   - chunk: The size in bytes of the pieces to send, unless the transcript specifies it; 0 for all at once.
  ///   - budget: The time after which `run()` lets the server say that a list is not complete where the transcript has one that
  ///     is, and that at once; nil for never. In real time, a busy machine may leave it too little of that.
  package init(_ transcript: Transcript, peer: any TranscriptPeer, chunk: Int = 0, budget: Duration? = nil) {
    self.transcript = transcript
    self.peer = peer
    self.chunk = chunk
    self.budget = budget
  }

  /// Plays the transcript; blocks.
  ///
  /// - Throws: `Failure` at the first violation.
  package func run() throws(Failure) {
    origin = peer.now
    for entry in transcript.lines {
      line = entry.number
      try perform(entry.step)
    }
    flush()
    line = 0
    try expectNothing(within: nil)
    try checkAnswers()
  }

  private func perform(_ step: Transcript.Step) throws(Failure) {
    // Messages on adjacent lines are sent in one piece, as by an editor that writes them together.
    if case .send(let bytes) = step {
      noteRequests(in: bytes)
      return unsent.append(contentsOf: bytes)
    }
    flush()
    switch step {
    case .send: break
    case .chunk(let size): chunk = size
    case .wait(let duration):
      peer.wait(duration)
      origin += duration
      waited += duration
    case .expect(let pattern): try expect([pattern])
    case .expectInAnyOrder(let patterns): try expect(patterns)
    case .expectNothing(let duration):
      try expectNothing(within: duration)
      waited += duration
    case .closeInput:
      origin = peer.now
      peer.closeInput()
    case .exit(let code): try expectExit(code)
    }
  }

  func flush() {
    // A machine may be busy with others after this, and the server's waits may begin.
    if !unsent.isEmpty { origin = peer.now }
    let size = chunk > 0 ? chunk : max(1, unsent.count)
    var start = 0
    while start < unsent.count {
      let end = min(start + size, unsent.count)
      peer.send(ContiguousArray(unsent[start..<end]))
      start = end
    }
    unsent = []
  }

  // MARK: Expecting

  private func expect(_ patterns: [JSONValue]) throws(Failure) {
    var open = patterns
    let end = latest
    while !open.isEmpty {
      let message = try nextMessage(for: open, until: end)
      let excused = excused(message, open)
      if let index = open.firstIndex(where: { MessagePattern.mismatch($0, excused) == nil }) {
        open.remove(at: index)
      } else if !TranscriptRunner.isChatter(message) {
        let reason = MessagePattern.mismatch(open[0], excused) ?? ""
        throw failure("\(reason).\n  wanted \(open[0].json)\n  got    \(message.json)")
      }
    }
  }

  private func nextMessage(for patterns: [JSONValue], until end: Duration?) throws(Failure) -> JSONValue {
    switch peer.receive(by: end) {
    case .message(let message):
      origin = peer.arrival
      note(answer: message)
      return message
    case .garbage(let reason): throw failure("the server's output cannot be read: \(reason).")
    case .ended: throw failure("the server ended before it sent \(patterns[0].json).")
    case .nothing: throw failure("the server did not send \(patterns[0].json).", isTimeout: true)
    }
  }

  /// Returns a list that came after the budget and says that it is not complete as one that is, where the transcript wants that
  /// without a wait since the request; every other message as it is.
  private func excused(_ message: JSONValue, _ patterns: [JSONValue]) -> JSONValue {
    guard let budget, message["result"]?["isIncomplete"] == true, let id = TranscriptRunner.id(of: message),
      let sent = sent[id], peer.arrival - sent.time >= budget, sent.waited == waited,
      patterns.contains(where: { $0["id"] == message["id"] && $0["result"]?["isIncomplete"] == false }),
      case .object(var fields) = message, case .object(var list)? = fields["result"]
    else { return message }
    list["isIncomplete"] = false
    fields["result"] = .object(list)
    return .object(fields)
  }

  /// Throws when anything but chatter comes.
  ///
  /// - Parameter patience: The time to wait; nil for the longest time that anything that works would take.
  private func expectNothing(within patience: Duration?) throws(Failure) {
    let end = patience.map { origin + $0 } ?? latest
    defer { origin = patience.map { origin + $0 } ?? peer.now }
    while true {
      switch peer.receive(by: end) {
      case .nothing, .ended: return
      case .garbage(let reason): throw failure("the server's output cannot be read: \(reason).")
      case .message(let message):
        note(answer: message)
        guard TranscriptRunner.isChatter(message) else { throw failure("unexpected: \(message.json).") }
      }
    }
  }

  /// The time when a wait for what must come ends, however much else comes meanwhile; nil when everything has already come.
  private var latest: Duration? { peer.longest.map { peer.now + $0 } }

  private func expectExit(_ code: Int32) throws(Failure) {
    try expectNothing(within: nil)
    guard let actual = peer.exitCode() else { throw failure("the server does not end.", isTimeout: true) }
    guard actual == code else { throw failure("the server ended with \(actual), not \(code).") }
  }

  /// True for log messages, which may come at any time; a transcript that depends on them names them.
  static func isChatter(_ message: JSONValue) -> Bool {
    ["window/logMessage", "$/logTrace"].contains(message["method"]?.stringValue)
  }

  // MARK: Counting

  func noteRequests(in bytes: ContiguousArray<UInt8>) {
    outgoing.append(bytes)
    while let event = outgoing.next() {
      guard case .body(let body) = event else { continue }
      switch Message(body) {
      case .request(let id, _, _), .invalid(let id?, _): noteRequest(id)
      // This is an answer if the server has sent a request with this id.
      case .unclear(let id, _): if questions.remove(id) == nil { noteRequest(id) }
      case .response(let id?, _): questions.remove(id)
      default: break
      }
    }
  }

  private func noteRequest(_ id: RequestID) {
    asked[id, default: 0] += 1
    sent[id] = (peer.now, waited)
  }

  private static func id(of message: JSONValue) -> RequestID? {
    switch message["id"] {
    case .number(let text)?: Int(text).map { .int($0) } ?? .digits(text)
    case .string(let text)?: .string(text)
    default: nil
    }
  }

  /// Counts an answer, or notes a request of the server.
  func note(answer message: JSONValue) {
    guard let id = TranscriptRunner.id(of: message) else { return }
    if message["method"] != nil {
      questions.insert(id)
    } else {
      answered[id, default: 0] += 1
    }
  }

  func checkAnswers() throws(Failure) {
    for (id, count) in asked where answered[id, default: 0] != count {
      throw failure("request \(id) was sent \(count) times and answered \(answered[id, default: 0]) times.")
    }
    for id in answered.keys where asked[id] == nil {
      throw failure("an answer came for \(id), which was never asked.")
    }
  }

  func failure(_ message: String, isTimeout: Bool = false) -> Failure {
    Failure(line: line, message: message, isTimeout: isTimeout)
  }
}
