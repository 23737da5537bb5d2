/// Waits for what another thread or program brings about, without holding a thread meanwhile.
package enum Breather {
  /// What was waited for did not come.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// How long anything may take that works, on a slow machine with hundreds of tests at once.
  private static let patience = Duration.seconds(300)

  /// A moment for others; returns a millisecond later.
  ///
  /// A yield is not enough: whoever yields in a loop keeps a core busy, and on two cores the system then gives no thread
  /// to work of a lower priority, which may be the very work that is waited for.
  ///
  /// - Throws: `CancellationError`, so that a loop around it ends with its test's time limit.
  package static func take() async throws { try await Task.sleep(for: .milliseconds(1)) }

  /// Looks every millisecond until something is as it is wanted.
  ///
  /// - Throws: `Failure` when it never is, `CancellationError`, and what `isSo` throws.
  package static func wait(for what: String, until isSo: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + patience
    while try await !isSo() {
      guard ContinuousClock.now < deadline else { throw Failure(description: "Waited in vain for \(what).") }
      try await take()
    }
  }
}
