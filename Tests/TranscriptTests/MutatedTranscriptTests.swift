import CatchwordRPC
import CatchwordTranscript
import Dispatch
import Foundation
import Fuzzing
import TestSupport
import Testing

/// Spoilt dialogues never crash a server and never hang it: it ends when its input does, says nothing but messages, and
/// answers nothing more often than it was asked.
///
/// CATCHWORD_MUTATIONS says how many dialogues to spoil.
struct MutatedTranscriptTests {
  /// Fewer under a sanitizer, where all takes longer.
  private static let count =
    ProcessInfo.processInfo.environment["CATCHWORD_MUTATIONS"].flatMap(Int.init) ?? (SlowClock.isSanitized ? 600 : 300)
    / SlowClock.slowdown
  private static let limit = ConcurrencyLimit(8)

  /// The program as it is built, over pipes.
  @Test func theProgramStandsThem() async throws {
    var random = SeededRandom()
    let folder = try TemporaryFolder()
    let dialogues = try Self.dialogues(Self.count, folder: folder, using: &random)
    let chunks = dialogues.map { _ in [1, 7, 100, .max].randomElement(using: &random)! }
    // What else a machine has to offer is nothing to a transcript, unless it asks for it.
    try folder.write(#"{"sources": ["words", "lists"]}"#, to: "config/catchword/config.json")
    let variables = Program.environment(home: folder)
    await withTaskGroup(of: Void.self) { group in
      for (dialogue, chunk) in zip(dialogues, chunks) {
        group.addTask {
          let problems = await Self.limit.run { await Self.play(dialogue, inPiecesOf: chunk, variables) }
          #expect(problems == [], "\(dialogue)")
        }
      }
    }
  }

  /// A server in this process, in virtual time, of which much more can be asked: see the fuzz target.
  @Test func aServerInVirtualTimeStandsThem() throws {
    var random = SeededRandom()
    let folder = try TemporaryFolder()
    for dialogue in try Self.dialogues(Self.count * 4, folder: folder, using: &random) {
      // The form of the input, and the size of its pieces.
      let head: ContiguousArray<UInt8> = [0, UInt8.random(in: 0...255, using: &random)]
      #expect(throws: Never.self, "\(dialogue)") { try FuzzTarget.dialogue.check(head + dialogue.bytes) }
    }
  }

  /// Spoils the transcripts in turn, so that each is as often among them as the others.
  private static func dialogues(
    _ count: Int, folder: TemporaryFolder, using random: inout SeededRandom
  ) throws -> [MutatedDialogue] {
    let cases = TranscriptCase.all.filter { $0.chunk == 0 }.shuffled(using: &random)
    let transcripts = try cases.map { try $0.load(folder) }
    return (0..<count).map { number in
      let index = number % transcripts.count
      let other = transcripts.randomElement(using: &random)!
      return MutatedDialogue(
        of: transcripts[index], named: "\(cases[index].path), mutation \(number)", with: other, using: &random)
    }
  }

  /// Plays a dialogue to a server of its own.
  ///
  /// - Returns: What is not as it must be, a sentence each.
  private static func play(
    _ dialogue: MutatedDialogue, inPiecesOf chunk: Int, _ variables: [String: String]
  ) async -> [String] {
    let program = Repository.executable(dialogue.sources.isEmpty ? "catchword" : "scripted-server")
    return await withCheckedContinuation { continuation in
      // It blocks, so it has a thread of its own.
      DispatchQueue(label: "mutation").async {
        do throws(ChildProcess.LaunchError) {
          let command = [program.path] + dialogue.sources.map(\.json)
          let peer = try ProcessPeer(command, environment: variables, slowdown: SlowClock.slowdown)
          continuation.resume(returning: problems(of: peer, dialogue, inPiecesOf: chunk))
        } catch {
          continuation.resume(returning: [error.description])
        }
      }
    }
  }

  private static func problems(of peer: ProcessPeer, _ dialogue: MutatedDialogue, inPiecesOf chunk: Int) -> [String] {
    for start in stride(from: 0, to: dialogue.bytes.count, by: min(chunk, max(1, dialogue.bytes.count))) {
      peer.send(ContiguousArray(dialogue.bytes[start...].prefix(chunk)))
    }
    peer.closeInput()
    var problems: [String] = []
    var unanswered = dialogue.asked
    receiving: while true {
      switch peer.receive(within: nil) {
      case .message(let message):
        guard message["method"] == nil, let id = message["id"].flatMap(RequestID.init) else { continue }
        unanswered[id, default: 0] -= 1
        if unanswered[id, default: 0] < 0 { problems.append("\(id) was answered more often than asked") }
      case .garbage(let reason): problems.append("the output is no frame: \(reason)")
      case .nothing: return problems + ["it does not end"]
      case .ended: break receiving
      }
    }
    let code = peer.exitCode()
    if code != 0 && code != 1 { problems.append("it ended with \(code.map(String.init) ?? "nothing")") }
    return problems
  }
}

extension RequestID {
  /// The id in an answer; nil for the null of one that could not be made out.
  fileprivate init?(_ value: JSONValue) {
    switch value {
    case .string(let text): self = .string(text)
    case .number(let text):
      guard let number = Int(text) else { return nil }
      self = .int(number)
    default: return nil
    }
  }
}
