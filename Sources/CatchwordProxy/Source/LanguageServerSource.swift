package import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC
import CatchwordSources
package import CatchwordText

/// The completions of a language server that the user has named, which is started for the documents of its languages.
package actor LanguageServerSource: CompletionSource, DocumentObserver {
  /// What the source is about; the same for all its life.
  package nonisolated let descriptor: SourceDescriptor
  /// The server.
  package nonisolated let settings: LanguageServerSettings
  private nonisolated let client: LanguageServerClient

  /// Creates a source; its server starts with the first document or question of its languages.
  ///
  /// - Parameters:
  ///   - settings: The server.
  ///   - folders: The URIs of the open folders.
  ///   - triggerCharacters: After which characters it is asked although no word has begun.
  ///   - surroundings: What it is started in and with.
  init(
    _ settings: LanguageServerSettings, folders: [String] = [], triggerCharacters: Set<Character> = [],
    _ surroundings: LanguageServerClient.Surroundings
  ) {
    self.settings = settings
    client = LanguageServerClient(settings, folders: folders, surroundings)
    var descriptor = SourceDescriptor(
      name: "server", triggerCharacters: triggerCharacters, languages: settings.languages, priority: 1)
    descriptor.survivesTyping = true
    self.descriptor = descriptor
  }

  deinit { client.end() }

  /// Ends the server for good, whoever still holds the source.
  nonisolated func end() { client.end() }

  package nonisolated var generation: Int { client.generation }

  package nonisolated var loadState: LoadState<Void> { client.loadState }

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
