import CatchwordRPC
import CatchwordSettings

/// The settings by where they come from.
struct SettingsLayers: Sendable {
  /// The user's own, as they were last read.
  var user: SettingsFiles.Reading
  /// Those of the open folders, by the folders' paths, as they were last read.
  var projects: [String: SettingsFiles.Reading] = [:]
  /// What the editor said at first.
  var initialization = JSONValue.null
  /// What the editor said since.
  var client = JSONValue.null

  /// Takes what was read from files.
  ///
  /// - Returns: True when other settings count than before.
  mutating func take(_ readings: [SettingsFiles.Place: SettingsFiles.Reading], folders: [String]) -> Bool {
    var hasChanged = false
    for (place, reading) in readings {
      switch place {
      case .user: hasChanged = SettingsLayers.take(reading, over: &user) || hasChanged
      case .project(let folder) where folders.contains(folder):
        hasChanged = SettingsLayers.take(reading, over: &projects[folder, default: .init()]) || hasChanged
      // It was closed meanwhile.
      case .project: break
      }
    }
    return hasChanged
  }

  private static func take(_ new: SettingsFiles.Reading, over old: inout SettingsFiles.Reading) -> Bool {
    var new = new
    // A file that is half written says nothing, and takes nothing back either.
    if new.layer == nil && new.problem != nil { new.layer = old.layer }
    defer { old = new }
    return new.layer != old.layer
  }
}
