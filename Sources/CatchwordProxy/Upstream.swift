import CatchwordRPC

/// Another language server that answers requests.
protocol Upstream: Sendable {
  /// True while the server can be asked, false when it has ended.
  var isAlive: Bool { get }

  /// A number that changes when the server knows more than before, so that earlier answers are stale.
  var generation: Int { get }

  /// Sends a request and waits for the response; cancelling the task cancels the request at the server.
  ///
  /// - Parameter params: The parameters, a JSON text.
  /// - Returns: The result, a JSON text.
  /// - Throws: `UpstreamError`, or `CancellationError`.
  func ask(_ method: String, _ params: ContiguousArray<UInt8>) async throws -> ContiguousArray<UInt8>
}
