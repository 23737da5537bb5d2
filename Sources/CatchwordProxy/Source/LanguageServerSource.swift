package import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC
import CatchwordSources
package import CatchwordText
import Synchronization

/// The completions of a language server from the user's settings, which is started for the documents of its languages.
package actor LanguageServerSource: CompletionSource, DocumentObserver {
  /// The source's descriptor, which never changes.
  package nonisolated let descriptor: SourceDescriptor
  /// The settings of the server.
  package nonisolated let settings: LanguageServerSettings

  /// The part of the source that other threads set and read.
  private struct Shared {
    var client: LanguageServerClient
    var folders: [String]
    /// The number of clients so far, including this one.
    var clients = 1
  }

  private nonisolated let shared: Mutex<Shared>
  private nonisolated let surroundings: LanguageServerClient.Surroundings

  /// Creates a source; its server starts with the first document or request in one of its languages.
  ///
  /// - Parameters:
  ///   - settings: The settings of the server.
  ///   - folders: The URIs of the open folders.
  ///   - triggerCharacters: The characters after which it is asked although no word has begun.
  ///   - surroundings: The environment in which it is started.
  init(
    _ settings: LanguageServerSettings, folders: [String] = [], triggerCharacters: Set<Character> = [],
    _ surroundings: LanguageServerClient.Surroundings
  ) {
    self.settings = settings
    self.surroundings = surroundings
    shared = Mutex(Shared(client: LanguageServerClient(settings, folders: folders, surroundings), folders: folders))
    var descriptor = SourceDescriptor(
      name: settings.name, triggerCharacters: triggerCharacters, languages: settings.languages, priority: 1)
    descriptor.survivesTyping = true
    descriptor.group = LanguageServerSettings.group
    self.descriptor = descriptor
  }

  deinit { client.end() }

  private nonisolated var client: LanguageServerClient { shared.withLock(\.client) }

  /// Ends the server for good, even while the source is still referenced.
  nonisolated func end() { client.end() }

  /// Replaces the server by a new one when the open folders have changed.
  ///
  /// - Parameter folders: The URIs of the open folders.
  nonisolated func open(_ folders: [String]) {
    let old = shared.withLock { shared -> LanguageServerClient? in
      guard shared.folders != folders else { return nil }
      defer {
        shared.client = LanguageServerClient(settings, folders: folders, surroundings)
        shared.folders = folders
        shared.clients += 1
      }
      return shared.client
    }
    for document in old?.end() ?? [] { client.open(document) }
  }

  package nonisolated var state: SourceState {
    let (client, clients) = shared.withLock { ($0.client, $0.clients) }
    return SourceState(generation: (clients << 20) &+ client.generation, loadState: client.loadState)
  }

  /// What keeps the server from answering, though it is not given up; nil for nothing.
  package nonisolated var trouble: String? { client.trouble }

  // MARK: Documents

  package nonisolated func documentDidOpen(_ document: DocumentSnapshot) {
    if settings.serves(document.languageID) { client.open(document) }
  }

  package nonisolated func documentDidChange(_ change: TextChange, in document: DocumentSnapshot) {
    if settings.serves(document.languageID) { client.change(change, in: document) }
  }

  package nonisolated func documentDidClose(uri: String) { client.close(uri) }

  // MARK: Questions

  @concurrent package nonisolated func completions(for query: CompletionQuery) async throws -> SourceAnswer {
    guard settings.serves(query.document.languageID) else { return SourceAnswer([]) }
    // The same client for all steps: it is replaced when other folders are opened meanwhile.
    let client = client
    let abilities = try await client.abilities()
    guard abilities.completes else { return SourceAnswer([]) }
    let completions = ForeignCompletions(abilities: abilities)
    let bytes = try await client.ask(
      "textDocument/completion", completions.params(query), about: query.document.uri)
    return try completions.plainAnswer(bytes, to: query, from: client)
  }

  @concurrent package nonisolated func resolve(_ candidate: Candidate) async throws -> Candidate {
    guard let offered = candidate.attachment as? OfferedItem else { return candidate }
    var item = offered.item
    if item.value(of: "documentation") == nil, offered.server.isAlive,
      try await offered.server.abilities().resolves
    {
      item = try ForeignItem(try await offered.server.ask("completionItem/resolve", item.bytes))
    }
    var resolved = candidate
    resolved.documentation = offered.documentation(of: item) ?? candidate.documentation
    resolved.detail = item.detail ?? candidate.detail
    return resolved
  }
}
