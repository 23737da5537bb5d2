import CatchwordCompletion
import Synchronization

/// The programs of the user's that are asked, one source each; one that stays as it is goes on running.
final class CommandSources: Sendable {
  private let current = Mutex<[(settings: CommandSettings, source: CommandSource)]>([])
  private let clock: EngineClock
  private let log: EventLog

  init(clock: EngineClock, log: EventLog) {
    self.clock = clock
    self.log = log
  }

  /// Names that other sources have, so that no program can.
  static let takenNames: Set = [
    "words", "workspace", "lists", "paths", "snippets", "symbols", "tags", "server",
  ]

  /// The sources for programs as they are wanted now. Those that are not are let go, which ends their programs.
  func sources(for settings: [CommandSettings]) -> [any CompletionSource] {
    for taken in settings where CommandSources.takenNames.contains(taken.name) {
      log.report(
        .warning, "The command \"\(taken.name)\" has the name of another source; give it one of its own. It is ignored."
      )
    }
    let settings = settings.filter { !CommandSources.takenNames.contains($0.name) }
    return current.withLock { current in
      let known = current
      current = settings.map { settings in
        known.first { $0.settings == settings } ?? (settings, CommandSource(settings: settings, clock: clock, log: log))
      }
      return current.map(\.source)
    }
  }
}
