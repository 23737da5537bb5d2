/// The limits on a snippet collection; the rest is left out, and reported.
package enum SnippetLimits {
  /// The size of a file, in bytes.
  package static let fileBytes = 4 << 20
  /// The size of all files that are read, of the user's own and again of those of projects, in bytes.
  package static let totalBytes = 64 << 20
  /// The size of all packages that are read, by the same count, in bytes.
  package static let packageBytes = 16 << 20
  /// The size of all `.yas-parents`, by the same count, in bytes.
  package static let parentsBytes = 64 << 10
  /// The number of files.
  package static let files = 20_000
  /// The number of folders that are looked through, of the user's own and again of those of projects.
  package static let folders = 20_000
  /// The entries of one folder.
  package static let folderEntries = 20_000
  /// The depth of folders below a place that the settings name.
  package static let folderDepth = 8
  /// The languages that a snippet is for, or that a file extends.
  package static let languages = 1000
  /// The snippets of a file.
  package static let snippetsPerFile = 20_000
  /// The prefixes of a snippet.
  package static let prefixesPerSnippet = 100
  /// The snippets of a language.
  package static let snippetsPerLanguage = 100_000
  /// The size of a body, in bytes.
  package static let bodyBytes = 32 << 10
  /// The size of a text with the values of its variables, in bytes.
  package static let resolvedBytes = 64 << 10
  /// The steps that the transforms of a body may take, all together.
  package static let transformSteps = 50_000
  /// The parts of regular expressions that are compiled while a file is read.
  package static let patternParts = 1_000_000
  /// The size of a trigger, in bytes.
  package static let triggerBytes = 128
  /// The size of a description or a name, in bytes.
  package static let descriptionBytes = 1024
  /// The problems that are kept of a file.
  package static let problemsPerFile = 20
  /// The problems that are kept of all files.
  package static let problems = 500
}
