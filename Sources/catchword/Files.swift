import CatchwordRPC
import CatchwordSettings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Questions about files that the subcommands ask.
enum Files {
  /// True when there is something under a path.
  static func exist(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// What is wrong with the files that settings name: each that is not there.
  static func missing(in settings: EffectiveSettings, _ layer: SettingsLayer) -> [SettingsProblem] {
    let places = [["lists"], ["snippets", "files"], ["symbols", "tables"]]
    return places.flatMap { place in
      let named = place.reduce(settings.value) { value, name in value[name] ?? .null }.arrayValue ?? []
      return named.enumerated().compactMap { index, element -> SettingsProblem? in
        guard let path = element.stringValue ?? element["path"]?.stringValue, !exist(path) else { return nil }
        return SettingsProblem(
          path: place.map { .name($0) } + [.index(index)],
          message: "\(path) is not there; correct the path, or make the file.", origin: layer.origin)
      }
    }
  }
}
