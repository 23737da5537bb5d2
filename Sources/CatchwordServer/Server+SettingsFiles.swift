import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC
import CatchwordSettings

/// The settings files. Reading them may block, so other threads do it; the loop takes the settings when they have been
/// read.
///
/// The first list needs the settings already, so their dependents wait for a short while: the response to `initialize`,
/// with all messages behind it; later, completion requests behind the message that had files read, until the next edit.
/// Nothing else waits, and nothing waits for a file twice.
extension Server {
  /// The maximum time of that wait.
  static let settingsPatience = Duration.milliseconds(200)
  /// The requests that wait for settings.
  private static let patient: Set = ["textDocument/completion", "textDocument/inlineCompletion"]
  /// The methods before which the waiting requests must be begun.
  private static let changing: Set = [
    "textDocument/didOpen", "textDocument/didChange", "textDocument/didClose", "shutdown", "exit",
  ]

  /// Creates the reader of the settings files.
  static func settingsFiles(_ configuration: ServerConfiguration, input: InputQueue) -> SettingsFiles {
    let check = { @Sendable (layer: SettingsLayer) in
      CheckedLayer(
        layer, schema: configuration.schema, home: configuration.home, workingFolder: configuration.workingFolder)
    }
    return SettingsFiles(
      reader: { place in
        switch place {
        case .user:
          let user = configuration.readUserSettings?()
          return SettingsFiles.Reading(layer: user.map { check($0.layer) }, problem: user?.problem)
        case .project(let folder):
          let project = configuration.projectSettings?([folder])
          return SettingsFiles.Reading(layer: project?.layers.first.map(check), problem: project?.problems.first)
        }
      },
      startThread: configuration.startThread ?? ServerConfiguration.startThread,
      whenRead: { input.wake() })
  }

  /// Starts to read settings files.
  ///
  /// - Parameter user: True for the user's own file; those of the open folders are read if `projects` is true.
  func readSettings(user: Bool, projects: Bool) {
    let folders = configuration.projectSettings == nil || !projects ? [] : folderPaths
    let places =
      (user && configuration.readUserSettings != nil ? [SettingsFiles.Place.user] : [])
      + folders.map { .project(folder: $0) }
    guard !places.isEmpty else { return }
    // A read that is in progress already has had its wait.
    if !settingsFiles.isReading { waitForSettings() }
    settingsFiles.read(places)
    takeSettings()
  }

  /// Takes the settings that were read, if there are any.
  ///
  /// - Returns: The files that have not been read yet.
  @discardableResult
  func takeSettings() -> [SettingsFiles.Place] {
    let (readings, unread) = settingsFiles.take()
    if !readings.isEmpty {
      let hasChanged = layers.take(readings, folders: folderPaths)
      // Before the response to `initialize`, they are merged with it.
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
    // To handle the messages that have arrived meanwhile.
    input.wake()
  }

  private func stopWaitingForSettings() {
    guard settingsWait.isOn else { return }
    settingsWait.isOn = false
    settingsWait.timer.cancel()
    if let (request, params) = settingsWait.initialization.take() { finishInitializing(request, params) }
    beginWaitingRequests()
  }

  /// True while all messages wait, because the response to `initialize` does.
  var isInitializing: Bool { settingsWait.initialization != nil }

  /// Defers a request until the settings are read, if it is one that waits for them.
  ///
  /// - Returns: False when it must be handled now.
  func postpone(_ request: PendingRequest, _ method: String, _ params: Message.Params) -> Bool {
    guard settingsWait.isOn, Server.patient.contains(method) else { return false }
    settingsWait.requests.append((request, method, params))
    return true
  }

  /// Begins the waiting requests if the method changes their documents or ends the server.
  func beginWaitingRequests(before method: String) {
    if !settingsWait.requests.isEmpty, Server.changing.contains(method) { beginWaitingRequests() }
  }

  private func beginWaitingRequests() {
    let requests = settingsWait.requests
    settingsWait.requests = []
    for (request, method, params) in requests { begin(request, method, params) }
  }
}

/// The requests that wait for settings to be read.
struct SettingsWait: Sendable {
  let timer = TaskSlot<Int>()
  var number = 0
  /// True from the start of a read until its end, or until the wait has taken too long.
  var isOn = false
  /// An `initialize` that is not answered yet.
  var initialization: (PendingRequest, InitializeParams)?
  /// The requests that wait, in order.
  var requests: [(PendingRequest, String, Message.Params)] = []
}
