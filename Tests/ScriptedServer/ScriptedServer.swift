import CatchwordRPC
import CatchwordServer
import CatchwordSources
import Foundation
import TestSupport

/// The server that transcripts with `!source` lines are played to: the built-in sources, and the scripted ones that its
/// arguments describe, over real pipes and in real time.
@main
enum ScriptedServer {
  static func main() async throws {
    let scripts = try CommandLine.arguments.dropFirst().map { try JSONValue(parsing: $0) }
    let input = InputQueue()
    let output = FrameWriter.takingStandardOutput(onDisconnect: { input.end() })
    input.read(from: 0)
    let configuration = ServerConfiguration.scripted(scripts)
    exit(await Server(configuration, input: input, output: output).run())
  }
}
