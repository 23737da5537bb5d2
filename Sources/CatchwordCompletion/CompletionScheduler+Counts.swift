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
        requests: state.replies.count,
        lookups: state.documents.values.reduce(0) { $0 + $1.session.lookups.count },
        compositions: state.documents.values.reduce(0) { $0 + $1.session.compositions.count },
        outstanding: state.sources.reduce(0) { $0 + $1.outstanding })
    }
  }

  /// Returns the requests of a document that are not answered, or only those whose cursor is at an offset.
  ///
  /// - Parameters:
  ///   - uri: The document.
  ///   - offset: A byte offset; nil for the whole document.
  /// - Returns: Their ids, in the order in which they came.
  public func requests(in uri: String, at offset: Int? = nil) -> [CompletionRequestID] {
    state.withLock { state in
      let open = state.replies.filter { $0.value.uri == uri && (offset == nil || $0.value.offset == offset) }
      return open.keys.sorted { $0.rawValue < $1.rawValue }
    }
  }

  /// Returns the document of a request that is not answered, and its cursor; nil when there is no such request.
  public func place(of id: CompletionRequestID) -> (uri: String, offset: Int)? {
    state.withLock { $0.replies[id].map { ($0.uri, $0.offset) } }
  }
}
