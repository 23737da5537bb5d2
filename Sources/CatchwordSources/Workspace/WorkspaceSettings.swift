package import CatchwordFiles
import CatchwordRPC
package import CatchwordSettings

/// The settings that select which files of a workspace, and how much of them, are read for their words.
package struct WorkspaceSettings: Equatable, Sendable {
  /// True to offer words of files that are not open.
  package var isEnabled = true
  /// True to leave out files that git would ignore.
  package var respectsIgnoreFiles = true
  /// True to read files and folders whose names begin with a dot. Those of version control, and those that tend to hold
  /// secrets, are never read.
  package var includesHidden = false
  /// The files that are left out besides, as patterns of `.gitignore` relative to the root.
  package var exclude = WorkspaceSettings.defaultExclude
  /// The maximum size of a file, in bytes; larger files are left out.
  package var maximumFileSize = 1 << 20
  /// The maximum length of a line, in bytes; longer lines, as in minified code and data, are left out.
  package var maximumLineLength = 4096
  /// The maximum number of files of a root; further files are left out.
  package var maximumFiles = 200_000
  /// The maximum number of bytes read in a root; files after that are left out.
  package var maximumTotalBytes = 1 << 30
  /// The maximum number of different words of a root; further words are left out.
  package var maximumWords = 2_000_000
  /// The minimum time between two looks at all files of a root for changes. A root that takes long to look through is
  /// looked through less often.
  package var rescanInterval = Duration.seconds(15)

  /// The default patterns of files that are not written by hand, for projects that do not exclude them.
  package static let defaultExclude = [
    "node_modules/", "__pycache__/", "*.min.js", "*.min.css", "*.map", "*.lock", "package-lock.json", "*.svg",
  ]

  /// The words of comments; a setting of the source "words".
  package var comments = CommentWords.all

  /// Creates the default settings.
  package init() {}

  /// The settings with every number limited to its valid range.
  var bounded: WorkspaceSettings {
    var settings = inRange
    settings.rescanInterval = max(.seconds(1), rescanInterval)
    return settings
  }

  /// The files that are read.
  package var selection: FileSelection {
    FileSelection(
      respectsIgnoreFiles: respectsIgnoreFiles, includesHidden: includesHidden, exclude: exclude,
      maximumFiles: maximumFiles, maximumFileSize: maximumFileSize, maximumLineLength: maximumLineLength)
  }

  /// The settings that determine the contents of an index, as text.
  var identity: String {
    let settings = bounded
    return """
      \(settings.respectsIgnoreFiles) \(settings.includesHidden) \(settings.maximumFileSize) \
      \(settings.maximumLineLength) \(settings.maximumFiles) \(settings.maximumTotalBytes) \(settings.maximumWords)
      \(settings.exclude.joined(separator: "\n"))
      """ + (settings.comments == .all ? "" : "\n\(settings.comments.rawValue) comments")
  }
}

extension WorkspaceSettings: SettingsGroup {
  package static let key = "workspace"
  package static let summary = "The source \"workspace\"."
  package static let fields: [SettingField<WorkspaceSettings>] = [
    .flag("enabled", \.isEnabled, inProject: .only(false), "Offer the words of the files in the open folders."),
    .flag("respectsIgnoreFiles", \.respectsIgnoreFiles, inProject: .only(true), "Leave out files that git ignores."),
    .flag(
      "includesHidden", \.includesHidden, inProject: .only(false),
      "Read files and folders whose names begin with a dot."),
    .texts(
      "exclude", \.exclude, each: "a pattern as in .gitignore", inProject: .add,
      "Patterns of further files to leave out, in the format of .gitignore, relative to the folder."),
    .number(
      "maximumFileSize", \.maximumFileSize, 0...256 << 20, unit: "bytes", inProject: .refused,
      "The maximum size of a file, in bytes; larger ones are left out."),
    .number(
      "maximumLineLength", \.maximumLineLength, 16...1 << 30, unit: "bytes", inProject: .refused,
      "The maximum length of a line, in bytes; longer ones are left out."),
    .number(
      "maximumFiles", \.maximumFiles, 0...10_000_000, inProject: .refused,
      "The maximum number of files of a folder; the rest is left out."),
    .number(
      "maximumTotalBytes", \.maximumTotalBytes, 0...16 << 30, unit: "bytes", inProject: .refused,
      "The maximum number of bytes that are read from the files of a folder; the rest is left out."),
    .number(
      "maximumWords", \.maximumWords, 0...16_000_000, inProject: .refused,
      "The maximum number of different words of a folder; the rest is left out."),
  ]
}
