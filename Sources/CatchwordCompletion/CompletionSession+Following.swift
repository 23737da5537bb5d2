/// A list that was sent before every source had answered, kept to see whether it would be another one by now.
///
/// Kept only for requests that want to know, and only until the client sends anything newer about the document.
struct FollowedList: Sendable {
  /// The request that got it: the newest in its document.
  let completion: PendingCompletion
  let query: CompletionQuery
  let identity: CompletionIdentity
  let sources: Set<Int>
  /// The sources that have not answered yet.
  var missing: Set<Int>
  /// The texts of its candidates.
  let texts: Set<String>

  init(_ completion: PendingCompletion, _ composition: CompletionSession.Composition, _ result: CompletionResult) {
    self.completion = completion
    query = composition.query
    identity = composition.identity
    sources = composition.sources
    missing = composition.missing
    texts = Set(result.items.map(\.candidate.text))
  }
}

extension CompletionSession {
  /// Follows a list that has been sent.
  mutating func follow(_ list: FollowedList) -> [CompletionEffect] {
    guard list.completion === newest else { return [] }
    followed = list
    return composeAgain()
  }

  /// Makes the followed list anew if a missing source has answered, to see whether it is another one.
  mutating func composeAgain() -> [CompletionEffect] {
    guard let list = followed, task == nil else { return [] }
    let arrived = list.missing.filter { lookups[$0] == nil }
    followed?.missing.subtract(arrived)
    guard arrived.contains(where: { answers[$0]?.answer.candidates.isEmpty == false }) else { return [] }
    let composition = Composition(
      waiters: [list.completion], purpose: .again, query: list.query, identity: list.identity, sources: list.sources,
      missing: list.missing.subtracting(arrived))
    return [begin(composition)]
  }

  /// Compares the present state of a list with the list that was sent.
  ///
  /// - Returns: The request that got the list, once, if there is something new in it.
  mutating func change(by result: CompletionResult, of composition: Composition) -> PendingCompletion? {
    // By now, another list may be followed.
    guard let list = followed, composition.waiters.contains(where: { $0 === list.completion }),
      !result.items.allSatisfy({ list.texts.contains($0.candidate.text) })
    else { return nil }
    followed = nil
    return list.completion
  }
}
