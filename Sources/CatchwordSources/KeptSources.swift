package import CatchwordCompletion
import Synchronization

/// The sources that settings define, one each: a source whose settings stay the same is kept, and a source whose
/// settings are gone is ended.
///
/// Creating a source must return at once: the source starts its program elsewhere.
package final class KeptSources<Settings: Equatable & Sendable, Source: CompletionSource>: Sendable {
  private let current = Mutex<[(settings: Settings, source: Source)]>([])
  private let make: @Sendable (Settings) -> Source
  private let end: @Sendable (Settings, Source) -> Void

  /// - Parameters:
  ///   - make: Creates a source.
  ///   - end: Ends what a source has started, even if the source itself is still referenced.
  package init(
    make: @escaping @Sendable (Settings) -> Source, end: @escaping @Sendable (Settings, Source) -> Void
  ) {
    self.make = make
    self.end = end
  }

  /// The sources for the current settings.
  package var all: [Source] { current.withLock { $0.map(\.source) } }

  /// Returns the sources for new settings, and ends the sources for others.
  ///
  /// - Complexity: O(*n*²), where *n* is the number of settings, which are written by hand.
  package func sources(for wanted: [Settings]) -> [Source] {
    let (sources, gone) = current.withLock { current in
      var old = current
      current = wanted.map { settings in
        if let index = old.firstIndex(where: { $0.settings == settings }) { return old.remove(at: index) }
        return (settings, make(settings))
      }
      return (current.map(\.source), old)
    }
    for (settings, source) in gone { end(settings, source) }
    return sources
  }
}
