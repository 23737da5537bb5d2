public import CatchwordCompletion
public import CatchwordPrediction
public import CatchwordSettings
import Dispatch

/// What a server is made of.
public struct ServerConfiguration: Sendable {
  /// Where completions come from; of two equal candidates the one of the earlier source is shown.
  public var sources: [any CompletionSource]
  /// What predicts the next word; it learns from the open documents, and from what else it is given.
  public var model = LanguageModel()
  /// What says how the text goes on, to be shown as ghost text; nil for the model.
  public var inlinePredictor: (any InlinePredictor)?
  /// The version told to clients.
  public var version = "0.1.0"
  /// How the engine behaves, unless the client says otherwise.
  public var settings = CompletionSettings()
  /// The user's own settings until they have been read, over which a project's count and then the client's.
  public var userSettings = SettingsLayer(origin: .user(path: ""))
  /// Reads the user's own settings; nil when `userSettings` is all there is. May block: it is called on a thread of its own.
  ///
  /// Returns them, and what is wrong with their file as a whole, in a sentence; with a problem, those of before count.
  public var readUserSettings: (@Sendable () -> (layer: SettingsLayer, problem: String?))?
  /// The settings that the parts understand which the server does not know; it knows its own.
  public var settingsOfParts: [Setting] = []
  /// Reads the settings that come with the projects in some folders, given by their paths; nil when there are none. May
  /// block: it is called for each folder on a thread of its own.
  ///
  /// Returns them, and what is wrong with their files as a whole, a sentence each.
  public var projectSettings: (@Sendable (_ folders: [String]) -> (layers: [SettingsLayer], problems: [String]))?
  /// Takes all settings and the paths of the open folders, for parts that the server does not know.
  ///
  /// Returns the sources that there are because of them, in addition to `sources`; one that stays is the same object.
  public var applySettings: @Sendable (EffectiveSettings, _ folders: [String]) -> [any CompletionSource] = { _, _ in []
  }
  /// The names of sources that there are only with some settings.
  public var furtherSources: [String] = []
  /// The user's home folder, which `~/` in settings stands for.
  public var home = "/"
  /// What relative paths in settings are relative to that come from nowhere.
  public var workingFolder = "/"
  /// The paths of the files that the client shall watch: those that settings come from or name.
  public var watchedFiles: @Sendable () -> [String] = { [] }
  /// Tells whether the client shall watch all files in its folders.
  public var watchesFolders: @Sendable () -> Bool = { false }
  /// Takes the paths of files that have changed, also such as nobody asked for. Must return at once.
  public var filesDidChange: @Sendable ([String]) -> Void = { _ in }
  /// Where what the user accepts and bans is remembered; nil for nowhere.
  public var memory: (any WordMemory)?
  /// A process whose end is the server's; a client may name another.
  public var clientProcessID: Int?
  /// Tells whether a process lives.
  public var isProcessAlive: @Sendable (Int) -> Bool = ProcessWatch.isAlive
  /// What time is measured by.
  public var clock = EngineClock()
  /// Where tasks would like to run; nil for the default.
  public var executor: (any TaskExecutor)?
  /// Runs what may block on a thread of its own; nil for a new thread each time.
  public var startThread: (@Sendable (@escaping @Sendable () -> Void) -> Void)?
  /// Sees each list with what speaks for its items, before it becomes the client's; for who wants to explain it.
  public var willAnswer: (@Sendable (CompletionResult) -> Void)?
  /// Is told what the server is doing after each time that it has handled messages. Must return at once.
  public var didHandle: (@Sendable (ServerReport) -> Void)?
  /// Where the parts report what users should know.
  public var log = EventLog()

  /// A server of the given sources, and defaults for the rest.
  public init(sources: [any CompletionSource]) { self.sources = sources }

  /// Runs something on a thread of its own: that is what a serial queue has while it works, whatever blocks elsewhere.
  static let startThread: @Sendable (@escaping @Sendable () -> Void) -> Void = { work in
    DispatchQueue(label: "catchword.settings", qos: .userInitiated).async(execute: work)
  }
}
