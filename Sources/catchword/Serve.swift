import CatchwordCompletion
import CatchwordServer
import CatchwordSources

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `catchword`: serves an editor on standard input and output.
enum Serve {
  static func run(clientProcessID: Int?) async -> Never {
    var configuration = configuration(UserConfiguration.load())
    configuration.clientProcessID = clientProcessID
    await Server.serve(configuration)
  }

  /// The built-in sources, wired up with the user's settings.
  static func configuration(_ user: UserConfiguration) -> ServerConfiguration {
    let log = EventLog()
    let sources = BuiltInSources(cacheFolder: UserConfiguration.cacheFolder(), log: log)
    var configuration = ServerConfiguration(sources: sources.all)
    configuration.version = Catchword.version
    configuration.log = log
    configuration.userSettings = SettingsLayer(user.settings, folder: user.folder)
    let workingFolder = FileManager.default.currentDirectoryPath
    configuration.applySettings = { layers in
      sources.apply(layers.map { (settings: $0.settings, folder: $0.folder ?? workingFolder) })
    }
    let path = UserConfiguration.path(in: user.folder)
    configuration.watchedFiles = { [path] + sources.watchedFiles }
    configuration.filesDidChange = { paths in
      sources.filesDidChange(paths)
      guard paths.contains(path) else { return nil }
      let user = UserConfiguration.load()
      for problem in user.problems { log.report(.warning, problem) }
      return user.problems.isEmpty ? SettingsLayer(user.settings, folder: user.folder) : nil
    }
    for problem in user.problems { log.report(.warning, problem) }
    return configuration
  }
}
