import CatchwordRPC

/// Where a server stands between its first message and its last: which messages it may take, and how it ends.
struct Lifecycle: Sendable {
  enum Phase: Sendable {
    case uninitialized, running, shutDown
  }

  private(set) var phase = Phase.uninitialized

  /// Why a request may not be handled now; nil when it may.
  func refusal(of method: String) -> ResponseError? {
    switch (phase, method) {
    case (.uninitialized, "initialize"): nil
    case (.uninitialized, _): ResponseError(.serverNotInitialized, "Send \"initialize\" before \"\(method)\".")
    case (.running, "initialize"): ResponseError(.invalidRequest, "The server is initialized already.")
    case (.running, _): nil
    case (.shutDown, _): ResponseError(.invalidRequest, "The server is shut down; send \"exit\".")
    }
  }

  /// True when notifications count; before `initialize` and after `shutdown` all but `exit` are dropped.
  var takesNotifications: Bool { phase == .running }

  /// The exit code of a server that ends now.
  var exitCode: Int32 { phase == .shutDown ? 0 : 1 }

  mutating func didInitialize() { phase = .running }
  mutating func didShutDown() { phase = .shutDown }
}
