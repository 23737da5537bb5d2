import Dispatch
import Foundation
import Synchronization

/// Ends a server that no longer reads: writing to it would otherwise wait for ever.
final class SoakWatch: Sendable {
  private let last = Mutex(ContinuousClock.now)
  private let killed = Mutex(false)
  private let ended = DispatchSemaphore(value: 0)

  /// - Parameter patience: How long the client may go without a sign of life before the process is ended.
  init(processID: Int32, patience: Duration) {
    DispatchQueue(label: "soak.watch").async { [self] in
      while ended.wait(timeout: .now() + .seconds(1)) == .timedOut {
        guard ContinuousClock.now - last.withLock({ $0 }) > patience else { continue }
        killed.withLock { $0 = true }
        // The client is stuck in a write, so nobody can have waited for the process: the number is still its own.
        kill(processID, SIGKILL)
        return
      }
    }
  }

  /// True when the process had to be ended.
  var hasKilled: Bool { killed.withLock { $0 } }

  /// A sign of life.
  func tick() { last.withLock { $0 = .now } }

  /// Stops watching.
  func end() { ended.signal() }
}
