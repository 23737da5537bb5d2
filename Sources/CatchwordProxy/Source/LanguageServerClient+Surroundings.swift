import CatchwordCompletion

extension LanguageServerClient {
  /// Starts a server, and returns the pipes to it; may block.
  typealias Launch = @Sendable (LanguageServerSettings) -> any UpstreamLink

  /// What it is started in and with.
  struct Surroundings: Sendable {
    var launch: Launch
    /// Runs something that may block.
    var onThread: @Sendable (@escaping @Sendable () -> Void) -> Void
    var processID: Int
    var clock: EngineClock
    var executor: (any TaskExecutor)?
    var log: EventLog
  }

  /// How many questions may be open.
  static let maximumOpen = 1000
  /// Longer messages of its are skipped.
  static let maximumMessage = 64 << 20
  /// How long it may take to answer `initialize`.
  static let startPatience = Duration.seconds(60)
  /// How long it may take to end.
  static let endPatience = Duration.seconds(2)
}
