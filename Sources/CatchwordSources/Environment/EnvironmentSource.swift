package import CatchwordCompletion
import CatchwordFiles
import CatchwordRPC
package import CatchwordSettings
import CatchwordText
import Synchronization

/// Offers the names of environment variables where one is written: those of the server's own environment, and those that
/// `.env` files define beside the document and in the open folders. Values are kept nowhere.
package actor EnvironmentSource: CompletionSource {
  /// The properties of this source for the engine.
  package nonisolated let descriptor = SourceDescriptor(
    name: "environment", triggerCharacters: ["$"], priority: 3, minimumLength: 0)

  private struct Shared {
    var settings = EnvironmentSettings()
    var folders: [String] = []
    var state = SourceState()
  }

  private nonisolated let shared = Mutex(Shared())
  private let own: [String]
  private let pool: BlockingPool
  private let home: String?

  /// The maximum number of names that are offered.
  private static let mostNames = 2000
  /// The maximum number of bytes of a line that are examined.
  private static let maximumLine = 256

  /// Creates the source.
  ///
  /// - Parameters:
  ///   - names: The names of the server's own environment.
  ///   - home: The user's home folder, whose files are not a project's.
  package init(names: [String], home: String? = nil, clock: EngineClock = EngineClock()) {
    own = names.filter { name in
      name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") } && name.utf8.count <= 64
    }.sorted()
    self.home = home
    pool = BlockingPool(clock: clock)
  }

  /// Applies settings, and the folders of the workspace, as absolute paths.
  package nonisolated func apply(_ settings: EnvironmentSettings, folders: [String]) {
    shared.withLock { shared in
      guard shared.settings != settings || shared.folders != folders else { return }
      (shared.settings, shared.folders) = (settings, folders)
      shared.state.isEmpty = !settings.isEnabled
      shared.state.generation += 1
    }
  }

  /// Empty when it is off.
  package nonisolated var state: SourceState { shared.withLock(\.state) }

  /// True where the name of a variable is written.
  package nonisolated func mayAnswer(_ query: CompletionQuery) -> Bool {
    let line = query.lineBeforeCursor(limit: EnvironmentSource.maximumLine).text
    return VariablePlace.isBehind(
      String(decoding: line.utf8.dropLast(query.typed.utf8.count), as: UTF8.self),
      languageID: query.document.languageID)
  }

  /// Returns the names; the disk is read at each question, as these files are small and few, and may have changed.
  package func completions(for query: CompletionQuery) async throws -> SourceAnswer {
    guard mayAnswer(query) else { return SourceAnswer([]) }
    var folders = shared.withLock(\.folders)
    if let file = FilePath.path(ofURI: query.document.uri) {
      // Only within a project: elsewhere nobody has said that such a file belongs to it.
      let folder = FilePath.split(file).folder
      if folders.contains(where: { folder.hasPrefix("\($0)/") }) { folders.append(folder) }
    }
    var candidates: [Candidate] = []
    var seen: Set<String> = []
    let typed = query.typed.lowercased()
    let isWanted = { (name: String) in name.lowercased().contains(typed) && !SecretDetector.isSecret(name) }
    for folder in folders where folder != home {
      do {
        let found = try await pool.run("dotenv:\(folder)", at: folder) { Names(DotenvNames.read(in: folder)) }
        for (name, file) in found.names where isWanted(name) && seen.insert(name).inserted {
          candidates.append(Candidate(name, kind: .constant, detail: file, signals: CandidateSignals(affinity: 1)))
        }
      } catch is BlockingPool.Stuck {
        continue
      }
    }
    for name in own where isWanted(name) && seen.insert(name).inserted {
      candidates.append(Candidate(name, kind: .constant, detail: "environment"))
    }
    return SourceAnswer(Array(candidates.prefix(EnvironmentSource.mostNames)), isIncomplete: true)
  }

  private struct Names: Sendable {
    let names: [(name: String, file: String)]

    init(_ names: [(name: String, file: String)]) { self.names = names }
  }
}

/// The settings of the environment source.
package struct EnvironmentSettings: Equatable, Sendable {
  /// False to offer no names.
  package var isEnabled = true

  /// Creates the default settings.
  package init() {}
}

extension EnvironmentSettings: SettingsGroup {
  package static let key = "environment"
  package static let summary = "The source \"environment\": names of environment variables, and those in .env files."
  package static let fields: [SettingField<EnvironmentSettings>] = [
    .flag("enabled", \.isEnabled, inProject: .only(false), "Offer the names of environment variables.")
  ]
}
