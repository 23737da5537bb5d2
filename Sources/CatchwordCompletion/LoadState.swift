/// The progress of a thing that is loaded once, in the background.
public enum LoadState<Value: Sendable>: Sendable {
  /// Nobody has asked for it yet.
  case idle
  /// It is being loaded.
  case loading
  /// It has been loaded.
  case loaded(Value)
  /// It could not be loaded.
  case failed(any Error)

  /// Creates the state after loading ended: a cancelled load counts as never begun, since cancellation is no error.
  public init(_ result: Result<Value, any Error>) {
    switch result {
    case .success(let value): self = .loaded(value)
    case .failure(is CancellationError): self = .idle
    case .failure(let error): self = .failed(error)
    }
  }

  /// The loaded value.
  public var value: Value? {
    if case .loaded(let value) = self { value } else { nil }
  }

  /// True while it is being loaded.
  public var isLoading: Bool {
    if case .loading = self { true } else { false }
  }

  /// The error for which it could not be loaded.
  public var error: (any Error)? {
    if case .failed(let error) = self { error } else { nil }
  }
}
