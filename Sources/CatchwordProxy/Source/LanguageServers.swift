package import CatchwordCompletion
package import CatchwordSettings
import CatchwordSources
import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The language servers that settings name, one source each; one that stays as it is goes on running.
package final class LanguageServers: Sendable {
  /// After these a language server mostly has something to say.
  private static let triggerCharacters: Set<Character> = [".", ":", ">"]

  private let kept: KeptSources<LanguageServerSettings, LanguageServerSource>
  private let log: EventLog

  /// - Parameters:
  ///   - processID: Ours: a server ends when it sees that we have.
  ///   - log: Where servers that do not work are reported, and what they write to their standard error.
  package convenience init(processID: Int, log: EventLog) {
    self.init(
      LanguageServerClient.Surroundings(
        launch: { UpstreamProcess(name: $0.name, command: $0.command, log: log) },
        // A thread of its own: to find a program may mean to look into a folder that does not answer.
        onThread: { work in DispatchQueue(label: "catchword.launch", qos: .userInitiated).async(execute: work) },
        processID: processID, clock: EngineClock(), executor: nil, log: log))
  }

  init(_ surroundings: LanguageServerClient.Surroundings) {
    log = surroundings.log
    kept = KeptSources {
      LanguageServerSource($0, triggerCharacters: LanguageServers.triggerCharacters, surroundings)
    } end: { _, source in
      source.end()
    }
  }

  /// The names of the servers that are on their way.
  package var loading: [String] { kept.all.filter { $0.loadState.isLoading }.map(\.settings.name) }

  /// Takes over settings.
  ///
  /// - Parameter folders: The paths of the open folders.
  /// - Returns: A source for each server.
  package func apply(_ settings: EffectiveSettings, folders: [String]) -> [any CompletionSource] {
    for problem in LanguageServerSettings.problems(in: settings) { log.report(.warning, problem.statement) }
    let uris = folders.map { URL(fileURLWithPath: $0, isDirectory: true).absoluteString }
    return sources(for: LanguageServerSettings.all(in: settings), folders: uris)
  }

  /// The sources for servers as they are wanted now. The servers of those that are not end, whoever still holds them.
  ///
  /// - Parameter folders: The URIs of the open folders; when they are others, each server is started anew.
  func sources(for settings: [LanguageServerSettings], folders: [String]) -> [LanguageServerSource] {
    let sources = kept.sources(for: settings)
    for source in sources { source.open(folders) }
    return sources
  }
}
