import Synchronization

extension CompletionScheduler {
  /// The work in progress: all zero when there is none.
  public struct Counts: Equatable, Sendable {
    /// Requests that are not answered.
    public var requests = 0
    /// Lookups that a session waits for.
    public var lookups = 0
    /// Lists being made.
    public var compositions = 0
    /// Calls of a source that have not returned.
    public var outstanding = 0

    /// Creates counts that are all zero.
    public init() {}

    init(requests: Int, lookups: Int, compositions: Int, outstanding: Int) {
      self.requests = requests
      self.lookups = lookups
      self.compositions = compositions
      self.outstanding = outstanding
    }
  }

  /// The work in progress.
  public var counts: Counts {
    state.withLock { state in
      Counts(
        requests: state.documents.values.reduce(state.orphans.values.reduce(0) { $0 + $1.count }) {
          $0 + $1.session.pending.count
        },
        lookups: state.documents.values.reduce(0) { $0 + $1.session.lookups.count },
        compositions: state.documents.values.reduce(0) { $0 + $1.session.compositions.count },
        outstanding: state.sources.reduce(0) { $0 + $1.outstanding })
    }
  }

  /// Returns the requests of an open document that have not ended, or only those whose cursor is at an offset.
  ///
  /// - Parameters:
  ///   - uri: The document.
  ///   - offset: A byte offset; nil for the whole document.
  /// - Returns: The requests, in the order in which they came.
  public func requests(in uri: String, at offset: Int? = nil) -> [PendingCompletion] {
    let pending = state.withLock { $0.documents[uri]?.session.pending ?? [] }
    return pending.filter { offset == nil || $0.query.offset == offset }
  }
}
