import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC

/// The completions of the language server behind the proxy.
///
/// It knows the client's documents, since it gets the client's own messages about them, so a question is all it needs.
actor ProxySource: CompletionSource {
  nonisolated let descriptor: SourceDescriptor
  private nonisolated let upstream: any Upstream
  private nonisolated let abilities: @Sendable () -> UpstreamAbilities?
  private nonisolated let takesCommitCharacters: Bool

  /// - Parameters:
  ///   - takesCommitCharacters: The client takes the characters that accept an item from the item.
  ///   - abilities: What the server can do; nil until it has said so, and then it counts in UTF-16.
  init(
    name: String, _ upstream: any Upstream, takesCommitCharacters: Bool,
    abilities: @escaping @Sendable () -> UpstreamAbilities?
  ) {
    self.upstream = upstream
    self.takesCommitCharacters = takesCommitCharacters
    self.abilities = abilities
    var descriptor = SourceDescriptor(
      // It is asked as often as the client asks, as it would be without a proxy.
      name: name, delay: .zero, deadline: .seconds(30), priority: 1, minimumLength: 0)
    descriptor.survivesTyping = true
    descriptor.isAlwaysAsked = true
    self.descriptor = descriptor
  }

  nonisolated var isEmpty: Bool { !upstream.isAlive || abilities()?.completes == false }

  nonisolated var generation: Int { upstream.generation }

  /// Where no word has begun, it is asked by one of its own characters, and not by ours.
  nonisolated func mayAnswer(_ query: CompletionQuery) -> Bool {
    guard query.typed.isEmpty, case .character(let text) = query.trigger else { return true }
    return abilities()?.triggerCharacters.contains(text) ?? false
  }

  @concurrent nonisolated func completions(for query: CompletionQuery) async throws -> SourceAnswer {
    guard !isEmpty else { return SourceAnswer([]) }
    let params = ForeignCompletions(abilities: abilities() ?? UpstreamAbilities()).params(query)
    let bytes = try await upstream.ask("textDocument/completion", params)
    // It may have begun only meanwhile.
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
