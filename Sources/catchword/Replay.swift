import CatchwordRPC
import CatchwordTranscript
import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `catchword replay`: plays a transcript to a server, in real time, and checks its answers.
enum Replay {
  static func run(_ options: ReplayOptions) async -> Int32 {
    await withCheckedContinuation { continuation in
      // A dialogue waits for the other side, so it gets a thread of its own.
      DispatchQueue(label: "catchword.replay").async { continuation.resume(returning: play(options)) }
    }
  }

  private static func play(_ options: ReplayOptions) -> Int32 {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("catchword-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      if let refusal = Files.refusal(of: options.path) { return fail("\(options.path): \(refusal)", code: 66) }
      guard let data = FileManager.default.contents(atPath: options.path) else {
        return fail("\(options.path): the file cannot be read; check its permissions.", code: 66)
      }
      let transcript = try Transcript(parsing: String(decoding: data, as: UTF8.self), folder: folder.path)
      guard transcript.sources.isEmpty else {
        return fail("\(options.path) needs scripted sources, which only the tests' own server has.", code: 65)
      }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, contents) in transcript.files {
        try Data(contents.utf8).write(to: folder.appendingPathComponent(name))
      }
      try TranscriptRunner(transcript, peer: try ProcessPeer(options.command)).run()
    } catch let error as Transcript.ParseError {
      return fail("\(options.path): \(error)", code: 65)
    } catch {
      return fail("\(options.path): \(error)", code: 1)
    }
    Printer.print("\(options.path): as expected\n")
    return 0
  }

  private static func fail(_ message: String, code: Int32) -> Int32 {
    Printer.complain(message)
    return code
  }
}
