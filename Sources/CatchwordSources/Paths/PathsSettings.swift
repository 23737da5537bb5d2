/// What the user wishes of the paths that are offered.
public struct PathsSettings: Equatable, Sendable {
  /// What a path may begin from.
  public enum Root: String, CaseIterable, Sendable {
    /// The folder of the file that is edited.
    case file
    /// The folders of the workspace.
    case workspace
    /// The home folder of the user, or of another one: `~`, `~ann`.
    case home
    /// A variable of the environment: `$DATA`, `${DATA}`.
    case variable
    /// The whole file system: `/`.
    case absolute
    /// The names in `aliases`.
    case alias
  }

  /// False to offer no paths.
  public var isEnabled = true
  /// Beginnings of paths that stand for a folder: `["@": "src"]`. What is not absolute is relative to the workspace.
  public var aliases: [String: String] = [:]
  /// True to insert folders with a slash after them. Without it, typing the slash asks for what is in the folder.
  public var trailingSlash = false
  /// True to leave out what `.gitignore` files name.
  public var respectsGitignore = false
  /// True to offer what begins with a dot although no dot was typed.
  public var showsHidden = false
  /// The most entries of one folder that are read; what comes after them is not offered.
  public var maximumEntries = 200_000
  /// What a path may begin from.
  public var roots = Set(Root.allCases)

  /// The settings of who has set nothing.
  public init() {}
}
