import CatchwordCompletion
import CatchwordLearning
import CatchwordProxy
import CatchwordRPC
import CatchwordServer
import CatchwordSettings
import CatchwordSources
import Synchronization

/// The parts of the program's server: the built-in sources, the user's programs and language servers, and the memory.
final class ProgramParts: ServerParts {
  let sources: BuiltInSources
  let servers: LanguageServers
  /// The memory of accepted and banned words; nil without a state folder.
  let memory: AcceptanceStore?
  private let userFile: String
  private let added = Mutex<[any CompletionSource]>([])

  /// Made when it is asked for: most starts need none.
  var schema: [Setting] { BuiltInSources.schema + [LanguageServerSettings.schema, LearningSettings.schema] }
  let optionalSources = [LanguageServerSettings.group, PredictionFeed.name]

  /// - Parameter userFile: The path of the user's settings.
  init(_ sources: BuiltInSources, _ servers: LanguageServers, _ memory: AcceptanceStore?, userFile: String) {
    self.sources = sources
    self.servers = servers
    self.memory = memory
    self.userFile = userFile
  }

  /// Returns the names of the sources that settings define, whether or not they can be used.
  static func names(definedIn settings: JSONValue) -> [String] {
    BuiltInSources.names(definedIn: settings) + (settings[LanguageServerSettings.key]?.objectValue?.keys.sorted() ?? [])
  }

  var observers: [any DocumentObserver] { sources.observers }

  var loading: [String] { sources.loading }

  var learning: LearningProgress? {
    sources.far.map { LearningProgress(folder: $0.folder, percentage: $0.filesDone * 100 / max(1, $0.files)) }
  }

  var watchedFiles: [String] { [userFile] + sources.watchedFiles }

  var watchesFolders: Bool { sources.watchesFolders }

  func apply(_ settings: EffectiveSettings, folders: [String]) -> [any CompletionSource] {
    let filter = WordFilter(settings)
    memory?.apply(LearningSettings(settings), filter: filter)
    let new =
      sources.apply(
        settings, folders: folders, filter: filter, sharedFilter: WordFilter(outsideProjects: settings))
      + servers.apply(settings, folders: folders)
    added.withLock { $0 = new }
    return new
  }

  func filesDidChange(_ paths: [String]) { sources.filesDidChange(paths) }

  /// Returns the status of all sources, including those that the settings have added.
  func status() async -> [SourceStatus] { await sources.status() + added.withLock { $0 }.map(SourceStatus.of) }
}
