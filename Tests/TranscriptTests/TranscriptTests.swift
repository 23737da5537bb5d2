import CatchwordRPC
import CatchwordTranscript
import Foundation
import TestSupport
import Testing

/// Plays every transcript of `protocol/transcripts`, in pieces of 1 and 3 bytes and whole, and those without turns as from a
/// file, too.
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

  @Test(arguments: TranscriptCase.withoutTurns)
  func atOnceInVirtualTime(_ testCase: TranscriptCase) throws {
    let folder = try TemporaryFolder()
    let transcript = try testCase.load(folder)
    let time = VirtualTime()
    let peer = InProcessPeer(.scripted(transcript.sources, time: time), time: time)
    try TranscriptRunner(transcript, peer: peer).runAtOnce()
    #expect(peer.violations == [])
  }

  @Test(arguments: TranscriptCase.all + TranscriptCase.ofTheProgram)
  func overPipesInRealTime(_ testCase: TranscriptCase) async throws {
    try await PipedTranscript.play(testCase, atOnce: false)
  }

  @Test(arguments: TranscriptCase.withoutTurns + TranscriptCase.ofTheProgramWithoutTurns)
  func atOnceOverPipes(_ testCase: TranscriptCase) async throws {
    try await PipedTranscript.play(testCase, atOnce: true)
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

  /// What can be written all at once.
  static let withoutTurns = all.filter(\.canBeWrittenAtOnce)
  static let ofTheProgramWithoutTurns = ofTheProgram.filter(\.canBeWrittenAtOnce)

  private var canBeWrittenAtOnce: Bool {
    chunk == 0 && (try? Transcript(parsing: text))?.hasTurns == false
  }

  private static let cases: [TranscriptCase] = {
    let paths = FileManager.default.subpaths(atPath: folder.path)?.filter { $0.hasSuffix(".transcript") }.sorted() ?? []
    return paths.flatMap { path in
      let text = (try? String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)) ?? ""
      let isFixed = (try? Transcript(parsing: text))?.isChunkingFixed ?? false
      // A sanitizer makes them slow, and finds nothing more in pieces.
      return (isFixed || SlowClock.isSanitized ? [0] : [1, 3, 0]).map { TranscriptCase(path: path, chunk: $0) }
    }
  }()

  /// The transcript as it is written; empty when it cannot be read.
  private var text: String {
    (try? String(contentsOf: TranscriptCase.folder.appendingPathComponent(path), encoding: .utf8)) ?? ""
  }

  /// Reads the transcript, and puts its files into `folder`.
  func load(_ folder: TemporaryFolder) throws -> Transcript {
    let text = try String(contentsOf: TranscriptCase.folder.appendingPathComponent(path), encoding: .utf8)
    let transcript = try Transcript(parsing: text, folder: folder.url.path)
    for (name, contents) in transcript.files { try folder.write(contents, to: name) }
    return transcript
  }
}
