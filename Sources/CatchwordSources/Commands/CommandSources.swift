import CatchwordCompletion

/// The programs of the user's that are asked, one source each; one that stays as it is goes on running.
final class CommandSources: Sendable {
  private let kept: KeptSources<CommandSettings, CommandSource>

  /// - Parameter supervisor: The executable that calls `ProcessSupervisor.main`; nil for our own.
  init(clock: EngineClock, supervisor: String? = nil, log: EventLog) {
    kept = KeptSources {
      CommandSource(settings: $0, clock: clock, supervisor: supervisor, log: log)
    } end: { settings, source in
      var off = settings
      off.isEnabled = false
      source.apply(off)
    }
  }

  /// The sources for programs as they are wanted now. The programs of those that are not end, whoever still holds them.
  func sources(for settings: [CommandSettings]) -> [any CompletionSource] { kept.sources(for: settings) }
}
