import CatchwordCompletion
import Synchronization

/// The programs of the user's that are asked, one source each; one that stays as it is goes on running.
final class CommandSources: Sendable {
  private let current = Mutex<[(settings: CommandSettings, source: CommandSource)]>([])
  private let clock: EngineClock
  private let supervisor: String?
  private let log: EventLog

  /// - Parameter supervisor: The executable that calls `ProcessSupervisor.main`; nil for our own.
  init(clock: EngineClock, supervisor: String? = nil, log: EventLog) {
    self.clock = clock
    self.supervisor = supervisor
    self.log = log
  }

  /// The sources for programs as they are wanted now. The programs of those that are not end, whoever still holds them.
  func sources(for settings: [CommandSettings]) -> [any CompletionSource] {
    let (sources, gone) = current.withLock { current in
      let known = current
      current = settings.map { settings in
        known.first { $0.settings == settings } ?? (
          settings, CommandSource(settings: settings, clock: clock, supervisor: supervisor, log: log)
        )
      }
      let kept = current
      return (kept.map(\.source), known.filter { old in !kept.contains { $0.source === old.source } })
    }
    for (settings, source) in gone {
      var off = settings
      off.isEnabled = false
      source.apply(off)
    }
    return sources
  }
}
