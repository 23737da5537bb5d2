import CatchwordCompletion
import CatchwordFiles
import CatchwordPrediction
import CatchwordProxy
import CatchwordRPC
import CatchwordServer
import CatchwordSettings
import CatchwordSources

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `catchword`: serves an editor on standard input and output.
enum Serve {
  static func run(clientProcessID: Int?) async -> Never {
    let streams = StandardStreams.open()
    // The server reads the file itself, on another thread: a home that does not respond must not delay the start.
    let user = UserConfiguration(isRead: false)
    var parts = parts(user)
    parts.configuration.clientProcessID = clientProcessID
    let report = StatusReport.begin(&parts, user)
    await Server.serve(parts.configuration, on: streams) { report?.end() }
  }

  /// Returns the configuration with the built-in sources and the user's settings.
  static func configuration(_ user: UserConfiguration) -> ServerConfiguration { parts(user).configuration }

  /// The parts of a server, including those that report their own status.
  struct Parts {
    var configuration: ServerConfiguration
    let sources: BuiltInSources
    let memory: AcceptanceStore?
    let servers: LanguageServers
  }

  /// Creates the parts and connects them.
  static func parts(_ user: UserConfiguration) -> Parts {
    let log = EventLog()
    // A banned word may be allowed again, so it is only left out of offers, and still learned.
    let secrets = WordFilter()
    let model = LanguageModel(
      isLearned: { secrets.allows($0) }, isPrivate: { SensitiveFiles.isSensitive(uri: $0) },
      path: PredictionSource.path)
    let sources = BuiltInSources(model: model, cacheFolder: user.cacheFolder, home: user.home, log: log)
    var configuration = ServerConfiguration(sources: sources.all)
    configuration.model = model
    configuration.version = Catchword.version
    configuration.log = log
    configuration.home = user.home
    configuration.workingFolder = FileManager.default.currentDirectoryPath
    configuration.userSettings = user.layer
    configuration.readUserSettings = {
      let user = UserConfiguration()
      return (user.layer, user.problem)
    }
    configuration.projectSettings = ProjectFile.settings
    configuration.settingsOfParts = BuiltInSources.schema + [LanguageServerSettings.schema]
    let memory = user.stateFolder.map {
      AcceptanceStore(folder: $0, settings: LearningSettings(isEnabled: false), log: log)
    }
    configuration.memory = memory
    configuration.furtherSources = ["server"]
    let servers = LanguageServers(processID: System.processID, log: log)
    configuration.applySettings = { settings, folders in
      let filter = WordFilter(settings)
      memory?.apply(LearningSettings(settings), filter: filter)
      return sources.apply(settings, folders: folders, filter: filter) + servers.apply(settings, folders: folders)
    }
    let path = user.path
    configuration.watchedFiles = { [path] + sources.watchedFiles }
    configuration.watchesFolders = { sources.watchesFolders }
    configuration.filesDidChange = { sources.filesDidChange($0) }
    return Parts(configuration: configuration, sources: sources, memory: memory, servers: servers)
  }
}
