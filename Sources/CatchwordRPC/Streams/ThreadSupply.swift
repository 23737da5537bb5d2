import Dispatch

/// A check that the system grants this process the threads that a server needs.
enum ThreadSupply {
  /// The number of threads of a server at work, beside the two that read and watch: one that writes, one for each core
  /// of a small machine, and those that read files and start programs.
  private static let needed = 12

  /// The error and its remedy.
  static let advice = """
    the system lets this process have no more threads; raise the limit (`ulimit -u`, `ulimit -v`, or a container's limit of \
    processes) or end other programs
    """

  /// Creates the threads, and ends them.
  ///
  /// - Returns: False when the system did not create them all; the check never waits for one.
  static func suffices() -> Bool {
    let done = DispatchSemaphore(value: 0)
    var made = 0
    while made < needed, StreamPlatform.startThread({ done.wait() }) { made += 1 }
    for _ in 0..<made { done.signal() }
    return made == needed
  }
}
