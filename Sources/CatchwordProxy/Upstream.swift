import CatchwordRPC

/// Another language server that can be asked.
protocol Upstream: Sendable {
  /// False when it has ended.
  var isAlive: Bool { get }

  /// Changes when the server knows more than before, so that its answers have aged.
  var generation: Int { get }

  /// Sends a request and waits for the answer; when the task is cancelled the server is told so.
  ///
  /// - Parameter params: A JSON text.
  /// - Returns: The result, a JSON text.
  /// - Throws: `UpstreamError`, or `CancellationError`.
  func ask(_ method: String, _ params: ContiguousArray<UInt8>) async throws -> ContiguousArray<UInt8>
}
