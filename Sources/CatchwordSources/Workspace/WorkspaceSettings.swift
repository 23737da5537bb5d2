import CatchwordFiles

/// Which files of a workspace are read for their words, and how much of them.
public struct WorkspaceSettings: Equatable, Sendable {
  /// False to offer no words of files that are not open.
  public var isEnabled = true
  /// True to leave out what git would ignore.
  public var respectsIgnoreFiles = true
  /// True to read files and folders whose names begin with a dot. Those of version control, and those that tend to hold
  /// secrets, are never read.
  public var includesHidden = false
  /// What is left out besides, as patterns of `.gitignore` seen from the root.
  public var exclude = WorkspaceSettings.defaultExclude
  /// Larger files are left out, in bytes.
  public var maximumFileSize = 1 << 20
  /// Longer lines are left out, in bytes: minified code and data.
  public var maximumLineLength = 4096
  /// More files of a root are left out.
  public var maximumFiles = 200_000
  /// What comes after so many bytes of files of a root is left out.
  public var maximumTotalBytes = 1 << 30
  /// What comes after so many different words of a root is left out.
  public var maximumWords = 2_000_000
  /// How long files are taken to be unchanged without looking, at least. A root that takes long to look through is looked
  /// through less often.
  public var rescanInterval = Duration.seconds(15)

  /// What is not written by hand, in projects that do not say so themselves.
  public static let defaultExclude = [
    "node_modules/", "__pycache__/", "*.min.js", "*.min.css", "*.map", "*.lock", "package-lock.json", "*.svg",
  ]

  /// The defaults.
  public init() {}

  /// The settings with every number brought to where it can be worked with.
  var bounded: WorkspaceSettings {
    var settings = self
    settings.maximumFileSize = min(max(0, maximumFileSize), 256 << 20)
    settings.maximumLineLength = min(max(16, maximumLineLength), 1 << 30)
    settings.maximumFiles = min(max(0, maximumFiles), 10_000_000)
    settings.maximumTotalBytes = min(max(0, maximumTotalBytes), 16 << 30)
    settings.maximumWords = min(max(0, maximumWords), 16_000_000)
    settings.rescanInterval = max(.seconds(1), rescanInterval)
    return settings
  }

  /// The files that are read.
  var selection: FileSelection {
    FileSelection(
      respectsIgnoreFiles: respectsIgnoreFiles, includesHidden: includesHidden, exclude: exclude,
      maximumFiles: maximumFiles, maximumFileSize: maximumFileSize, maximumLineLength: maximumLineLength)
  }

  /// All that decides what is in an index, as text.
  var identity: String {
    let settings = bounded
    return """
      \(settings.respectsIgnoreFiles) \(settings.includesHidden) \(settings.maximumFileSize) \
      \(settings.maximumLineLength) \(settings.maximumFiles) \(settings.maximumTotalBytes) \(settings.maximumWords)
      \(settings.exclude.joined(separator: "\n"))
      """
  }
}
