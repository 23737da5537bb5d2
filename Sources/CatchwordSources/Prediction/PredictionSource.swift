public import CatchwordCompletion
public import CatchwordFiles
public import CatchwordPrediction
public import CatchwordText

/// Sees to it that a language model learns from the files of the workspace.
///
/// The model is asked by the engine itself, for the words of all sources and for its own, so this source has no words to
/// offer and is never asked. It is one so that what it loads is shown, and told of, as is what other sources load.
public actor PredictionSource: CompletionSource, DocumentObserver {
  /// What the engine needs to know about this source.
  public nonisolated let descriptor = SourceDescriptor(name: "prediction")

  private nonisolated let model: LanguageModel
  private nonisolated let feeder: CorpusFeeder<LanguageModel>

  /// Creates the source, without folders.
  ///
  /// - Parameters:
  ///   - model: Who learns.
  ///   - clock: What the time between two looks at the files is measured by.
  ///   - executor: Where files are read; reading blocks, and takes long, so it should be nobody's who is waited for.
  ///   - home: The user's home folder, which is too large for a root.
  public init(
    _ model: LanguageModel, clock: EngineClock = EngineClock(), executor: any TaskExecutor = BackgroundExecutor(),
    home: String? = nil
  ) {
    self.model = model
    feeder = CorpusFeeder(
      model,
      environment: WorkspaceEnvironment(
        clock: clock, executor: executor, cache: nil, home: home, stamp: { FileSystem.stamp(of: $0) }, log: EventLog()))
  }

  /// Sets what is read. What is not to be read any more is forgotten at once.
  ///
  /// - Parameters:
  ///   - settings: How much is learned from.
  ///   - workspace: What is read of each folder; nothing, where its words are not offered either.
  ///   - folders: The folders, as absolute paths.
  ///   - filter: Which words are learned.
  public nonisolated func apply(
    _ settings: PredictionSettings, workspace: WorkspaceSettings, folders: [String], filter: WordFilter = WordFilter()
  ) {
    feeder.apply(
      CorpusScope(
        prediction: settings, workspace: workspace, folders: WorkspaceSource.outermost(folders), filter: filter))
  }

  /// How far it has come, and what that takes.
  public nonisolated var status: PredictionStatus { PredictionStatus(model.status, feeder.published) }

  /// True while files are being read, or looked at.
  public nonisolated var isBusy: Bool { feeder.published.isBusy }

  /// Looks at files that are said to have changed. Returns at once.
  ///
  /// - Parameter paths: Absolute paths, of files or folders.
  public nonisolated func filesDidChange(_ paths: [String]) { feeder.filesDidChange(paths) }

  /// The path of a document's file, as the model knows it from the files of the workspace; nil for what is no file.
  public static func path(ofURI uri: String) -> String? { FilePath.path(ofURI: uri) }

  // MARK: Being a source

  /// Loading while the model has nothing of the files yet that it is going to have.
  public nonisolated var loadState: LoadState<Void> {
    let published = feeder.published
    if published.isBeginning { return .loading }
    return published.isBuilt ? .loaded(()) : .idle
  }

  /// It has no words to offer itself.
  public nonisolated var isEmpty: Bool { true }

  /// Nothing.
  public func completions(for query: CompletionQuery) async throws -> SourceAnswer { SourceAnswer([]) }

  // MARK: Following the documents

  /// Someone is going to write: the files are read, those near the document first.
  public nonisolated func documentDidOpen(_ document: DocumentSnapshot) { feeder.documentDidOpen(uri: document.uri) }

  /// Someone is writing: the files are looked at again when it is time for that.
  public nonisolated func documentDidChange(_ change: TextChange, in document: DocumentSnapshot) { feeder.wake() }

  /// The model forgets a document by itself.
  public nonisolated func documentDidClose(uri: String) {}
}
