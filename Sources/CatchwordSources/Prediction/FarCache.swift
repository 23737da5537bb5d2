import CatchwordCompletion
import CatchwordFiles
import CatchwordPrediction
import CatchwordSettings

/// The folder where the far texts of roots are kept, which all servers map.
struct FarCache: Sendable {
  let files: IndexFolder

  init(folder: String) {
    files = IndexFolder(folder, ending: ".far", version: "\(FarText.format >> 40)")
  }

  /// Returns the text of a folder; nil when there is none that can be used.
  func load(_ corpus: FarCorpus) -> FarText? {
    let path = file(for: corpus)
    guard let file = FileSystem.map(path), let text = FarText(file, identity: corpus.identity) else { return nil }
    CacheFile.touch(path)
    return text
  }

  /// Returns the path of the text of a folder.
  func file(for corpus: FarCorpus) -> String { files.file(for: corpus.root, variant: corpus.identity) }
}

/// A folder whose text is kept, and how it is read. Servers with other settings have another text.
struct FarCorpus: Sendable {
  /// The folder, without links in its path.
  let root: String
  /// The settings for reading it.
  let workspace: WorkspaceSettings
  /// The maximum number of tokens that are kept.
  let maximumTokens: Int
  /// The filter for words of the text. Those that it bans are not used where it is loaded either, so servers with other bans
  /// share a text; those that look like a secret are in it or not.
  private(set) var filter: WordFilter

  /// Returns the same folder without some words.
  func banning(_ words: [String]) -> FarCorpus {
    var corpus = self
    corpus.filter = filter.banning(words)
    return corpus
  }

  init(_ root: CorpusRoots.Root, _ scope: CorpusScope) {
    let hidesSecrets = (root.isFurther ? scope.sharedFilter : scope.filter).hidesSecrets
    self.init(
      root.place, scope.workspace(isFurther: root.isFurther), scope.prediction,
      scope.sharedFilter.hidingSecrets(hidesSecrets))
  }

  init(_ root: String, _ workspace: WorkspaceSettings, _ prediction: PredictionSettings, _ filter: WordFilter) {
    (self.root, self.workspace, maximumTokens) = (root, workspace.bounded, prediction.inRange.maximumFarTokens)
    self.filter = filter
  }

  /// A hash that identifies the folder and the settings.
  var identity: UInt64 {
    IndexFolder.identity(root: root, settings: "\(workspace.identity)\n\(maximumTokens) \(filter.hidesSecrets)")
  }
}
