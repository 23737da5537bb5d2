import CatchwordCompletion

extension LanguageServerClient {
  /// The pipes to a server that has just been started.
  typealias Launch = @Sendable (LanguageServerSettings) -> any UpstreamLink

  /// What it is started in and with.
  struct Surroundings: Sendable {
    var launch: Launch
    var processID: Int
    var clock: EngineClock
    var executor: (any TaskExecutor)?
    var log: EventLog
  }
}
