extension CompletionScheduler {
  /// What is going on right now: all zero when nothing is.
  public struct Counts: Equatable, Sendable {
    /// Requests that are not answered.
    public var requests = 0
    /// Lookups that a session waits for.
    public var lookups = 0
    /// Lists being made.
    public var compositions = 0
    /// Calls of a source that have not returned.
    public var outstanding = 0

    /// Nothing.
    public init() {}

    init(requests: Int, lookups: Int, compositions: Int, outstanding: Int) {
      self.requests = requests
      self.lookups = lookups
      self.compositions = compositions
      self.outstanding = outstanding
    }
  }
}
