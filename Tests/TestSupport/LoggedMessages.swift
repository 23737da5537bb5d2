package import CatchwordCompletion
import Synchronization

/// Collects what is logged.
package final class LoggedMessages: Sendable {
  /// Where messages are reported.
  package let log = EventLog()
  private let state = Mutex<[String]>([])
  private let (stream, continuation) = AsyncStream.makeStream(of: String.self)

  /// Listens to a log of its own.
  package init() {
    log.listen { [state = Unowned(self)] _, message in state.value?.add(message) }
  }

  private func add(_ message: String) {
    state.withLock { $0.append(message) }
    continuation.yield(message)
  }

  /// What has come so far.
  package var all: [String] { state.withLock { $0 } }

  /// Waits until a message has come; for one at a time.
  package func wait(for message: String) async {
    for await next in stream where next == message { return }
  }

  private final class Unowned: Sendable {
    private let reference: @Sendable () -> LoggedMessages?
    init(_ messages: LoggedMessages) { reference = { [weak messages] in messages } }
    var value: LoggedMessages? { reference() }
  }
}
