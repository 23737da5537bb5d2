/// How the engine behaves.
public struct CompletionSettings: Equatable, Sendable {
  /// When two requests are the same task.
  public var policy = IdentityPolicy.cursor
  /// After how long a request is answered with what is there.
  public var budget = Duration.milliseconds(30)
  /// How long lookups go on after the last request for them was cancelled, in case the client asks again at once.
  public var linger = Duration.milliseconds(100)
  /// The most items in a list.
  public var limit = 100

  /// The defaults.
  public init() {}
}

/// Names one request, for as long as the engine lives.
public struct CompletionRequestID: Hashable, Sendable {
  let rawValue: UInt64

  /// Creates a name from a number that the caller never uses twice.
  public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// Why a source gave no answer.
public enum SourceError: Error, Equatable, Sendable, CustomStringConvertible {
  /// It took longer than its own deadline, and was given up.
  case deadlineExceeded
  /// Several lookups that were given up are still running, so it is not asked again until one ends.
  case unresponsive

  /// One clause for the log.
  public var description: String {
    switch self {
    case .deadlineExceeded: "it did not answer before its deadline"
    case .unresponsive: "it does not end the lookups that were cancelled, so it is not asked again until it does"
    }
  }
}
