import CatchwordRPC

extension TranscriptRunner {
  /// Plays a transcript without turns as from a file: everything is written and the input closed before anything is read.
  ///
  /// The answers may come in any order; the server must end with the transcript's exit code. Blocks.
  ///
  /// - Throws: `Failure` at the first violation.
  package func runAtOnce() throws(Failure) {
    for case .send(let bytes) in transcript.lines.map(\.step) {
      noteRequests(in: bytes)
      unsent.append(contentsOf: bytes)
    }
    flush()
    peer.closeInput()
    var said = try everything()
    for entry in transcript.lines {
      line = entry.number
      switch entry.step {
      case .expect(let pattern): try take(pattern, from: &said)
      case .expectInAnyOrder(let patterns): for pattern in patterns { try take(pattern, from: &said) }
      case .exit(let code):
        let actual = peer.exitCode()
        guard actual == code else { throw failure("the server ended with \(actual ?? -1), not \(code).") }
      case .send, .chunk, .wait, .expectNothing, .closeInput: break
      }
    }
    line = 0
    if let more = said.first(where: { !TranscriptRunner.isChatter($0) }) { throw failure("unexpected: \(more.json).") }
    try checkAnswers()
  }

  /// Returns all messages that the server sends before it ends.
  private func everything() throws(Failure) -> [JSONValue] {
    var said: [JSONValue] = []
    var isOverdue = false
    while true {
      switch peer.receive(within: nil) {
      case .message(let message):
        note(answer: message)
        said.append(message)
      case .garbage(let reason): throw failure("the server's output cannot be read: \(reason).")
      case .ended: return said
      case .nothing where isOverdue: throw failure("the server does not end.", isTimeout: true)
      case .nothing:
        // Virtual time does not pass by itself.
        isOverdue = true
        peer.wait(.seconds(1))
      }
    }
  }

  /// Removes the message that matches a pattern from all that were received.
  private func take(_ pattern: JSONValue, from said: inout [JSONValue]) throws(Failure) {
    if let index = said.firstIndex(where: { MessagePattern.mismatch(pattern, $0) == nil }) {
      said.remove(at: index)
      return
    }
    let answer = said.first { $0["method"] == nil && $0["id"] == pattern["id"] }
    let reason = answer.flatMap { MessagePattern.mismatch(pattern, $0) } ?? "it did not come"
    throw failure("\(reason).\n  wanted \(pattern.json)\n  got    \(answer?.json ?? "nothing")")
  }
}
