import Synchronization

/// Reports what fails to the log: once, and again only when the failure changes or a minute has passed.
package final class FailureLog: Sendable {
  private static let interval = Duration.seconds(60)
  private let log: EventLog
  private let last = Mutex<[String: (message: String, time: Duration)]>([:])

  package init(_ log: EventLog) { self.log = log }

  func report(source: String, _ error: any Error, now: Duration) {
    report("Source \"\(source)\" gave no completions", of: source, error, now: now)
  }

  /// Reports a failure.
  ///
  /// - Parameters:
  ///   - statement: What has failed, a sentence without its end.
  ///   - part: The name of the part that has failed, of which the last failure is remembered.
  package func report(_ statement: String, of part: String, _ error: any Error, now: Duration) {
    let reason = ErrorText.description(of: error)
    let message = "\(statement): \(reason)\(reason.hasSuffix(".") ? "" : ".")"
    let isNews = last.withLock { last in
      if let (previous, time) = last[part], previous == message, now - time < FailureLog.interval { return false }
      last[part] = (message, now)
      return true
    }
    if isNews { log.report(.warning, message) }
  }
}
