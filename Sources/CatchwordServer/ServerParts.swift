package import CatchwordCompletion
package import CatchwordSettings

/// The progress of learning from a folder.
package struct LearningProgress: Equatable, Sendable {
  /// The folder.
  package let folder: String
  /// The share that is done, from 0 to 100.
  package let percentage: Int

  /// Creates the progress.
  package init(folder: String, percentage: Int) { (self.folder, self.percentage) = (folder, percentage) }
}

/// The parts behind a server's sources: they apply the settings that the server itself does not know, and follow files.
///
/// All members are used on the server's receive loop, so they must return at once.
package protocol ServerParts: Sendable {
  /// The descriptions of the settings that these parts understand.
  var schema: [Setting] { get }

  /// The names of sources that exist only with some settings, and of what the settings treat as one.
  var optionalSources: [String] { get }

  /// The observers of documents that are no sources.
  var observers: [any DocumentObserver] { get }

  /// The names of parts that are loading and are no sources, for the progress that clients show.
  var loading: [String] { get }

  /// What is being learned in the background, for the same progress; nil for nothing.
  var learning: LearningProgress? { get }

  /// The paths of the files that the client shall watch, since settings come from them or name them.
  var watchedFiles: [String] { get }

  /// True when the client shall watch all files in its folders.
  var watchesFolders: Bool { get }

  /// Applies settings.
  ///
  /// - Parameters:
  ///   - settings: All settings.
  ///   - folders: The paths of the open folders.
  /// - Returns: The sources that the settings add to those of the configuration; one that stays is the same object.
  func apply(_ settings: EffectiveSettings, folders: [String]) -> [any CompletionSource]

  /// Looks again at files that have changed, including files that were not to be watched.
  ///
  /// - Parameter paths: Absolute paths, of files or folders.
  func filesDidChange(_ paths: [String])
}

extension ServerParts {
  package var schema: [Setting] { [] }
  package var optionalSources: [String] { [] }
  package var observers: [any DocumentObserver] { [] }
  package var loading: [String] { [] }
  package var learning: LearningProgress? { nil }
  package var watchedFiles: [String] { [] }
  package var watchesFolders: Bool { false }
  package func apply(_ settings: EffectiveSettings, folders: [String]) -> [any CompletionSource] { [] }
  package func filesDidChange(_ paths: [String]) {}
}

/// The parts of a server whose sources have no settings.
package struct NoParts: ServerParts {
  package init() {}
}
