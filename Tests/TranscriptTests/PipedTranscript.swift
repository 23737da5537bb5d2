import CatchwordCompletion
import CatchwordRPC
import CatchwordTranscript
import Dispatch
import Foundation
import Synchronization
import TestSupport

/// Plays transcripts to programs, over pipes and in real time.
enum PipedTranscript {
  /// Not all at once: hundreds of servers would make each other late.
  private static let limit = ConcurrencyLimit(6)

  /// How many dialogues of a run may be played again, and how many have been.
  private static let maximumReplays = 3
  private static let replays = Mutex(0)

  /// Plays a transcript; one in which something did not come in time is played once more, which is counted and told.
  ///
  /// - Parameter atOnce: As from a file.
  static func play(_ testCase: TranscriptCase, atOnce: Bool) async throws {
    do {
      try await playOnce(testCase, atOnce: atOnce)
    } catch let failure as TranscriptRunner.Failure where failure.isTimeout {
      let count = replays.withLock { count in
        count += 1
        return count
      }
      guard count <= maximumReplays else { throw failure }
      let line = "replayed \(count) of at most \(maximumReplays): \(testCase.testDescription): \(failure)\n"
      FileHandle.standardError.write(Data(line.utf8))
      try await playOnce(testCase, atOnce: atOnce)
    }
  }

  /// Where every source answers at once, all have answered in time on any machine but one that is very busy: there, an
  /// answer waits for them, in milliseconds. In virtual time the same transcripts are played with the default.
  private static let ampleBudget = 5000

  /// True when no source of the transcript takes its time: the budget is never spent then.
  private static func answersAtOnce(_ transcript: Transcript) -> Bool {
    transcript.sources.allSatisfy { script in ["after", "loads", "delay"].allSatisfy { script[$0] == nil } }
  }

  private static func playOnce(_ testCase: TranscriptCase, atOnce: Bool) async throws {
    let folder = try TemporaryFolder()
    let transcript = try testCase.load(folder)
    let program = Repository.executable(transcript.sources.isEmpty ? "catchword" : "scripted-server")
    let command = [program.path] + transcript.sources.map(\.json)
    // What else a machine has to offer is nothing to a transcript, unless it asks for it.
    var settings: [String: JSONValue] = ["sources": ["words", "lists"]]
    var additions: [String: String] = [:]
    if answersAtOnce(transcript) {
      settings["budget"] = .int(ampleBudget)
      additions[ScriptedBudget.variable] = String(ampleBudget)
    }
    let variables = Program.environment(home: folder).merging(additions) { $1 }
    try folder.write(JSONValue.object(settings).json, to: "config/catchword/config.json")
    // Sooner than that, no list may say that it is not complete where it is in virtual time; nor later, unless it is wanted at
    // once.
    let budget = answersAtOnce(transcript) ? Duration.milliseconds(ampleBudget) : CompletionSettings().budget
    let result: Result<Void, any Error> = await limit.run {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "transcript").async {
          let result = Result {
            let peer = try ProcessPeer(command, environment: variables, slowdown: SlowClock.slowdown)
            let runner = TranscriptRunner(transcript, peer: peer, chunk: atOnce ? 0 : testCase.chunk, budget: budget)
            if atOnce { try runner.runAtOnce() } else { try runner.run() }
          }
          continuation.resume(returning: result)
        }
      }
    }
    try result.get()
  }
}
