/// How much of a snippet collection is taken; whatever is beyond is left out and said so.
enum SnippetLimits {
  /// The size of a file, in bytes.
  static let fileBytes = 4 << 20
  /// The size of all files that are read, of the user's own and again of those of projects, in bytes.
  static let totalBytes = 64 << 20
  /// The size of all packages that are read, by the same count, in bytes.
  static let packageBytes = 16 << 20
  /// The size of all `.yas-parents`, by the same count, in bytes.
  static let parentsBytes = 64 << 10
  /// The number of files.
  static let files = 20_000
  /// The number of folders that are looked through, of the user's own and again of those of projects.
  static let folders = 20_000
  /// The entries of one folder.
  static let folderEntries = 20_000
  /// The depth of folders below a place that the settings name.
  static let folderDepth = 8
  /// The languages that a snippet is for, or that a file goes on from.
  static let languages = 1000
  /// The snippets of a file.
  static let snippetsPerFile = 20_000
  /// The prefixes of a snippet.
  static let prefixesPerSnippet = 100
  /// The snippets of a language.
  static let snippetsPerLanguage = 100_000
  /// The size of a body, in bytes.
  static let bodyBytes = 32 << 10
  /// The size of a text with the values of its variables, in bytes.
  static let resolvedBytes = 64 << 10
  /// The steps that the transforms of a body may take, all together.
  static let transformSteps = 50_000
  /// The parts of regular expressions that are compiled while a file is read.
  static let patternParts = 1_000_000
  /// The size of a trigger, in bytes.
  static let triggerBytes = 128
  /// The size of a description or a name, in bytes.
  static let descriptionBytes = 1024
  /// The problems that are kept of a file.
  static let problemsPerFile = 20
  /// The problems that are kept of all files.
  static let problems = 500
}
