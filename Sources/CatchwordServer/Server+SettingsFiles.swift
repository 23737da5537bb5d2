import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC
import CatchwordSettings

/// The files that settings come from. Reading them may block, so it is done on other threads; the loop takes what was read
/// when it is there.
///
/// The settings are wanted for the first list already, so what depends on them waits for them for a short while: the
/// answer to `initialize`, with all that comes behind it; later, completions that come behind what had files read, until
/// the next edit. Nothing else waits, and nothing waits for a file twice.
extension Server {
  /// How long that is at most.
  static let settingsPatience = Duration.milliseconds(200)
  /// The requests that wait for settings.
  private static let patient: Set = ["textDocument/completion", "textDocument/inlineCompletion"]
  /// What the requests before it must be begun before.
  private static let changing: Set = [
    "textDocument/didOpen", "textDocument/didChange", "textDocument/didClose", "shutdown", "exit",
  ]

  /// Makes what reads the files of settings.
  static func settingsFiles(_ configuration: ServerConfiguration, input: InputQueue) -> SettingsFiles {
    let schema = configuration.schema
    let check = { @Sendable (layer: SettingsLayer) in
      CheckedLayer(layer, schema: schema, home: configuration.home, workingFolder: configuration.workingFolder)
    }
    return SettingsFiles(
      reader: { place in
        switch place {
        case .user:
          let user = configuration.readUserSettings?()
          return SettingsFiles.Reading(
            layer: user.flatMap { $0.problem == nil ? check($0.layer) : nil }, problem: user?.problem)
        case .project(let folder):
          let project = configuration.projectSettings?([folder])
          return SettingsFiles.Reading(layer: project?.layers.first.map(check), problem: project?.problems.first)
        }
      },
      startThread: configuration.startThread ?? ServerConfiguration.startThread,
      whenRead: { input.wake() })
  }

  /// Has files of settings read.
  ///
  /// - Parameter user: Whether the user's own is among them; those of the open folders are, if `projects` is true.
  func readSettings(user: Bool, projects: Bool) {
    let folders = configuration.projectSettings == nil || !projects ? [] : folderPaths
    let places =
      (user && configuration.readUserSettings != nil ? [SettingsFiles.Place.user] : [])
      + folders.map { .project(folder: $0) }
    guard !places.isEmpty else { return }
    // What was being read already when this begins has had its time.
    if !settingsFiles.isReading { waitForSettings() }
    settingsFiles.read(places)
    takeSettings()
  }

  /// Takes what was read, if anything was.
  ///
  /// - Returns: The files that have not been read yet.
  @discardableResult
  func takeSettings() -> [SettingsFiles.Place] {
    let (readings, unread) = settingsFiles.take()
    if !readings.isEmpty {
      let hasChanged = layers.take(readings, folders: folderPaths)
      // Before the answer to `initialize`, they are put together with that.
      if lifecycle.takesNotifications {
        if hasChanged { applySettings() } else { reportProblems() }
      }
    }
    if unread.isEmpty { stopWaitingForSettings() }
    return unread
  }

  // MARK: Waiting

  private func waitForSettings() {
    settingsWait.number += 1
    settingsWait.isOn = true
    let clock = configuration.clock
    settingsWait.timer.task(
      id: settingsWait.number, name: "settings", executorPreference: configuration.executor
    ) {
      guard (try? await clock.sleep(until: clock.now + Server.settingsPatience)) != nil else { return }
      await self.giveUpWaitingForSettings()
    }
  }

  private func giveUpWaitingForSettings() {
    for place in takeSettings() {
      let name =
        switch place {
        case .user: "Your settings have"
        case .project(let folder): "The settings of \(folder) have"
        }
      log(.warning, "\(name) not been read yet, as the folder does not answer; they will count once they are.")
    }
    stopWaitingForSettings()
    // For what has arrived meanwhile.
    input.wake()
  }

  private func stopWaitingForSettings() {
    guard settingsWait.isOn else { return }
    settingsWait.isOn = false
    settingsWait.timer.cancel()
    if let (ticket, params) = settingsWait.initialization.take() { finishInitializing(ticket, params) }
    beginWaitingRequests()
  }

  /// True while everything that arrives waits, since `initialize` does.
  var isInitializing: Bool { settingsWait.initialization != nil }

  /// Keeps a request until the settings are there, if it is one that waits for them.
  ///
  /// - Returns: False when it is to be handled now.
  func postpone(_ ticket: InFlightRequests.Ticket, _ method: String, _ params: Message.Params) -> Bool {
    guard settingsWait.isOn, Server.patient.contains(method) else { return false }
    settingsWait.requests.append((ticket, method, params))
    return true
  }

  /// Begins the requests that wait for settings before something that changes what they are about.
  func beginWaitingRequests(before method: String) {
    if !settingsWait.requests.isEmpty, Server.changing.contains(method) { beginWaitingRequests() }
  }

  private func beginWaitingRequests() {
    let requests = settingsWait.requests
    settingsWait.requests = []
    for (ticket, method, params) in requests { begin(ticket, method, params) }
  }
}

/// What waits for settings to be read.
struct SettingsWait: Sendable {
  let timer = TaskSlot<Int>()
  var number = 0
  /// True from when files are read until they have been, or it has taken too long.
  var isOn = false
  /// An `initialize` that is to be answered.
  var initialization: (InFlightRequests.Ticket, InitializeParams)?
  /// The requests that wait, in order.
  var requests: [(InFlightRequests.Ticket, String, Message.Params)] = []
}
