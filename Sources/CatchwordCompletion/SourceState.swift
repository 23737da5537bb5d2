/// The state of a source that others know without waiting for its actor.
///
/// A source whose state changes keeps it behind one `Mutex`, together with all that other threads set.
public struct SourceState: Sendable {
  /// True when the source has nothing to offer for any query: then it is not asked.
  public var isEmpty: Bool
  /// A number that changes when the source's answers have changed; 0 for a source whose answers do not age.
  ///
  /// An answer is kept while a word is typed on; the source is asked again when this number has changed.
  public var generation: Int
  /// The progress of loading what the source needs.
  public var loadState: LoadState<Void>

  /// Creates the state of a source; by default of one that needs nothing and whose answers do not age.
  public init(isEmpty: Bool = false, generation: Int = 0, loadState: LoadState<Void> = .loaded(())) {
    self.isEmpty = isEmpty
    self.generation = generation
    self.loadState = loadState
  }
}

extension CompletionSource {
  /// True when the source has nothing to offer for any query.
  public nonisolated var isEmpty: Bool { state.isEmpty }

  /// A number that changes when the source's answers have changed.
  public nonisolated var generation: Int { state.generation }

  /// The progress of loading what the source needs.
  public nonisolated var loadState: LoadState<Void> { state.loadState }
}
