package import CatchwordFiles
import Dispatch

/// A file that cannot be read until the test lets it go, as one on a disk that does not answer.
package final class StalledFile: Sendable {
  private let path: String
  private let gate = DispatchSemaphore(value: 0)

  package init(_ path: String) { self.path = path }

  /// The same files, but for this one.
  package func access(_ files: FileAccess) -> FileAccess {
    FileAccess(
      read: { [path, gate] name, take in
        if name == path { gate.wait() }
        try files.read(name, take)
      }, stamp: files.stamp)
  }

  /// Lets one reader go on.
  package func release() { gate.signal() }
}
