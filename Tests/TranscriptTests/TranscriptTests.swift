import CatchwordRPC
import CatchwordTranscript
import Dispatch
import Foundation
import TestSupport
import Testing

/// Plays every transcript of `protocol/transcripts`, in pieces of 1 and 3 bytes and whole.
@Suite struct TranscriptTests {
  @Test(arguments: TranscriptCase.all)
  func inProcessInVirtualTime(_ testCase: TranscriptCase) throws {
    let folder = try TemporaryFolder()
    let transcript = try testCase.load(folder)
    let time = VirtualTime()
    let peer = InProcessPeer(.scripted(transcript.sources, time: time), time: time)
    try TranscriptRunner(transcript, peer: peer, chunk: testCase.chunk).run()
    #expect(peer.problemsAtEnd() == [])
  }

  /// Not all at once: hundreds of servers would make each other late.
  private static let seats = Seats(12)

  /// A machine that stands still between two lines makes other things happen in a dialogue that waits: what fails is
  /// played once more, and more slowly.
  @Test(arguments: TranscriptCase.all + TranscriptCase.ofTheProgram)
  func overPipesInRealTime(_ testCase: TranscriptCase) async throws {
    do { try await playOverPipes(testCase, slowdown: SlowClock.slowdown) } catch {
      FileHandle.standardError.write(Data("\(testCase.testDescription) is played again: \(error)\n".utf8))
      try await playOverPipes(testCase, slowdown: SlowClock.slowdown * 5)
    }
  }

  private func playOverPipes(_ testCase: TranscriptCase, slowdown: Int) async throws {
    let folder = try TemporaryFolder()
    let transcript = try testCase.load(folder)
    let program = Repository.executable(transcript.sources.isEmpty ? "catchword" : "scripted-server")
    let command = [program.path] + transcript.sources.map(\.json)
    let chunk = testCase.chunk
    // What else a machine has to offer is nothing to a transcript, unless it asks for it.
    try folder.write(#"{"sources": ["words", "lists"]}"#, to: "config/catchword/config.json")
    let variables = Program.environment(home: folder)
      .merging([SlowClock.variable: String(slowdown)]) { $1 }
    let result: Result<Void, any Error> = await TranscriptTests.seats.seated {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "transcript").async {
          let result = Result {
            let peer = try ProcessPeer(command, environment: variables, slowdown: slowdown)
            try TranscriptRunner(transcript, peer: peer, chunk: chunk).run()
          }
          continuation.resume(returning: result)
        }
      }
    }
    try result.get()
  }
}

/// A transcript and the pieces in which it is sent.
struct TranscriptCase: CustomTestStringConvertible {
  let path: String
  let chunk: Int

  var testDescription: String { "\(path), \(chunk == 0 ? "whole" : "\(chunk) bytes at a time")" }

  static let folder = Repository.root.appendingPathComponent("protocol/transcripts")

  /// What needs no more than words and lists.
  static let all = cases.filter { !$0.path.hasPrefix("program/") }

  /// What needs the whole program: files, symbols, a memory.
  static let ofTheProgram = cases.filter { $0.path.hasPrefix("program/") }

  private static let cases: [TranscriptCase] = {
    let paths = FileManager.default.subpaths(atPath: folder.path)?.filter { $0.hasSuffix(".transcript") }.sorted() ?? []
    return paths.flatMap { path in
      let text = (try? String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)) ?? ""
      let isFixed = (try? Transcript(parsing: text))?.isChunkingFixed ?? false
      // A sanitizer makes them slow, and finds nothing more in pieces.
      return (isFixed || SlowClock.isSanitized ? [0] : [1, 3, 0]).map { TranscriptCase(path: path, chunk: $0) }
    }
  }()

  /// Reads the transcript, and puts its files into `folder`.
  func load(_ folder: TemporaryFolder) throws -> Transcript {
    let text = try String(contentsOf: TranscriptCase.folder.appendingPathComponent(path), encoding: .utf8)
    let transcript = try Transcript(parsing: text, folder: folder.url.path)
    for (name, contents) in transcript.files { try folder.write(contents, to: name) }
    return transcript
  }
}
