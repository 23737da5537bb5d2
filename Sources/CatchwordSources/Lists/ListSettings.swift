public import CatchwordRPC

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The word lists that settings name: paths, or objects with a path and a name.
public enum ListSettings {
  /// Reads the lists.
  ///
  /// - Parameters:
  ///   - settings: Settings, flat or under `catchword`.
  ///   - folder: What relative paths are relative to.
  /// - Returns: The files, nil when the settings name none; and what is wrong, a sentence each.
  public static func lists(in settings: JSONValue, folder: String) -> (files: [ListFile]?, problems: [String]) {
    guard let value = settings["catchword"]?["lists"] ?? settings["lists"] else { return (nil, []) }
    guard let elements = value.arrayValue else {
      return (nil, ["The setting \"lists\" must be an array of paths. It is ignored."])
    }
    var files: [ListFile] = []
    var problems: [String] = []
    for element in elements {
      guard let path = element.stringValue ?? element["path"]?.stringValue, !path.isEmpty else {
        problems.append("\"lists\" has \(element.json); write a path or {\"path\": …, \"name\": …}. It is ignored.")
        continue
      }
      files.append(ListFile(path: absolute(path, folder: folder), name: element["name"]?.stringValue))
    }
    return (files, problems)
  }

  /// An absolute path: `~` is the user's home, the rest is relative to a folder.
  public static func absolute(_ path: String, folder: String) -> String {
    let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
    if path == "~" || path.hasPrefix("~/") { return home + path.dropFirst() }
    if path.hasPrefix("/") { return path }
    return URL(fileURLWithPath: folder, isDirectory: true).appendingPathComponent(path).path
  }
}
