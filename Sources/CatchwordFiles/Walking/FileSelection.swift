/// The files of a folder whose contents are read, and the limits for them.
package struct FileSelection: Equatable, Sendable {
  /// True to leave out the files and folders that git would ignore.
  package var respectsIgnoreFiles: Bool
  /// True to read files and folders whose names begin with a dot. Those of version control, and those that usually hold
  /// secrets, are never read.
  package var includesHidden: Bool
  /// The patterns of further files and folders to leave out, as in a `.gitignore` of the root.
  package var exclude: [String]
  /// The maximum number of files in a root; further ones are left out.
  package var maximumFiles: Int
  /// The maximum size of a file, in bytes; larger ones are left out.
  package var maximumFileSize: Int
  /// The maximum length of a line, in bytes; longer ones, as of minified code and data, are left out.
  package var maximumLineLength: Int

  /// Creates a selection, by default of all files that git would not ignore and whose names begin with no dot.
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
