package import CatchwordCompletion
import CatchwordFiles
package import CatchwordPrediction
package import CatchwordText

/// Feeds a language model with the files of the workspace.
///
/// The engine itself asks the model, for the words of all sources and for the model's own, so this is no source.
package final class PredictionFeed: DocumentObserver {
  /// The name under which its settings, its progress and the model's words are known.
  package static let name = "prediction"

  private let model: LanguageModel
  let feeder: CorpusFeeder

  /// Creates the feed, without folders.
  ///
  /// - Parameters:
  ///   - model: The model that learns.
  ///   - clock: The clock that times the looks at the files.
  ///   - executor: The executor that reads files; as that blocks for long, no work that is waited for should use it.
  ///   - cacheFolder: The folder of Catchword's indexes; nil for none, where only open folders are learned from.
  ///   - bannedWords: Returns the words that the user has banned by now, besides those of the settings; may block.
  ///   - home: The user's home folder, which is too large for a root.
  ///   - log: The log for what cannot be kept.
  package init(
    _ model: LanguageModel, clock: EngineClock = EngineClock(), executor: any TaskExecutor = BackgroundExecutor(),
    cacheFolder: String? = nil, bannedWords: @escaping @Sendable () -> [String] = { [] }, home: String? = nil,
    log: EventLog = EventLog()
  ) {
    self.model = model
    feeder = CorpusFeeder(
      model,
      environment: WorkspaceEnvironment(
        clock: clock, executor: executor, cache: nil,
        farCache: cacheFolder.map { FarCache(folder: "\($0)/prediction") }, bannedWords: bannedWords, home: home,
        stamp: { FileSystem.stamp(of: $0) }, log: log))
  }

  /// Sets the files to read, and forgets at once what is no longer to be read.
  ///
  /// - Parameters:
  ///   - settings: The settings for how much is learned.
  ///   - workspace: The settings for reading each open folder; when they are disabled, nothing is learned either.
  ///   - furtherWorkspace: The settings for reading each further folder.
  ///   - folders: The open folders, as absolute paths; those of `settings` are read, too.
  ///   - filter: The filter for words that are learned.
  ///   - sharedFilter: That without what an open project bans.
  package func apply(
    _ settings: PredictionSettings, workspace: WorkspaceSettings,
    furtherWorkspace: WorkspaceSettings = WorkspaceSettings(), folders: [String], filter: WordFilter = WordFilter(),
    sharedFilter: WordFilter = WordFilter()
  ) {
    feeder.apply(
      CorpusScope(
        prediction: settings, workspace: workspace, furtherWorkspace: furtherWorkspace,
        folders: ReadFolders(open: folders, further: settings.folders, home: feeder.environment.home), filter: filter,
        sharedFilter: sharedFilter))
  }

  /// The progress of the learning, and its size.
  package var status: PredictionStatus { PredictionStatus(model.status, feeder.published) }

  /// True while files are being read, or looked at.
  package var isBusy: Bool { feeder.published.isBusy }

  /// Returns the path of a document's file, as the model knows it; nil when the URI is not that of a file.
  package static func path(ofURI uri: String) -> String? { FilePath.path(ofURI: uri) }

  /// True while the first corpus is being built.
  package var isLoading: Bool { feeder.published.isBeginning }

  // MARK: Following the documents

  /// Starts reading the files, those near the document first, as the user is going to type.
  package func documentDidOpen(_ document: DocumentSnapshot) { feeder.documentDidOpen(uri: document.uri) }

  /// Reads the files anew if that is due.
  package func documentDidChange(_ change: TextChange, in document: DocumentSnapshot) { feeder.wake() }
}
