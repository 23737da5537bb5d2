import Synchronization

/// Reports failing sources to the log: once, and again only when the failure changes or a minute has passed.
final class FailureLog: Sendable {
  private static let interval = Duration.seconds(60)
  private let log: EventLog
  private let last = Mutex<[String: (message: String, time: Duration)]>([:])

  init(_ log: EventLog) { self.log = log }

  func report(source: String, _ error: any Error, now: Duration) {
    let reason = "\(error)"
    let message = "Source \"\(source)\" gave no completions: \(reason)\(reason.hasSuffix(".") ? "" : ".")"
    let isNews = last.withLock { last in
      if let (previous, time) = last[source], previous == message, now - time < FailureLog.interval { return false }
      last[source] = (message, now)
      return true
    }
    if isNews { log.report(.warning, message) }
  }
}
