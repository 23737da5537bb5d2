import CatchwordRPC
package import CatchwordSettings

/// The settings of the tags source.
package struct TagsSettings: Equatable, Sendable {
  /// False to read no tags files.
  package var isEnabled = true
  /// The paths of tags files: relative to the folder of the document and to those above it, up to that of the
  /// workspace; or absolute.
  package var files = ["tags", ".tags", ".git/tags"]

  /// Creates the default settings.
  package init() {}
}

extension TagsSettings: SettingsGroup {
  package static let key = "tags"
  package static let summary = "The source \"tags\"."
  package static let fields: [SettingField<TagsSettings>] = [
    .flag("enabled", \.isEnabled, inProject: .only(false), "Offer the names in tags files."),
    .texts(
      "files", \.files, each: "a path", inProject: .refused,
      "The paths of tags files: absolute, or relative to the document's folder and those above it in the workspace."),
  ]
}
