import CatchwordFiles
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
      // A dialogue blocks while it waits for the other side, so it runs on a thread of its own.
      DispatchQueue(label: "catchword.replay").async { continuation.resume(returning: play(options)) }
    }
  }

  private static func play(_ options: ReplayOptions) -> Int32 {
    let own = FileManager.default.temporaryDirectory.appendingPathComponent("catchword-\(UUID().uuidString)")
    let (folder, home) = (own.appendingPathComponent("files"), own.appendingPathComponent("home"))
    defer { try? FileManager.default.removeItem(at: own) }
    do {
      if let refusal = Files.refusal(of: options.path) { return fail("\(options.path): \(refusal)", code: 66) }
      guard let data = FileManager.default.contents(atPath: options.path) else {
        return fail("\(options.path): the file cannot be read; check its permissions.", code: 66)
      }
      let transcript = try Transcript(parsing: String(decoding: data, as: UTF8.self), folder: folder.path)
      guard transcript.sources.isEmpty else {
        return fail("\(options.path) needs scripted sources, which only the tests' own server has.", code: 65)
      }
      if transcript.lines.isEmpty {
        return fail("\(options.path): there is no step in it; a step is a line such as \"!exit 0\".", code: 65)
      }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, contents) in transcript.files {
        if makeFile(folder.appendingPathComponent(name), contents) { continue }
        let reasons = "its name may be too long, or the disk full"
        return fail("\(options.path): the file \"\(name)\" cannot be made; \(reasons).", code: 73)
      }
      let environment = options.keepsHome ? nil : try Replay.environment(home: home)
      try TranscriptRunner(transcript, peer: try ProcessPeer(options.command, environment: environment)).run()
    } catch let error as Transcript.ParseError {
      return fail("\(options.path): \(error)", code: 65)
    } catch {
      return fail("\(options.path): \(error)", code: 1)
    }
    Printer.print("\(options.path): as expected\n")
    return 0
  }

  /// Makes a file and the folders above it.
  ///
  /// - Returns: False when the system refuses that.
  private static func makeFile(_ file: URL, _ contents: String) -> Bool {
    let above = file.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: above, withIntermediateDirectories: true)
      try Data(contents.utf8).write(to: file)
      return true
    } catch {
      return false
    }
  }

  /// Returns this process's environment with an empty home, so that a transcript does not touch the user's files.
  private static func environment(home: URL) throws -> [String: String] {
    var environment = ProcessEnvironment.variables
    let folders = [
      "HOME": "", "XDG_CONFIG_HOME": "/.config", "XDG_CACHE_HOME": "/.cache", "XDG_STATE_HOME": "/.local/state",
      "XDG_DATA_HOME": "/.local/share", "XDG_RUNTIME_DIR": "/.run", "TMPDIR": "/tmp",
    ]
    for (variable, folder) in folders {
      environment[variable] = home.path + folder
      try FileManager.default.createDirectory(atPath: home.path + folder, withIntermediateDirectories: true)
    }
    return environment
  }

  private static func fail(_ message: String, code: Int32) -> Int32 {
    Printer.complain(message)
    return code
  }
}
