import CatchwordCompletion

extension LanguageServerClient {
  /// A function that starts a server and returns the link to it; may block.
  typealias Launch = @Sendable (LanguageServerSettings) -> any UpstreamLink

  /// The environment in which a server is started.
  struct Surroundings: Sendable {
    var launch: Launch
    /// Runs a function that may block.
    var onThread: @Sendable (@escaping @Sendable () -> Void) -> Void
    var processID: Int
    var clock: EngineClock
    var executor: (any TaskExecutor)?
    var log: EventLog
  }

  /// The maximum number of open requests.
  static let maximumOpen = 1000
  /// The maximum length of a message from the server, in bytes; longer ones are skipped.
  static let maximumMessage = 64 << 20
  /// The maximum time in which the server must answer `initialize`.
  static let startPatience = Duration.seconds(60)
  /// The time that the server has to end before it is killed.
  static let endPatience = Duration.seconds(2)
}
