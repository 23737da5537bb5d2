import CatchwordPrediction

/// A model as it is given the files of a workspace.
protocol FedModel: Sendable {
  associatedtype Building: CorpusBuilding
  /// The texts of files, read.
  associatedtype ReadFiles: Sendable

  /// Begins a corpus.
  func makeBuilding(maximumTokens: Int, isLearned: @escaping @Sendable (String) -> Bool) -> Building
  /// Takes a corpus in place of the one before; nil forgets it. Returns at once.
  func install(_ corpus: Building.Corpus?)
  /// Reads the new texts of files, nil for those that are gone; what the model knows is as before.
  func read(_ files: [(path: String, text: ContiguousArray<UInt8>?)]) -> ReadFiles
  /// Notes what was read. Returns at once.
  func note(_ files: ReadFiles)
  /// Learns what was installed and noted; false when the corpus should be made anew.
  @discardableResult
  func settle() -> Bool
}

/// A corpus that is being made.
protocol CorpusBuilding {
  associatedtype Corpus: Sendable

  /// Adds a file; false when there is no more room for it.
  mutating func add(_ text: ContiguousArray<UInt8>, path: String) -> Bool
  /// Makes the corpus; nil when that was cancelled.
  consuming func build(isCancelled: () -> Bool) -> Corpus?
}

extension CorpusBuilder: CorpusBuilding {}

extension LanguageModel: FedModel {
  func makeBuilding(maximumTokens: Int, isLearned: @escaping @Sendable (String) -> Bool) -> CorpusBuilder {
    CorpusBuilder(maximumTokens: maximumTokens, isLearned: isLearned)
  }
}
