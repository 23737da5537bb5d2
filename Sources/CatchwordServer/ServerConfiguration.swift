public import CatchwordCompletion

/// What a server is made of.
public struct ServerConfiguration: Sendable {
  /// Where completions come from; of two equal candidates the one of the earlier source is shown.
  public var sources: [any CompletionSource]
  /// The version told to clients.
  public var version = "0.1.0"
  /// How the engine behaves, unless the client says otherwise.
  public var settings = CompletionSettings()
  /// The user's own settings, over which the client's count.
  public var userSettings = SettingsLayer()
  /// Takes all settings, for parts that the server does not know; what is in none of the layers is as by default.
  ///
  /// - Returns: What is wrong with them, a sentence each; it is told to the client, once.
  public var applySettings: @Sendable ([SettingsLayer]) -> [String] = { _ in [] }
  /// The paths of the files that the client shall watch: those that settings come from or name.
  public var watchedFiles: @Sendable () -> [String] = { [] }
  /// Takes the paths of files that have changed, also such as nobody asked for.
  ///
  /// - Returns: The user's own settings, when theirs is among the files and can be read; otherwise nil.
  public var filesDidChange: @Sendable ([String]) -> SettingsLayer? = { _ in nil }
  /// A process whose end is the server's; a client may name another.
  public var clientProcessID: Int?
  /// Tells whether a process lives.
  public var isProcessAlive: @Sendable (Int) -> Bool = ProcessWatch.isAlive
  /// What time is measured by.
  public var clock = EngineClock()
  /// Where tasks would like to run; nil for the default.
  public var executor: (any TaskExecutor)?
  /// Where the parts report what users should know.
  public var log = EventLog()

  /// A server of the given sources, and defaults for the rest.
  public init(sources: [any CompletionSource]) { self.sources = sources }
}
