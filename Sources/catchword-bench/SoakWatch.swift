import Dispatch
import Foundation
import Synchronization

/// A watchdog that kills a server that no longer reads: a write to it would otherwise block for ever.
final class SoakWatch: Sendable {
  private let last = Mutex(ContinuousClock.now)
  private let killed = Mutex(false)
  private let ended = DispatchSemaphore(value: 0)

  /// - Parameter patience: The maximum time between the client's signs of life, after which the process is killed.
  init(processID: Int32, patience: Duration) {
    DispatchQueue(label: "soak.watch").async { [self] in
      while ended.wait(timeout: .now() + .seconds(1)) == .timedOut {
        guard ContinuousClock.now - last.withLock({ $0 }) > patience else { continue }
        killed.withLock { $0 = true }
        // The client is blocked in a write, so nobody has waited for the process: its id cannot have been reused.
        kill(processID, SIGKILL)
        return
      }
    }
  }

  /// True when the process was killed.
  var hasKilled: Bool { killed.withLock { $0 } }

  /// Records a sign of life of the client.
  func tick() { last.withLock { $0 = .now } }

  /// Stops watching.
  func end() { ended.signal() }
}
