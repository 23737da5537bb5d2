import CatchwordRPC
import CatchwordServer
import TestSupport

/// The server that transcripts with `!source` lines are played to: the built-in sources, and the scripted ones that its
/// arguments describe, over real pipes and in real time.
@main
enum ScriptedServer {
  static func main() async throws {
    let scripts = try CommandLine.arguments.dropFirst().map { try JSONValue(parsing: $0) }
    await Server.serve(ServerConfiguration.scripted(scripts))
  }
}
