import CatchwordRPC
package import CatchwordSettings

/// The settings for predictions from the files of a workspace, and for how much is learned.
package struct PredictionSettings: Equatable, Sendable {
  /// True to learn from the files of the workspace, too; false to learn from open documents alone.
  package var isEnabled = true
  /// The maximum number of tokens that are learned from files, those near the open documents first.
  package var maximumTokens = 4_000_000
  /// The maximum number of tokens of a folder that are kept on disk, where they are more than those, or further.
  package var maximumFarTokens = 64_000_000
  /// Further folders that are read, as absolute paths: other projects, and notes.
  package var folders: [String] = []

  /// Creates the default settings.
  package init() {}
}

extension PredictionSettings: SettingsGroup {
  package static let key = "prediction"
  package static let summary = "Prediction of the next word from the words before the cursor."
  package static let fields: [SettingField<PredictionSettings>] = [
    .flag(
      "enabled", \.isEnabled, inProject: .only(false),
      "Learn from the files that the source \"workspace\" reads."),
    .number(
      "maximumTokens", \.maximumTokens, 0...64_000_000, inProject: .refused,
      "The maximum number of words and punctuation marks of files that are in memory, those near the open documents "
        + "first; each takes about 14 bytes. Where a file of \"maximumFarTokens\" has the rest, it is half as many."),
    .number(
      "maximumFarTokens", \.maximumFarTokens, 0...1_000_000_000, inProject: .refused,
      "The maximum number of words and punctuation marks of a folder that is larger than \"maximumTokens\", or one of "
        + "\"folders\": they are kept in a file that all servers share, each in about 6 bytes; 0 for none."),
    .paths(
      "folders", \.folders, inProject: .refused,
      "Further folders, such as other projects and notes: their words are offered behind those of the open folders, and "
        + "are learned from as far as \"maximumFarTokens\" reaches."),
  ]
}
