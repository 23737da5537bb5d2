import CatchwordRPC
import CatchwordSettings

/// The settings by their origin.
struct SettingsLayers: Sendable {
  /// The user's settings, as they were last read.
  var user: SettingsFiles.Reading
  /// The settings of the open folders, by the folders' paths, as they were last read.
  var projects: [String: SettingsFiles.Reading] = [:]
  /// The settings in the client's `initialize` request.
  var initialization = JSONValue.null
  /// The settings that the client has sent since.
  var client = JSONValue.null

  /// Takes the settings that were read from files.
  ///
  /// - Returns: True when the settings have changed.
  mutating func take(_ readings: [SettingsFiles.Place: SettingsFiles.Reading], folders: [String]) -> Bool {
    var hasChanged = false
    for (place, reading) in readings {
      switch place {
      case .user: hasChanged = SettingsLayers.take(reading, over: &user) || hasChanged
      case .project(let folder) where folders.contains(folder):
        hasChanged = SettingsLayers.take(reading, over: &projects[folder, default: .init()]) || hasChanged
      // The folder was closed meanwhile.
      case .project: break
      }
    }
    return hasChanged
  }

  private static func take(_ new: SettingsFiles.Reading, over old: inout SettingsFiles.Reading) -> Bool {
    var new = new
    // A file that cannot be parsed, as when it is half written, leaves the previous settings in effect.
    if new.problem != nil { new.layer = old.layer ?? new.layer }
    defer { old = new }
    return new.layer != old.layer
  }
}
