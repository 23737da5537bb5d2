public import CatchwordCompletion
public import CatchwordRPC

/// What a server is made of.
public struct ServerConfiguration: Sendable {
  /// Where completions come from; of two equal candidates the one of the earlier source is shown.
  public var sources: [any CompletionSource]
  /// The version told to clients.
  public var version = "0.1.0"
  /// How the engine behaves, unless the client says otherwise.
  public var settings = CompletionSettings()
  /// The user's own settings, over which the client's count.
  public var userSettings = JSONValue.object([:])
  /// Takes the client's settings, in whatever shape, for parts that the server does not know.
  ///
  /// - Returns: What is wrong with them, a sentence each; it is told to the client.
  public var applySettings: @Sendable (JSONValue) -> [String] = { _ in [] }
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
