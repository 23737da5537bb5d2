import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC

/// The completions of the language server behind the proxy.
///
/// It knows the client's documents, since it gets the client's own messages about them, so a question is all it needs.
actor ProxySource: CompletionSource {
  nonisolated let descriptor: SourceDescriptor
  private nonisolated let upstream: any Upstream
  private nonisolated let completions: ForeignCompletions
  private nonisolated let takesCommitCharacters: Bool

  /// - Parameter takesCommitCharacters: The client takes the characters that accept an item from the item.
  init(name: String, _ upstream: any Upstream, abilities: UpstreamAbilities, takesCommitCharacters: Bool) {
    self.upstream = upstream
    self.takesCommitCharacters = takesCommitCharacters
    completions = ForeignCompletions(abilities: abilities)
    var descriptor = SourceDescriptor(
      name: name, triggerCharacters: Set(abilities.triggerCharacters.compactMap { $0.count == 1 ? $0.first : nil }),
      // It is asked as often as the client asks, as it would be without a proxy.
      delay: .zero, deadline: .seconds(30), priority: 1, minimumLength: 0)
    descriptor.survivesTyping = true
    descriptor.isAlwaysAsked = true
    self.descriptor = descriptor
  }

  nonisolated var isEmpty: Bool { !upstream.isAlive || !completions.abilities.completes }

  nonisolated var generation: Int { upstream.generation }

  @concurrent nonisolated func completions(for query: CompletionQuery) async throws -> SourceAnswer {
    guard !isEmpty else { return SourceAnswer([]) }
    let bytes = try await upstream.ask("textDocument/completion", completions.params(query))
    return try completions.answer(bytes, to: query, takesCommitCharacters: takesCommitCharacters)
  }

  @concurrent nonisolated func resolve(_ candidate: Candidate) async throws -> Candidate {
    guard completions.abilities.resolves, upstream.isAlive, let item = candidate.attachment as? ForeignItem else {
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
