import CatchwordText

/// The parts of a session.
extension CompletionSession {
  /// A query to one source.
  struct Lookup: Sendable {
    let number: UInt64
    let query: CompletionQuery
    let deadline: Duration
    let dependsOnlyOnAnchor: Bool
    let survivesTyping: Bool
    /// The generation of the source when it was asked.
    let generation: Int
  }

  /// A source that is eligible for a request.
  struct EligibleSource: Sendable {
    let index: Int
    let descriptor: SourceDescriptor
    let generation: Int
    /// The delay of a repeated lookup, unless the source has its own.
    let delay: Duration
  }

  struct ActiveTask: Sendable {
    let identity: CompletionIdentity
    var waiters: [PendingCompletion]
    var phase = Phase.gathering
    /// The end of the phase; nil when the phase lasts until every source has answered.
    var deadline: Duration?
    /// The sources that are eligible for it.
    let sources: Set<Int>
    /// The sources among them that have not answered yet.
    var missing: Set<Int>
    /// The sources among them whose answers a request by hand waits for.
    let awaited: Set<Int>

    /// True when one of the awaited sources has not answered yet.
    var isMissingAwaited: Bool { !awaited.isDisjoint(with: missing) }

    /// The event that a task waits for.
    enum Phase: Sendable {
      /// The end of the budget: it takes all that comes before.
      case gathering
      /// The first list that is not empty.
      case awaitingFirst
      /// The awaited sources: only requests by hand, and those that take parts, are left.
      case awaitingMemory
      /// Every source: only requests that take parts are left.
      case awaitingAll
    }
  }

  struct CachedAnswer: Sendable {
    let typed: String
    /// The number of items that were asked for.
    let limit: Int
    let answer: SourceAnswer
    let dependsOnlyOnAnchor: Bool
    let generation: Int

    /// True when everything that a query asks for is in the answer.
    func covers(_ query: CompletionQuery) -> Bool {
      // An answer that was cut for a short list does not suffice for a longer one.
      guard !answer.isIncomplete else { return typed == query.typed && limit >= query.limit }
      if typed == query.typed { return true }
      // All that matched a shorter word is here, so all that matches the longer one is here, too.
      return dependsOnlyOnAnchor || (!typed.isEmpty && query.typed.hasPrefix(typed))
    }
  }
}
