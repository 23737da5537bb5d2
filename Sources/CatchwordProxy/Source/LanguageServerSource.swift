package import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC
import CatchwordSources
package import CatchwordText
import Synchronization

/// The completions of language servers that the user has named, each started for the documents of its languages.
package actor LanguageServerSource: CompletionSource, DocumentObserver {
  /// What the source is about; the same for all its life.
  package nonisolated let descriptor: SourceDescriptor

  private struct State {
    var clients: [LanguageServerClient] = []
    var folders: [String] = []
    var documents: [String: DocumentSnapshot] = [:]
    /// Counts the changes of the settings.
    var changes = 0
  }

  private nonisolated let state = Mutex(State())
  private nonisolated let surroundings: LanguageServerClient.Surroundings

  /// Creates a source without servers.
  ///
  /// - Parameters:
  ///   - triggerCharacters: After which characters the servers are asked although no word has begun.
  ///   - processID: Ours: a server ends when it sees that we have.
  ///   - clock: What time is measured by.
  ///   - executor: Where tasks would like to run; nil for the default.
  ///   - log: Where it is reported that a server has ended, and what servers write to their standard error.
  package init(
    triggerCharacters: Set<Character> = [], processID: Int, clock: EngineClock = EngineClock(),
    executor: (any TaskExecutor)? = nil, log: EventLog = EventLog()
  ) {
    self.init(
      triggerCharacters: triggerCharacters,
      LanguageServerClient.Surroundings(
        launch: { UpstreamProcess(name: $0.name, command: $0.command, log: log) }, processID: processID, clock: clock,
        executor: executor, log: log))
  }

  init(triggerCharacters: Set<Character>, _ surroundings: LanguageServerClient.Surroundings) {
    self.surroundings = surroundings
    var descriptor = SourceDescriptor(name: "server", triggerCharacters: triggerCharacters, priority: 1)
    descriptor.survivesTyping = true
    self.descriptor = descriptor
  }

  deinit { for client in state.withLock(\.clients) { client.end() } }

  /// Takes over settings: servers that are not among them end, those that are new start with the next document or
  /// question of their languages.
  ///
  /// - Parameter folders: The URIs of the open folders.
  package nonisolated func apply(_ settings: [LanguageServerSettings], folders: [String]) {
    let gone = state.withLock { state in
      guard settings != state.clients.map(\.settings) || folders != state.folders else {
        return [] as [LanguageServerClient]
      }
      state.changes += 1
      var old = folders == state.folders ? state.clients : []
      let ending = folders == state.folders ? [] : state.clients
      state.folders = folders
      state.clients = settings.map { settings in
        if let index = old.firstIndex(where: { $0.settings == settings }) { return old.remove(at: index) }
        let client = LanguageServerClient(settings, folders: folders, surroundings)
        for document in state.documents.values where settings.serves(document.languageID) { client.open(document) }
        return client
      }
      return old + ending
    }
    for client in gone { client.end() }
  }

  package nonisolated var isEmpty: Bool { state.withLock(\.clients.isEmpty) }

  package nonisolated var generation: Int {
    state.withLock { state in state.clients.reduce(state.changes << 20) { $0 &+ $1.generation } }
  }

  package nonisolated var loadState: LoadState<Void> {
    let states = state.withLock(\.clients).map(\.loadState)
    return states.first { $0.isLoading } ?? states.first { $0.error != nil } ?? .loaded(())
  }

  private nonisolated func clients(for languageID: String) -> [LanguageServerClient] {
    state.withLock(\.clients).filter { $0.settings.serves(languageID) }
  }

  // MARK: Documents

  package nonisolated func documentDidOpen(_ document: DocumentSnapshot) {
    state.withLock { $0.documents[document.uri] = document }
    for client in clients(for: document.languageID) { client.open(document) }
  }

  package nonisolated func documentDidChange(_ change: TextChange, in document: DocumentSnapshot) {
    state.withLock { $0.documents[document.uri] = document }
    for client in clients(for: document.languageID) { client.change(change, in: document) }
  }

  package nonisolated func documentDidClose(uri: String) {
    let document = state.withLock { $0.documents.removeValue(forKey: uri) }
    for client in clients(for: document?.languageID ?? "") { client.close(uri) }
  }

  // MARK: Questions

  @concurrent package nonisolated func completions(for query: CompletionQuery) async throws -> SourceAnswer {
    let clients = clients(for: query.document.languageID)
    var results: [Result<SourceAnswer, any Error>?] = Array(repeating: nil, count: clients.count)
    await withTaskGroup { group in
      for (index, client) in clients.enumerated() {
        group.addTask { () async -> (Int, Result<SourceAnswer, any Error>) in
          // Not within the tuple: Swift 6.3 optimises away what stands before an `await` in one that a `do` may leave.
          let result: Result<SourceAnswer, any Error>
          do { result = .success(try await LanguageServerSource.ask(client, query)) } catch { result = .failure(error) }
          return (index, result)
        }
      }
      for await (index, result) in group { results[index] = result }
    }
    // One server that fails costs the others nothing; its failure was logged when it ended.
    if clients.count == 1 { return try results[0]?.get() ?? SourceAnswer([]) }
    return LanguageServerSource.merged(results.compactMap { try? $0?.get() })
  }

  /// What several servers offer, in their order: a text that one of them offers twice is two things of one name, but what
  /// two of them offer is one, and the first one's.
  private static func merged(_ answers: [SourceAnswer]) -> SourceAnswer {
    var whole = SourceAnswer([])
    var offered: Set<String> = []
    for answer in answers {
      whole.candidates += answer.candidates.filter { !offered.contains($0.text) }
      offered.formUnion(answer.candidates.map(\.text))
      whole.isIncomplete = whole.isIncomplete || answer.isIncomplete
    }
    return whole
  }

  private static func ask(_ client: LanguageServerClient, _ query: CompletionQuery) async throws -> SourceAnswer {
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
