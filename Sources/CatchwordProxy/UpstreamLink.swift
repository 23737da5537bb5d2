import CatchwordRPC

/// The pipes to another language server.
package protocol UpstreamLink: Sendable {
  /// Hands bytes on; returns at once. What is written when the other side is gone is forgotten.
  func write(_ bytes: ContiguousArray<UInt8>)

  /// The next bytes of the server's; waits for some. For one reader.
  ///
  /// - Returns: nil when no more will come.
  func read() async -> ContiguousArray<UInt8>?

  /// Says that nothing more will be written.
  func closeInput()

  /// Ends the server: asks it to end, and forces it when it has not in time.
  func end(grace: Duration)

  /// Waits until the server has ended.
  ///
  /// - Returns: How, as a sentence that begins with its name.
  func waitForEnd() async -> String
}
