import CatchwordRPC

/// The pipes to another language server.
package protocol UpstreamLink: Sendable {
  /// Writes bytes; returns at once. They are dropped when the server is gone.
  func write(_ bytes: ContiguousArray<UInt8>)

  /// Waits for and returns the next bytes from the server. There must be only one reader.
  ///
  /// - Returns: The bytes; nil when no more will come.
  func read() async -> ContiguousArray<UInt8>?

  /// Closes the server's input: nothing more will be written.
  func closeInput()

  /// Asks the server to end, and kills it when it has not ended within the grace time.
  func end(grace: Duration)

  /// Waits until the server has ended.
  ///
  /// - Returns: The way in which it ended, as a sentence that begins with its name.
  func waitForEnd() async -> String
}
