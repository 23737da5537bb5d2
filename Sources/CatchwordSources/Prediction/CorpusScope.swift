import CatchwordCompletion
import CatchwordPrediction

/// The files and words that a model learns from.
struct CorpusScope: Equatable, Sendable {
  var prediction = PredictionSettings()
  /// The settings for reading each open folder.
  var workspace = WorkspaceSettings()
  /// The settings for reading each further folder: an open project has no say in them, as all servers share what is made
  /// of it.
  var furtherWorkspace = WorkspaceSettings()
  /// The roots.
  var folders = ReadFolders(open: [])
  /// The filter for words that are learned.
  var filter = WordFilter()
  /// The filter without what an open project bans: for far texts, which all servers share.
  var sharedFilter = WordFilter()

  /// The maximum length of a word that is learned, in bytes.
  static let maximumWordLength = 80

  /// Returns true for a word that is learned.
  var isLearned: @Sendable (String) -> Bool {
    CorpusScope.isLearned(filter)
  }

  /// Returns a function that is true for a word that is learned.
  static func isLearned(_ filter: WordFilter) -> @Sendable (String) -> Bool {
    { word in word.utf8.count <= maximumWordLength && filter.allows(word) }
  }

  /// Returns the settings for reading a folder, with every number in its range.
  func workspace(isFurther: Bool) -> WorkspaceSettings { (isFurther ? furtherWorkspace : workspace).bounded }

  /// Returns the far text of a root for a model.
  func source(_ text: FarText, of root: CorpusRoots.Root, changed: [String]) -> FarSource {
    var source = FarSource(text, root: root.path, isFurther: root.isFurther, changed: changed)
    // All servers share the text of a further folder, so it may hold what this one hides.
    if root.isFurther && filter.hidesSecrets && !sharedFilter.hidesSecrets {
      source.isBanned = { [filter] word in !filter.allows(word) }
    } else if filter.bansWords {
      source.isBanned = { [filter] word in filter.isBanned(word) }
    }
    return source
  }

  /// False when there is nothing to read.
  var isOn: Bool { prediction.isEnabled && workspace.isEnabled && !folders.all.isEmpty && prediction.maximumTokens > 0 }
}
