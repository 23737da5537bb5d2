import Dispatch

/// Whether the system lets this process have the threads that a server needs.
enum ThreadSupply {
  /// As many as a server has when it is at work, beside the two that read and watch: one that writes, one for each core of a
  /// small machine, and those that read files and start programs.
  private static let needed = 12

  /// What is wrong, and what there is to do.
  static let advice = """
    the system lets this process have no more threads; raise the limit (`ulimit -u`, `ulimit -v`, or a container's limit of \
    processes) or end other programs
    """

  /// Makes the threads, and ends them.
  ///
  /// - Returns: False when the system did not make them all. Nothing has waited then.
  static func suffices() -> Bool {
    let done = DispatchSemaphore(value: 0)
    var made = 0
    while made < needed, Platform.startThread({ done.wait() }) { made += 1 }
    for _ in 0..<made { done.signal() }
    return made == needed
  }
}
