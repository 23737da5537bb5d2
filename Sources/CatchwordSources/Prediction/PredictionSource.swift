package import CatchwordCompletion
import CatchwordFiles
package import CatchwordPrediction
package import CatchwordText

/// Feeds a language model with the files of the workspace.
///
/// The engine itself asks the model, for the words of all sources and for the model's own, so this source has no words
/// to offer and is never asked. It is a source so that its loading is shown and reported like that of other sources.
package actor PredictionSource: CompletionSource, DocumentObserver {
  /// The properties of this source for the engine.
  package nonisolated let descriptor = SourceDescriptor(name: "prediction")

  private nonisolated let model: LanguageModel
  private nonisolated let feeder: CorpusFeeder<LanguageModel>

  /// Creates the source, without folders.
  ///
  /// - Parameters:
  ///   - model: The model that learns.
  ///   - clock: The clock that times the looks at the files.
  ///   - executor: The executor that reads files; as that blocks for long, no work that is waited for should use it.
  ///   - home: The user's home folder, which is too large for a root.
  package init(
    _ model: LanguageModel, clock: EngineClock = EngineClock(), executor: any TaskExecutor = BackgroundExecutor(),
    home: String? = nil
  ) {
    self.model = model
    feeder = CorpusFeeder(
      model,
      environment: WorkspaceEnvironment(
        clock: clock, executor: executor, cache: nil, home: home, stamp: { FileSystem.stamp(of: $0) }, log: EventLog()))
  }

  /// Sets the files to read, and forgets at once what is no longer to be read.
  ///
  /// - Parameters:
  ///   - settings: The settings for how much is learned.
  ///   - workspace: The settings for reading each folder; when they are disabled, nothing is learned either.
  ///   - folders: The folders, as absolute paths.
  ///   - filter: The filter for words that are learned.
  package nonisolated func apply(
    _ settings: PredictionSettings, workspace: WorkspaceSettings, folders: [String], filter: WordFilter = WordFilter()
  ) {
    feeder.apply(
      CorpusScope(
        prediction: settings, workspace: workspace, folders: WorkspaceSource.outermost(folders), filter: filter))
  }

  /// The progress of the learning, and its size.
  package nonisolated var status: PredictionStatus { PredictionStatus(model.status, feeder.published) }

  /// True while files are being read, or looked at.
  package nonisolated var isBusy: Bool { feeder.published.isBusy }

  /// Looks at files that are reported as changed. Returns at once.
  ///
  /// - Parameter paths: Absolute paths, of files or folders.
  package nonisolated func filesDidChange(_ paths: [String]) { feeder.filesDidChange(paths) }

  /// Returns the path of a document's file, as the model knows it; nil when the URI is not that of a file.
  package static func path(ofURI uri: String) -> String? { FilePath.path(ofURI: uri) }

  // MARK: Being a source

  /// The load state: loading while the first corpus is being built.
  package nonisolated var loadState: LoadState<Void> {
    let published = feeder.published
    if published.isBeginning { return .loading }
    return published.isBuilt ? .loaded(()) : .idle
  }

  /// True: the source has no words to offer itself.
  package nonisolated var isEmpty: Bool { true }

  /// Returns no candidates.
  package func completions(for query: CompletionQuery) async throws -> SourceAnswer { SourceAnswer([]) }

  // MARK: Following the documents

  /// Starts reading the files, those near the document first, as the user is going to type.
  package nonisolated func documentDidOpen(_ document: DocumentSnapshot) { feeder.documentDidOpen(uri: document.uri) }

  /// Looks at the files again if that is due.
  package nonisolated func documentDidChange(_ change: TextChange, in document: DocumentSnapshot) { feeder.wake() }

  /// Does nothing: the model forgets a document by itself.
  package nonisolated func documentDidClose(uri: String) {}
}
