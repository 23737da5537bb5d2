import CatchwordCompletion
import CatchwordFiles
import CatchwordLearning
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

  /// A configuration, and the program's parts in it.
  struct Parts {
    var configuration: ServerConfiguration
    let program: ProgramParts
  }

  /// Creates the parts and connects them.
  ///
  /// - Parameter isAwaited: True when the user waits until all files have been read, and does not type meanwhile.
  static func parts(_ user: UserConfiguration, isAwaited: Bool = false) -> Parts {
    let log = EventLog()
    // A banned word may be allowed again, so it is only left out of offers, and still learned.
    let secrets = WordFilter()
    let privateDocuments = PrivateDocuments()
    let model = LanguageModel(
      isLearned: { secrets.allows($0) }, isPrivate: { privateDocuments.contain($0) },
      path: PredictionFeed.path)
    let sources = BuiltInSources(
      model: model, readingExecutor: BackgroundExecutor(givesWay: !isAwaited), cacheFolder: user.cacheFolder,
      bannedWords: { (try? user.bannedWords()) ?? [] }, home: user.home, privateDocuments: privateDocuments, log: log)
    var configuration = ServerConfiguration(sources: sources.all)
    configuration.model = model
    configuration.inlinePredictor = ProgramPredictor(sources.inlineCommands, model)
    configuration.settings.offersPredictions = true
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
    let memory = user.stateFolder.map {
      AcceptanceStore(folder: $0, settings: LearningSettings(isEnabled: false), log: log)
    }
    configuration.memory = memory
    let servers = LanguageServers(processID: System.processID, log: log)
    let program = ProgramParts(sources, servers, memory, userFile: user.path)
    configuration.parts = program
    return Parts(configuration: configuration, program: program)
  }
}

extension ServerConfiguration {
  /// Returns what counts of some layers of settings, the least of which comes first.
  func effectiveSettings(_ layers: [SettingsLayer]) -> EffectiveSettings {
    EffectiveSettings(layers, schema: schema, home: home, workingFolder: workingFolder)
  }
}
