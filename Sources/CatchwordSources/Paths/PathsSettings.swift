import CatchwordRPC
package import CatchwordSettings

/// The settings of the paths source.
package struct PathsSettings: Equatable, Sendable {
  /// A starting point of paths.
  package enum Root: String, CaseIterable, Sendable {
    /// The folder of the edited file.
    case file
    /// The folders of the workspace.
    case workspace
    /// The home folder of the user, or of another user: `~`, `~ann`.
    case home
    /// An environment variable: `$DATA`, `${DATA}`.
    case variable
    /// The whole file system: `/`.
    case absolute
    /// The names in `aliases`.
    case alias
  }

  /// False to offer no paths.
  package var isEnabled = true
  /// The prefixes of paths that stand for a folder: `["@": "src"]`. A relative folder is relative to the workspace.
  package var aliases: [String: String] = [:]
  /// True to insert folders with a slash after them. Otherwise, typing the slash requests the entries of the folder.
  package var trailingSlash = false
  /// True to leave out the entries that `.gitignore` files name.
  package var respectsGitignore = false
  /// True to offer names that begin with a dot although no dot was typed.
  package var showsHidden = false
  /// The maximum number of entries of one folder that are read; the entries after them are not offered.
  package var maximumEntries = 200_000
  /// The starting points of paths that are enabled.
  package var roots = Set(Root.allCases)

  /// Creates the default settings.
  package init() {}
}

extension PathsSettings: SettingsGroup {
  package static let key = "paths"
  package static let summary = "The source \"paths\"."
  package static let fields: [SettingField<PathsSettings>] = [
    .flag("enabled", \.isEnabled, inProject: .only(false), "Offer the names of files and folders."),
    .choices(
      "roots", \.roots, inProject: .narrow,
      "The places that paths may start from: the file's folder, the workspace's, home folders, variables, / and "
        + "the aliases."),
    SettingField(
      Setting(
        "aliases", .map(.workspacePath), default: [:], inProject: .add,
        "Beginnings of paths that stand for folders: {\"@\": \"src\"}."), \.aliases
    ) { $0.objectValue?.compactMapValues(\.stringValue) },
    .flag("trailingSlash", \.trailingSlash, "Insert a slash after the name of a folder."),
    .flag("respectsGitignore", \.respectsGitignore, "Leave out files that .gitignore names."),
    .flag("showsHidden", \.showsHidden, "Offer names that begin with a dot although no dot was typed."),
    .number(
      "maximumEntries", \.maximumEntries, 1...1_000_000, "The maximum number of entries that are read from a folder."),
  ]
}
