import CatchwordCompletion
import CatchwordProcesses
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
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case ProcessSupervisor.argument: exit(ProcessSupervisor.main(arguments: Array(arguments.dropFirst())))
    case "launch": try await launch(Array(arguments.dropFirst()))
    case "stand": await stand(atLookups: arguments.last == "lookup")
    case "suggest":
      var server = try SuggestingServer(Array(arguments.dropFirst()))
      try server.run()
    default: try await serve(arguments)
    }
  }

  /// Starts a program as the server starts those of its users, and waits until it has ended.
  private static func launch(_ command: [String]) async throws {
    let log = EventLog()
    log.listen { StandardStream.error.write($1 + "\n") }
    let process = try SupervisedProcess(ProcessLaunch(name: "launched", command: command), log: log)
    while let bytes = await process.read() { StandardStream.output.write(String(decoding: bytes, as: UTF8.self)) }
    _ = await process.waitForExit()
  }

  /// Serves with a source that never comes back, and says when the server has ended by itself.
  private static func stand(atLookups: Bool) async -> Never {
    let configuration = ServerConfiguration(sources: [StandingSource(atLookups: atLookups)])
    await Server.serve(configuration, on: .open()) { StandardStream.error.write("The server has ended.\n") }
  }

  private actor StandingSource: CompletionSource {
    nonisolated let descriptor = SourceDescriptor(name: "standing")
    private nonisolated let atLookups: Bool

    init(atLookups: Bool) { self.atLookups = atLookups }

    nonisolated func mayAnswer(_ query: CompletionQuery) -> Bool {
      if !atLookups { block() }
      return true
    }

    func completions(for query: CompletionQuery) -> SourceAnswer {
      block()
      return SourceAnswer([])
    }

    private nonisolated func block() { while true { sleep(1000) } }
  }

  private static func serve(_ arguments: [String]) async throws {
    let scripts = try arguments.map { try JSONValue(parsing: $0) }
    await Server.serve(ServerConfiguration.scripted(scripts))
  }
}
