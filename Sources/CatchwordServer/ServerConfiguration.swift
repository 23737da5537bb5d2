public import CatchwordCompletion
package import CatchwordPrediction
package import CatchwordSettings
import Dispatch

/// The parts and the settings of a server.
public struct ServerConfiguration: Sendable {
  /// The sources of completions; of two equal candidates the one of the earlier source is shown.
  public var sources: [any CompletionSource]
  /// The model that predicts the next word; it learns from the open documents and from further texts given to it.
  package var model = LanguageModel()
  /// The predictor of ghost text; nil for the model.
  package var inlinePredictor: (any InlinePredictor)?
  /// The name told to clients, which show it in progress, too.
  public var name = "catchword"
  /// The version told to clients.
  public var version = "0.1.0"
  /// The settings of the engine, unless the client has others.
  public var settings = CompletionSettings()
  /// The user's settings until their file is read; those of projects, then those of the client, override them.
  package var userSettings = SettingsLayer(origin: .user(path: ""))
  /// Reads the user's settings; nil when `userSettings` has them all. May block: it is called on a thread of its own.
  ///
  /// Returns them, and the problem of their file as a whole, in a sentence; with one, the previous settings count.
  package var readUserSettings: (@Sendable () -> (layer: SettingsLayer, problem: String?))?
  /// Reads the settings of the projects in some folders, given by their paths; nil when there are none. May block: it
  /// is called for each folder on a thread of its own.
  ///
  /// Returns them, and the problems of their files as a whole, one sentence each.
  package var projectSettings: (@Sendable (_ folders: [String]) -> (layers: [SettingsLayer], problems: [String]))?
  /// The parts that apply the settings of the sources, and follow files.
  package var parts: any ServerParts = NoParts()
  /// The user's home folder, which `~/` in settings stands for.
  package var home = "/"
  /// The base of relative paths in settings that come from no folder.
  package var workingFolder = "/"
  /// The memory of the words that the user accepts and bans; nil for none.
  package var memory: (any WordMemory)?
  /// The id of a process whose end ends the server; a client may name another.
  package var clientProcessID: Int?
  /// Returns true when a process is alive.
  package var isProcessAlive: @Sendable (Int) -> Bool = ProcessWatch.isAlive
  /// The clock that measures time.
  public var clock = EngineClock()
  /// The preferred executor of tasks; nil for the default.
  public var executor: (any TaskExecutor)?
  /// The executor of lookups that take a moment and of making lists, where there is no other; nil for the default.
  var promptExecutor: (any TaskExecutor)?
  /// Runs work that may block on a thread of its own; nil for a new thread each time.
  package var startThread: (@Sendable (@escaping @Sendable () -> Void) -> Void)?
  /// Receives each list before it is rendered for the client, with the evidence for its items, to explain them.
  public var willAnswer: (@Sendable (CompletionResult) -> Void)?
  /// Receives a report after each time that messages were handled. Must return at once.
  package var didHandle: (@Sendable (ServerReport) -> Void)?
  /// The log of events that users should know.
  public var log = EventLog()

  /// The server's name as a title.
  var title: String { name.prefix(1).uppercased() + name.dropFirst() }

  /// Creates a configuration with the given sources, and defaults for the rest.
  public init(sources: [any CompletionSource]) { self.sources = sources }

  /// Runs work on a thread of its own, which a serial queue has while it works, even when other threads are blocked.
  static let startThread: @Sendable (@escaping @Sendable () -> Void) -> Void = { work in
    DispatchQueue(label: "catchword.settings", qos: .userInitiated).async(execute: work)
  }
}
