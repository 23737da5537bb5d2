import CatchwordText

/// What a session consists of.
extension CompletionSession {
  /// One request that waits for an answer.
  struct Waiter: Sendable {
    let id: CompletionRequestID
    let query: CompletionQuery
    /// It takes what there is when the budget is spent, and waits for the rest.
    var waitsForAll = false
    /// It is to be told when its list would be another one by now.
    var isFollowed = false
  }

  /// One question to one source.
  struct Lookup: Sendable {
    let number: UInt64
    let query: CompletionQuery
    let deadline: Duration
    let dependsOnlyOnAnchor: Bool
    let survivesTyping: Bool
    /// What the source's generation was when it was asked.
    let generation: Int
  }

  /// A source that has something to say to a request.
  struct EligibleSource: Sendable {
    let index: Int
    let descriptor: SourceDescriptor
    let generation: Int
    /// How long a repeated lookup waits, unless the source has its own delay.
    let delay: Duration
  }

  struct ActiveTask: Sendable {
    let identity: CompletionIdentity
    /// What the session had counted when it began.
    let inputs: Int
    var waiters: [Waiter]
    var phase = Phase.gathering
    /// When the phase ends; nil when that is when everything has been answered.
    var deadline: Duration?
    /// The sources that have something to say to it.
    let sources: Set<Int>
    /// Those of them that have not answered yet.
    var missing: Set<Int>

    /// What a task waits for.
    enum Phase: Sendable {
      /// Whatever comes before the budget is spent.
      case gathering
      /// The first list that is not empty.
      case awaitingFirst
      /// Every source: only requests that take parts are left.
      case awaitingAll
    }
  }

  struct CachedAnswer: Sendable {
    let typed: String
    /// How many items were asked for.
    let limit: Int
    let answer: SourceAnswer
    let dependsOnlyOnAnchor: Bool
    let generation: Int

    /// True when everything that a query asks for is in the answer.
    func covers(_ query: CompletionQuery) -> Bool {
      // Of what was cut for a short list, more is wanted for a longer one.
      guard !answer.isIncomplete else { return typed == query.typed && limit >= query.limit }
      if typed == query.typed { return true }
      // All that matched a shorter word is here, so all that matches the longer one is.
      return dependsOnlyOnAnchor || (!typed.isEmpty && query.typed.hasPrefix(typed))
    }
  }
}
