import CatchwordRPC

/// The state of a server between its first message and its last: the messages that it may take, and its exit code.
struct Lifecycle: Sendable {
  enum Phase: Sendable {
    case uninitialized, running, shutDown
  }

  private(set) var phase = Phase.uninitialized

  /// Returns the error for a request that may not be handled now; nil when it may.
  func refusal(of method: String) -> ResponseError? {
    switch (phase, method) {
    case (.uninitialized, "initialize"): nil
    case (.uninitialized, _): ResponseError(.serverNotInitialized, "Send \"initialize\" before \"\(method)\".")
    case (.running, "initialize"): ResponseError(.invalidRequest, "The server is initialized already.")
    case (.running, _): nil
    case (.shutDown, _): ResponseError(.invalidRequest, "The server is shut down; send \"exit\".")
    }
  }

  /// True when notifications are handled; before `initialize` and after `shutdown` all but `exit` are dropped.
  var takesNotifications: Bool { phase == .running }

  /// The exit code of a server that ends now.
  var exitCode: Int32 { phase == .shutDown ? 0 : 1 }

  mutating func didInitialize() { phase = .running }
  mutating func didShutDown() { phase = .shutDown }
}
