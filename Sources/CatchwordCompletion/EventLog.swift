import Synchronization

/// Where the parts of a server say what users should know.
///
/// Messages that come before anybody listens are kept, up to a limit, and delivered then.
public final class EventLog: Sendable {
  /// How grave a message is.
  public enum Level: Int, Sendable {
    /// Something does not work.
    case error = 1
    /// Something may not work as wished.
    case warning = 2
    /// For the curious.
    case info = 3
  }

  /// Takes messages.
  public typealias Listener = @Sendable (Level, String) -> Void

  private struct State {
    var listener: Listener?
    var waiting: [(Level, String)] = []
  }

  private static let maximumWaiting = 100
  private let state = Mutex(State())

  /// A log that nobody listens to yet.
  public init() {}

  /// Notes a message.
  public func report(_ level: Level, _ message: String) {
    let listener = state.withLock { state in
      if state.listener == nil, state.waiting.count < EventLog.maximumWaiting {
        state.waiting.append((level, message))
      }
      return state.listener
    }
    listener?(level, message)
  }

  /// Delivers what was noted so far and all that comes, in place of any earlier listener.
  public func listen(_ listener: @escaping Listener) {
    let waiting = state.withLock { state in
      state.listener = listener
      defer { state.waiting = [] }
      return state.waiting
    }
    for (level, message) in waiting { listener(level, message) }
  }
}
