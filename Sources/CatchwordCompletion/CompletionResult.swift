/// A ranked list, ready to be shown.
public struct CompletionResult: Sendable {
  /// One entry of the list.
  public struct Item: Sendable {
    /// The candidate to insert.
    public let candidate: Candidate
    /// The source it came from; when several offered it, the first that says something about it, or else the first.
    public let source: String
    /// The signals that explain its place in the list.
    public let signals: RankingSignals
  }

  /// The query that was asked.
  public let query: CompletionQuery
  /// The entries, best first.
  public let items: [Item]
  /// True when there is more: items were cut off, a source is still at work, or nothing was found.
  public let isIncomplete: Bool

  /// True when a known entry begins as it was typed, or is a server's, which offers only what it has found to fit.
  var hasBeginnings: Bool {
    items.contains { $0.signals.isPrefix && !$0.signals.isNewName || $0.candidate.hasAttachment }
  }
}

/// The end of a request for completion.
public enum CompletionEnding: Sendable {
  /// With a list.
  case done(CompletionResult)
  /// Made stale by a newer edit, a newer request or the closing of the document; the list has what was there by then.
  case stale(CompletionResult)

  /// The list.
  public var result: CompletionResult {
    switch self {
    case .done(let result), .stale(let result): result
    }
  }
}

/// An update on a request for completion.
public enum CompletionUpdate: Sendable {
  /// The list so far, when the budget is spent; more is to come. Only for requests that wait for all of it.
  case partial(CompletionResult)
  /// The end; nothing comes after it.
  case end(CompletionEnding)
}
