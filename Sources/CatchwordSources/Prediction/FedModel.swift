import CatchwordPrediction

/// A model that is fed with the files of a workspace.
protocol FedModel: Sendable {
  associatedtype Building: CorpusBuilding
  /// The texts of files in the form that the model notes.
  associatedtype ReadFiles: Sendable

  /// Starts a corpus.
  func makeBuilding(maximumTokens: Int, isLearned: @escaping @Sendable (String) -> Bool) -> Building
  /// Installs a corpus in place of the one before; nil forgets it. Returns at once.
  func install(_ corpus: Building.Corpus?)
  /// Reads the new texts of files, nil for files that are gone; the model does not change.
  func read(_ files: [(path: String, text: ContiguousArray<UInt8>?)]) -> ReadFiles
  /// Notes files that were read. Returns at once.
  func note(_ files: ReadFiles)
  /// Learns what was installed and noted; returns false when the corpus should be built anew.
  @discardableResult
  func settle() -> Bool
}

/// A corpus that is being built.
protocol CorpusBuilding {
  associatedtype Corpus: Sendable

  /// Takes the files that are added from now on for those of further folders.
  mutating func beginFurtherFiles()
  /// Adds a file; returns false when there is no more room for it.
  mutating func add(_ text: ContiguousArray<UInt8>, path: String) -> Bool
  /// Adds a far text.
  mutating func add(_ far: FarSource)
  /// Builds the corpus; returns nil when that was cancelled.
  consuming func build(isCancelled: () -> Bool) -> Corpus?
}

extension CorpusBuilder: CorpusBuilding {}

extension LanguageModel: FedModel {
  func makeBuilding(maximumTokens: Int, isLearned: @escaping @Sendable (String) -> Bool) -> CorpusBuilder {
    CorpusBuilder(maximumTokens: maximumTokens, isLearned: isLearned)
  }
}
