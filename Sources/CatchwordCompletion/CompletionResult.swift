/// A ranked list, ready to be shown.
public struct CompletionResult: Sendable {
  /// One entry of the list.
  public struct Item: Sendable {
    /// What to write.
    public let candidate: Candidate
    /// The source it came from; when several offered it, the first that says something about it, or else the first.
    public let source: String
    /// Why it stands where it stands.
    public let signals: RankingSignals
  }

  /// What was asked.
  public let query: CompletionQuery
  /// The entries, best first.
  public let items: [Item]
  /// True when there is more: some were cut off, a source is still at work, or nothing was found.
  public let isIncomplete: Bool
}

/// How a request for completion ended.
public enum CompletionEnding: Sendable {
  /// With a list.
  case done(CompletionResult)
  /// A newer edit, a newer request or the closing of the document made it stale; what was there by then is in the list.
  case stale(CompletionResult)

  /// The list.
  public var result: CompletionResult {
    switch self {
    case .done(let result), .stale(let result): result
    }
  }
}

/// What comes of a request for completion.
public enum CompletionUpdate: Sendable {
  /// The budget is spent, and this is what there is: more is to come. Only for requests that wait for all of it.
  case partial(CompletionResult)
  /// The end; nothing comes after it.
  case end(CompletionEnding)
}
