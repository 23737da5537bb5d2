package import CatchwordCompletion
import CatchwordLearning
package import CatchwordServer
package import CatchwordSettings
package import CatchwordSources

/// The parts of a server in a test: those of the built-in sources, or what the test says.
package struct TestParts: ServerParts {
  private let settings: [Setting]
  private let sources: BuiltInSources?
  private let onApply: @Sendable (EffectiveSettings, [String]) -> [any CompletionSource]
  private let onChange: @Sendable ([String]) -> Void
  /// Told when the settings are asked for that the parts have.
  package var onSchema: @Sendable () -> Void = {}
  /// What is being learned.
  package var onLearning: @Sendable () -> LearningProgress? = { nil }

  /// The parts of the built-in sources.
  package init(_ sources: BuiltInSources) {
    self.sources = sources
    settings = BuiltInSources.schema + [LearningSettings.schema]
    observers = sources.observers
    onApply = { sources.apply($0, folders: $1) }
    onChange = { sources.filesDidChange($0) }
  }

  /// - Parameters:
  ///   - observers: Observers of documents that are no sources.
  ///   - onApply: Applies settings, and returns the sources that they add.
  ///   - onChange: Takes the paths of changed files.
  package init(
    schema: [Setting] = [], observers: [any DocumentObserver] = [],
    onApply: @escaping @Sendable (EffectiveSettings, [String]) -> [any CompletionSource] = { _, _ in [] },
    onChange: @escaping @Sendable ([String]) -> Void = { _ in }
  ) {
    sources = nil
    settings = schema
    self.observers = observers
    self.onApply = onApply
    self.onChange = onChange
  }

  package var schema: [Setting] {
    onSchema()
    return settings
  }

  package var observers: [any DocumentObserver]
  package var loading: [String] { sources?.loading ?? [] }
  package var learning: LearningProgress? { onLearning() }
  package var watchedFiles: [String] { sources?.watchedFiles ?? [] }

  package func apply(_ settings: EffectiveSettings, folders: [String]) -> [any CompletionSource] {
    onApply(settings, folders)
  }

  package func filesDidChange(_ paths: [String]) { onChange(paths) }
}
