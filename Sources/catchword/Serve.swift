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
    let sources = BuiltInSources(log: log)
    var configuration = ServerConfiguration(sources: sources.all)
    configuration.version = Catchword.version
    configuration.log = log
    configuration.userSettings = user.settings
    let workingFolder = FileManager.default.currentDirectoryPath
    configuration.applySettings = { sources.apply($0, folder: workingFolder) }
    for problem in user.problems + sources.apply(user.settings, folder: user.folder) { log.report(.warning, problem) }
    return configuration
  }
}
