package import CatchwordCompletion
import Synchronization

/// The sources that there are because of settings, one each: one whose settings stay as they are goes on, and one whose settings
/// are gone is ended.
///
/// Making a source must return at once: what it takes to start a program is for the source to do elsewhere.
package final class KeptSources<Settings: Equatable & Sendable, Source: CompletionSource>: Sendable {
  private let current = Mutex<[(settings: Settings, source: Source)]>([])
  private let make: @Sendable (Settings) -> Source
  private let end: @Sendable (Settings, Source) -> Void

  /// - Parameters:
  ///   - make: Makes a source.
  ///   - end: Ends what a source has started, whoever still holds the source.
  package init(
    make: @escaping @Sendable (Settings) -> Source, end: @escaping @Sendable (Settings, Source) -> Void
  ) {
    self.make = make
    self.end = end
  }

  /// The sources as they are wanted now.
  package var all: [Source] { current.withLock { $0.map(\.source) } }

  /// The sources for settings as they are wanted now. Those of others are ended.
  ///
  /// - Complexity: O(*n*²), and *n* is what somebody has written by hand.
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
