package import CatchwordCompletion
package import CatchwordSettings
import CatchwordSources
import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The language servers in the settings, one source each. A server whose settings stay the same keeps running.
package final class LanguageServers: Sendable {
  /// The characters after which a language server usually has completions.
  private static let triggerCharacters: Set<Character> = [".", ":", ">"]

  private let kept: KeptSources<LanguageServerSettings, LanguageServerSource>
  private let log: EventLog

  /// - Parameters:
  ///   - processID: Our process id: a server ends when that process has ended.
  ///   - log: The log for the servers' failures and standard error.
  package convenience init(processID: Int, log: EventLog) {
    self.init(
      LanguageServerClient.Surroundings(
        launch: { UpstreamProcess(name: $0.name, command: $0.command, log: log) },
        // A thread of its own: the lookup of a program may block on a folder that does not answer.
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

  /// The names of the servers that are starting.
  package var loading: [String] { kept.all.filter { $0.loadState.isLoading }.map(\.settings.name) }

  /// Applies settings.
  ///
  /// - Parameter folders: The paths of the open folders.
  /// - Returns: A source for each server.
  package func apply(_ settings: EffectiveSettings, folders: [String]) -> [any CompletionSource] {
    for problem in LanguageServerSettings.problems(in: settings) { log.report(.warning, problem.statement) }
    let uris = folders.map { URL(fileURLWithPath: $0, isDirectory: true).absoluteString }
    return sources(for: LanguageServerSettings.all(in: settings), folders: uris)
  }

  /// Returns the sources for the given servers. All other servers end, even while their sources are still referenced.
  ///
  /// - Parameter folders: The URIs of the open folders; when they have changed, each server is restarted.
  func sources(for settings: [LanguageServerSettings], folders: [String]) -> [LanguageServerSource] {
    let sources = kept.sources(for: settings)
    for source in sources { source.open(folders) }
    return sources
  }
}
