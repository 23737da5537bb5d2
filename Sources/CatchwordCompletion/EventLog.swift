import Synchronization

/// The log for messages that users should know of.
///
/// Messages that come before there is a listener are kept, up to a limit, and delivered once there is one.
public final class EventLog: Sendable {
  /// The severity of a message.
  public enum Level: Int, Sendable {
    /// Something does not work.
    case error = 1
    /// Something may not work as expected.
    case warning = 2
    /// Background information.
    case info = 3
  }

  /// A closure that receives messages.
  public typealias Listener = @Sendable (Level, String) -> Void

  private struct State {
    var listener: Listener?
    var waiting: [(Level, String)] = []
  }

  private static let maximumWaiting = 100
  private let state = Mutex(State())

  /// Creates a log without a listener.
  public init() {}

  /// Reports a message.
  public func report(_ level: Level, _ message: String) {
    let listener = state.withLock { state in
      if state.listener == nil, state.waiting.count < EventLog.maximumWaiting {
        state.waiting.append((level, message))
      }
      return state.listener
    }
    listener?(level, message)
  }

  /// Delivers the messages that were kept and all later ones to a listener, which replaces any earlier one.
  public func listen(_ listener: @escaping Listener) {
    let waiting = state.withLock { state in
      state.listener = listener
      defer { state.waiting = [] }
      return state.waiting
    }
    for (level, message) in waiting { listener(level, message) }
  }
}
