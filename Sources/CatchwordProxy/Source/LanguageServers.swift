package import CatchwordCompletion
package import CatchwordSettings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The language servers that settings name, as one source; there is none as long as they name none.
package final class LanguageServers: Sendable {
  /// After these a language server mostly has something to say.
  private static let triggerCharacters: Set<Character> = [".", ":", ">"]

  private let source: LanguageServerSource

  /// - Parameters:
  ///   - processID: Ours: a server ends when it sees that we have.
  ///   - log: Where servers that do not work are reported.
  package init(processID: Int, log: EventLog) {
    source = LanguageServerSource(
      triggerCharacters: LanguageServers.triggerCharacters, processID: processID, log: log)
  }

  /// True while a server is on its way.
  package var isLoading: Bool { source.loadState.isLoading }

  /// Takes over settings.
  ///
  /// - Parameter folders: The paths of the open folders.
  /// - Returns: The source, when there is a server for it to ask.
  package func apply(_ settings: EffectiveSettings, folders: [String]) -> [any CompletionSource] {
    let uris = folders.map { URL(fileURLWithPath: $0).absoluteString }
    source.apply(LanguageServerSettings.all(in: settings), folders: uris)
    return source.isEmpty ? [] : [source]
  }
}
