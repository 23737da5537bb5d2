/// Which files of a folder are read for what is in them, and how much of them.
package struct FileSelection: Equatable, Sendable {
  /// True to leave out what git would ignore.
  package var respectsIgnoreFiles: Bool
  /// True to read files and folders whose names begin with a dot. Those of version control, and those that tend to hold
  /// secrets, are never read.
  package var includesHidden: Bool
  /// What is left out besides, as patterns of `.gitignore` seen from the root.
  package var exclude: [String]
  /// More files of a root are left out.
  package var maximumFiles: Int
  /// Larger files are left out, in bytes.
  package var maximumFileSize: Int
  /// Longer lines are left out, in bytes: minified code and data.
  package var maximumLineLength: Int

  /// All files that git would not ignore, unless something else is said.
  package init(
    respectsIgnoreFiles: Bool = true, includesHidden: Bool = false, exclude: [String] = [], maximumFiles: Int = 200_000,
    maximumFileSize: Int = 1 << 20, maximumLineLength: Int = 4096
  ) {
    self.respectsIgnoreFiles = respectsIgnoreFiles
    self.includesHidden = includesHidden
    self.exclude = exclude
    self.maximumFiles = maximumFiles
    self.maximumFileSize = maximumFileSize
    self.maximumLineLength = maximumLineLength
  }
}
