import CatchwordRPC
import CatchwordTranscript
import Dispatch
import Foundation
import Synchronization

/// A run of all rows, each against a process of its own.
struct ConformanceRun: Sendable {
  private let command: [String]
  private let patience: ConformanceDialogue.Patience
  /// False when a valid `initialize` is not answered: then most rows need not be tried.
  private let isReady: Bool
  /// The document to complete in; nil when the server completes in none.
  private let sample: ConformanceSample?

  /// Starts the server once, to find out whether it is ready and which sample it completes in.
  ///
  /// - Throws: An error when the command cannot be started.
  init(_ command: [String], patience: ConformanceDialogue.Patience) throws {
    self.command = command
    self.patience = patience
    // A dialogue starts the command by a shell, which would hide the system's reason for a failure.
    try ChildProcess(command).kill()
    (isReady, sample) = try OwnFolder.with { folder in
      let dialogue = try ConformanceDialogue(command, folder: folder, patience: patience)
      guard dialogue.initialize() else { return (false, nil) }
      return (true, ConformanceSample.chosen(for: dialogue))
    }
  }

  /// Returns the observations, row by row; runs as many rows at once as there are processors, and at most four.
  func observations(of cases: [ConformanceCase]) -> [ConformanceObservation] {
    let seen = Mutex(Array(repeating: ConformanceObservation(isUnprepared: true), count: cases.count))
    let next = Atomic(0)
    // A dialogue blocks while it waits, so each runs on a thread of its own.
    let group = DispatchGroup()
    for worker in 0..<min(4, ProcessInfo.processInfo.activeProcessorCount) {
      DispatchQueue(label: "conformance.\(worker)").async(group: group) {
        while true {
          let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
          guard index < cases.count else { return }
          let observation = try? observe(cases[index])
          if let observation { seen.withLock { $0[index] = observation } }
        }
      }
    }
    group.wait()
    return seen.withLock { $0 }
  }

  private func observe(_ row: ConformanceCase) throws -> ConformanceObservation {
    guard isReady || row.before == .started else { return ConformanceObservation(isUnprepared: true) }
    return try OwnFolder.with { folder in
      let dialogue = try ConformanceDialogue(command, folder: folder, patience: patience)
      var seen = ConformanceObservation()
      if prepare(dialogue, row) {
        perform(row, dialogue, &seen)
        if row.expectation.isEnd {
          _ = dialogue.waitForEnd(within: row.isAboutEditor ? patience.editor : patience.answer)
        } else if row.before != .shutDown, dialogue.ending == nil {
          seen.nextRequest = dialogue.probe(row.before == .started ? "initialize" : "shutdown")
          // A complaint about bytes comes without being awaited.
          if seen.reply == nil { seen.note(dialogue.overheard) }
        }
      } else {
        seen.isUnprepared = true
      }
      seen.ending = dialogue.ending
      seen.hasGarbage = dialogue.hasGarbage
      return seen
    }
  }

  /// - Returns: False when the server does not get far enough for the row's input to be sent.
  private func prepare(_ dialogue: ConformanceDialogue, _ row: ConformanceCase) -> Bool {
    switch row.before {
    case .started: return true
    case .initialized where row.isAboutEditor:
      guard let editor = try? ChildProcess(["sleep", "600"]) else { return false }
      defer { editor.kill() }
      return dialogue.initialize(editor: editor.id)
    case .initialized: return dialogue.initialize()
    case .shutDown: return dialogue.initialize() && dialogue.probe("shutdown") == .answered
    }
  }

  private func perform(_ row: ConformanceCase, _ dialogue: ConformanceDialogue, _ seen: inout ConformanceObservation) {
    switch row.input {
    case .message(let message): dialogue.send(message)
    case .body(let text): dialogue.send(OutgoingMessage.frame(ContiguousArray(text.utf8)))
    case .header(let header, let message):
      dialogue.send(Array((header.replacing("#", with: String(message.json.utf8.count)) + message.json).utf8))
    case .bytes(let text): return dialogue.send(Array(text.utf8))
    case .unaskedMessage(let message): return dialogue.send(message)
    case .edit(let edit):
      guard let sample else { return }
      let (change, answer) = sample.observe(edit, in: dialogue)
      seen.change = change
      return seen.note(answer)
    case .unopenedDocument:
      let sample = sample ?? ConformanceSample.all[0]
      let uri = dialogue.folder.appendingPathComponent("unopened.\(sample.fileExtension)").absoluteString
      return seen.note(sample.complete(["uri": .string(uri)], in: dialogue, within: patience.answer))
    case .editorDies: return
    case .endOfInput: return dialogue.closeInput()
    case .exit: return dialogue.send(["jsonrpc": "2.0", "method": "exit"])
    }
    seen.note(dialogue.response(within: patience.answer))
  }
}

extension ConformanceCase {
  fileprivate var isAboutEditor: Bool { if case .editorDies = input { true } else { false } }
}

extension ConformanceObservation {
  fileprivate mutating func note(_ answer: JSONValue?) {
    guard let answer else { return }
    replyID = answer["id"]
    if answer.arrayValue != nil {
      reply = .batch
    } else if let code = answer["error"]?["code"]?.intValue, answer["result"] == nil {
      reply = .error(code)
    } else {
      reply = answer["result"] != nil && answer["error"] == nil ? .result : .malformed
    }
  }
}
