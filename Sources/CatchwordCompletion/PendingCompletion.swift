import Synchronization

/// One request for completion, from its beginning to its end.
///
/// A reference: the client that cancels it, the session in which it waits, and the list that answers it name the same
/// request by it. It ends once, by the last update or by `finish()`, and nothing is received after its end.
public final class PendingCompletion: Sendable {
  /// The query.
  public let query: CompletionQuery
  /// True when the request receives the list so far when the budget is spent, and waits for the rest.
  public let waitsForAll: Bool
  let onChange: (@Sendable () -> Void)?
  private let receiver: @Sendable (CompletionUpdate) -> Void
  private let hasEnded = Atomic(false)

  /// Creates a request; `CompletionScheduler.request(_:)` begins it.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - waitsForAll: True to receive what there is when the budget is spent, and the rest when it comes.
  ///   - onChange: Called at most once, on any thread, when a late source has brought a candidate that is not in the
  ///     list with which the request ended, and nothing newer has come for the document; nil to get no such call.
  ///   - receiver: Called on any thread with one end, unless the request is finished or the scheduler is shut down
  ///     first; and before it with parts, if the request waits for all.
  public init(
    _ query: CompletionQuery, waitsForAll: Bool = false, onChange: (@Sendable () -> Void)? = nil,
    receiver: @escaping @Sendable (CompletionUpdate) -> Void
  ) {
    self.query = query
    self.waitsForAll = waitsForAll
    self.onChange = onChange
    self.receiver = receiver
  }

  /// True once the request has ended.
  public var isFinished: Bool { hasEnded.load(ordering: .acquiring) }

  /// Ends the request without an update.
  ///
  /// - Returns: False when it had ended before.
  func finish() -> Bool { !hasEnded.exchange(true, ordering: .acquiringAndReleasing) }

  /// Passes an update on, unless the request has ended.
  func receive(_ update: CompletionUpdate) {
    switch update {
    case .partial: if isFinished { return }
    case .end: guard finish() else { return }
    }
    receiver(update)
  }

  /// True when the client is to be told that its list would be another one by now.
  var isFollowed: Bool { onChange != nil && !waitsForAll }
}
