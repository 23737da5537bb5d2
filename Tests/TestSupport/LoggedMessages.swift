public import CatchwordCompletion
import Synchronization

/// Collects what is logged.
public final class LoggedMessages: Sendable {
  /// Where messages are reported.
  public let log = EventLog()
  private let state = Mutex<[String]>([])
  private let (stream, continuation) = AsyncStream.makeStream(of: String.self)

  /// Listens to a log of its own.
  public init() {
    log.listen { [state = Unowned(self)] _, message in state.value?.add(message) }
  }

  private func add(_ message: String) {
    state.withLock { $0.append(message) }
    continuation.yield(message)
  }

  /// What has come so far.
  public var all: [String] { state.withLock { $0 } }

  /// Waits until a message has come; for one at a time.
  public func wait(for message: String) async {
    for await next in stream where next == message { return }
  }

  private final class Unowned: Sendable {
    private let reference: @Sendable () -> LoggedMessages?
    init(_ messages: LoggedMessages) { reference = { [weak messages] in messages } }
    var value: LoggedMessages? { reference() }
  }
}
