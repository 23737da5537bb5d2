import CatchwordPrediction

/// A model that is fed with the files of a workspace.
protocol FedModel: Sendable {
  /// Starts a corpus.
  func makeBuilding(maximumTokens: Int, isLearned: @escaping @Sendable (String) -> Bool) -> any CorpusBuilding
  /// Forgets the corpus. Returns at once.
  func forget()
  /// Reads the new texts of files, nil for files that are gone; the model does not change.
  ///
  /// - Returns: What notes them; it returns at once.
  func read(_ files: [(path: String, text: ContiguousArray<UInt8>?)]) -> @Sendable () -> Void
  /// Learns what was installed and noted; returns false when the corpus should be built anew.
  @discardableResult
  func settle() -> Bool
}

/// A corpus that is being built.
protocol CorpusBuilding {
  /// Takes the files that are added from now on for those of further folders.
  mutating func beginFurtherFiles()
  /// Adds a file; returns false when there is no more room for it.
  mutating func add(_ text: ContiguousArray<UInt8>, path: String) -> Bool
  /// Adds a far text.
  mutating func add(_ far: FarSource)
  /// Builds the corpus.
  ///
  /// - Returns: What installs it in place of the one before, and returns at once; nil when the building was cancelled.
  consuming func build(isCancelled: () -> Bool) -> (@Sendable () -> Void)?
}

extension LanguageModel: FedModel {
  private struct Building: CorpusBuilding {
    let model: LanguageModel
    var builder: CorpusBuilder

    mutating func beginFurtherFiles() { builder.beginFurtherFiles() }
    mutating func add(_ text: ContiguousArray<UInt8>, path: String) -> Bool { builder.add(text, path: path) }
    mutating func add(_ far: FarSource) { builder.add(far) }
    consuming func build(isCancelled: () -> Bool) -> (@Sendable () -> Void)? {
      let model = model
      guard let corpus = builder.build(isCancelled: isCancelled) else { return nil }
      return { model.install(corpus) }
    }
  }

  func makeBuilding(maximumTokens: Int, isLearned: @escaping @Sendable (String) -> Bool) -> any CorpusBuilding {
    Building(model: self, builder: CorpusBuilder(maximumTokens: maximumTokens, isLearned: isLearned))
  }

  func forget() { install(nil) }

  func read(_ files: [(path: String, text: ContiguousArray<UInt8>?)]) -> @Sendable () -> Void {
    let read: ReadFiles = self.read(files)
    return { self.note(read) }
  }
}
