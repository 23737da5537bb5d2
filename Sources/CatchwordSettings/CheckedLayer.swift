import CatchwordRPC

/// A layer of settings held against the schema.
///
/// Of a project's layer that looks at the file system, to see that its paths stay in the project, so it may block; putting
/// checked layers together never does.
public struct CheckedLayer: Equatable, Sendable {
  /// The layer.
  public let layer: SettingsLayer
  /// What of it is as the schema wants it; nil for nothing.
  let content: JSONValue?
  /// What is wrong with it.
  let problems: [SettingsProblem]
  /// The paths that it names.
  let paths: Set<String>
  /// What relative paths in it are relative to.
  let folder: String

  /// Checks a layer; may block if it is a project's.
  ///
  /// - Parameters:
  ///   - layer: The settings.
  ///   - schema: What the settings are.
  ///   - home: The user's home folder.
  ///   - workingFolder: What paths are relative to in a layer without a folder of its own.
  /// - Complexity: O(length of the settings).
  public init(_ layer: SettingsLayer, schema: [Setting], home: String, workingFolder: String) {
    self.layer = layer
    folder = layer.folder ?? workingFolder
    guard layer.content != .null else {
      (content, problems, paths) = (nil, [], [])
      return
    }
    var check = SettingsCheck(layer, resolver: PathResolver(folder: folder, home: home))
    content = check.group(layer.content, schema)
    paths = check.paths
    problems = check.problems + [layer.besides].compactMap { $0 }
  }
}
