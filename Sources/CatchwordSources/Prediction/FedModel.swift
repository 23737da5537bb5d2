import CatchwordPrediction

/// A model as it is given the files of a workspace.
protocol FedModel: Sendable {
  associatedtype Building: CorpusBuilding

  /// Begins a corpus.
  func makeBuilding(maximumTokens: Int, isLearned: @escaping @Sendable (String) -> Bool) -> Building
  /// Takes a corpus in place of the one before; nil forgets it.
  func install(_ corpus: Building.Corpus?)
  /// Takes the new texts of files; false when the corpus should be made anew.
  func update(_ files: [(path: String, text: ContiguousArray<UInt8>?)]) -> Bool
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
