import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC

/// The completions of the language server behind the proxy.
///
/// The server knows the client's documents, since it gets the client's own messages about them, so a request is enough.
actor ProxySource: CompletionSource {
  nonisolated let descriptor: SourceDescriptor
  private nonisolated let upstream: any Upstream
  private nonisolated let abilities: @Sendable () -> UpstreamAbilities?
  private nonisolated let takesCommitCharacters: Bool

  /// - Parameters:
  ///   - takesCommitCharacters: True when the client takes commit characters from the items.
  ///   - abilities: Returns the server's abilities; nil until they are known, while UTF-16 is its encoding.
  init(
    name: String, _ upstream: any Upstream, takesCommitCharacters: Bool,
    abilities: @escaping @Sendable () -> UpstreamAbilities?
  ) {
    self.upstream = upstream
    self.takesCommitCharacters = takesCommitCharacters
    self.abilities = abilities
    var descriptor = SourceDescriptor(
      // The server gets a request for each of the client's, as it would without a proxy.
      name: name, delay: .zero, deadline: .seconds(30), priority: 1, minimumLength: 0)
    descriptor.survivesTyping = true
    descriptor.isAlwaysAsked = true
    self.descriptor = descriptor
  }

  nonisolated var state: SourceState {
    SourceState(isEmpty: !upstream.isAlive || abilities()?.completes == false, generation: upstream.generation)
  }

  /// Returns false when no word has begun and the trigger is not one of the server's own characters.
  nonisolated func mayAnswer(_ query: CompletionQuery) -> Bool {
    guard query.typed.isEmpty, case .character(let text) = query.trigger else { return true }
    return abilities()?.triggerCharacters.contains(text) ?? false
  }

  @concurrent nonisolated func completions(for query: CompletionQuery) async throws -> SourceAnswer {
    guard !isEmpty else { return SourceAnswer([]) }
    let params = ForeignCompletions(abilities: abilities() ?? UpstreamAbilities()).params(query)
    let bytes = try await upstream.ask("textDocument/completion", params)
    // The server may have begun only during the wait.
    let completions = ForeignCompletions(abilities: abilities() ?? UpstreamAbilities())
    return try completions.answer(bytes, to: query, takesCommitCharacters: takesCommitCharacters)
  }

  @concurrent nonisolated func resolve(_ candidate: Candidate) async throws -> Candidate {
    guard abilities()?.resolves == true, upstream.isAlive, let item = candidate.attachment as? ForeignItem else {
      return candidate
    }
    let bytes = try await upstream.ask("completionItem/resolve", item.bytes)
    var resolved = candidate
    var told = try ForeignItem(bytes)
    told.cursor = item.cursor
    resolved.attachment = told
    return resolved
  }
}
