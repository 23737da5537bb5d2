import CatchwordFiles
import Foundation

/// A pipe with a name that programs hold open: it ends when the last of them is dead, whoever waits for it or does not.
///
/// It must be open before the test goes on, or there is nothing that could end: a shell opens it, and what it starts in the
/// background inherits it.
package final class LifeSign: Sendable {
  /// Where it is.
  package let path: String
  private let descriptor: Int32

  /// Makes the pipe.
  package init(in folder: TemporaryFolder) throws {
    path = folder.url.path + "/life"
    guard mkfifo(path, 0o600) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    // Waiting for nobody.
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  deinit { close(descriptor) }

  /// True when nobody holds it open any more; waits for that for up to half a minute, on a thread that may.
  package func ends() async -> Bool {
    let descriptor = descriptor
    return await Task(executorPreference: BlockingExecutor(label: "life")) {
      var entry = pollfd(fd: descriptor, events: 0, revents: 0)
      return poll(&entry, 1, 30_000) == 1 && entry.revents & Int16(POLLHUP) != 0
    }.value
  }
}
