import CatchwordCompletion

/// The sources of the user's programs, one for each; a source whose settings do not change keeps its program running.
final class CommandSources: Sendable {
  private let kept: KeptSources<CommandSettings, CommandSource>

  /// - Parameter supervisor: The executable that calls `ProcessSupervisor.main`; nil for this process's executable.
  init(clock: EngineClock, supervisor: String? = nil, log: EventLog) {
    kept = KeptSources {
      CommandSource(settings: $0, clock: clock, supervisor: supervisor, log: log)
    } end: { settings, source in
      var off = settings
      off.isEnabled = false
      source.apply(off)
    }
  }

  /// The sources for the current settings.
  var all: [CommandSource] { kept.all }

  /// Returns the sources for the current settings; the programs of removed sources end even if a source is still held.
  func sources(for settings: [CommandSettings]) -> [any CompletionSource] { kept.sources(for: settings) }
}
