import CatchwordCompletion
import CatchwordFiles
import CatchwordLearning
import CatchwordServer
import CatchwordSettings

/// The user's folders and settings, by the XDG Base Directory Specification.
struct UserConfiguration {
  let home: String
  /// The folder of `config.json`.
  let folder: String
  /// The user's own settings; empty when there is no file, and `SettingsLayer.unreadable` when it cannot be read.
  private(set) var layer: SettingsLayer
  /// The problem with the variables that name folders, or with the file as a whole.
  private(set) var problem: String?
  /// The problem with the variables alone.
  let folderProblem: String?
  /// False when the folder is not known: then there is no file.
  let isFolderKnown: Bool
  /// The folder for files that can be made again; nil when it is not known.
  let cacheFolder: String?
  /// The folder for files that cannot be made again; nil when it is not known.
  let stateFolder: String?

  /// The path of the settings file.
  var path: String { "\(folder)/config.json" }

  /// Returns the filter for words that are written where others may read them: without those that the settings or a command
  /// ban, in whatever language; blocks.
  ///
  /// - Throws: `LearningError.file`.
  func sharedFilter(_ settings: EffectiveSettings) throws(LearningError) -> WordFilter {
    WordFilter(outsideProjects: settings).banning(try bannedWords())
  }

  /// Returns the words that the user has banned by a command, in whatever language; blocks.
  ///
  /// - Throws: `LearningError.file`.
  func bannedWords() throws(LearningError) -> [String] {
    try stateFolder.map { (folder) throws(LearningError) in try AcceptanceStore.bannedWords(in: folder) } ?? []
  }

  private static let variables = ["HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"]

  /// Reads `$XDG_CONFIG_HOME/catchword/config.json`, which may block; a missing file is not a problem. A folder whose
  /// name is not UTF-8 is not used: nothing is read there, or written elsewhere instead.
  ///
  /// - Parameters:
  ///   - environment: The variables; nil for this process's own.
  ///   - isRead: False to ignore the file, as if there were none.
  init(environment given: [String: String]? = nil, isRead: Bool = true) {
    var environment = given ?? ProcessEnvironment.variables
    let unreadable = given == nil ? UserConfiguration.variables.filter { !System.isText(variable: $0) } : []
    for variable in unreadable { environment[variable] = nil }
    folderProblem = unreadable.first.map {
      "\($0) is not UTF-8, so nothing is read from the folder that it names, or kept there; set it to the path of a folder in UTF-8."
    }
    problem = folderProblem
    home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/"
    let base = { (variable: String, inHome: String) -> String? in
      if unreadable.contains(variable) { return nil }
      if let folder = environment[variable], folder.hasPrefix("/") { return "\(folder)/catchword" }
      return environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/\(inHome)/catchword" : nil }
    }
    let own = base("XDG_CONFIG_HOME", ".config")
    isFolderKnown = own != nil || unreadable.isEmpty
    folder = own ?? "/.config/catchword"
    cacheFolder = base("XDG_CACHE_HOME", ".cache")
    stateFolder = base("XDG_STATE_HOME", ".local/state")
    layer = SettingsLayer(folder: folder, origin: .user(path: "\(folder)/config.json"))
    guard isRead, isFolderKnown else { return }
    do throws(SettingsFile.Failure) {
      if let file = try SettingsFile(path: path) { layer = file.layer }
    } catch {
      layer = .unreadable(folder: folder, origin: layer.origin)
      problem = "\(error) \(SettingsLayer.unreadableNotice)"
    }
  }
}
