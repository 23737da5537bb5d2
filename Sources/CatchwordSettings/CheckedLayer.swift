import CatchwordRPC

/// A layer of settings that was checked against the schema.
///
/// Checking a project's layer may block, as it reads links in the file system to see that paths stay in the project;
/// merging checked layers never blocks.
package struct CheckedLayer: Equatable, Sendable {
  /// The layer.
  package let layer: SettingsLayer
  /// The part of the layer that conforms to the schema; nil for none.
  let content: JSONValue?
  /// The problems of the layer.
  let problems: [SettingsProblem]
  /// The paths that it names.
  let paths: Set<String>
  /// The base of its relative paths.
  let folder: String

  /// Checks a layer; may block if it is a project's.
  ///
  /// - Parameters:
  ///   - layer: The settings.
  ///   - schema: The descriptions of the settings; not made for a layer that says nothing.
  ///   - home: The user's home folder.
  ///   - workingFolder: The base of paths in a layer without a folder of its own.
  /// - Complexity: O(length of the settings).
  package init(_ layer: SettingsLayer, schema: @autoclosure () -> [Setting], home: String, workingFolder: String) {
    self.layer = layer
    folder = layer.folder ?? workingFolder
    guard layer.content != .null, layer.content != [:] else {
      (content, paths) = (nil, [])
      problems = layer.content == .null ? [] : [layer.besides].compactMap { $0 }
      return
    }
    var check = SettingsCheck(layer, resolver: PathResolver(folder: folder, home: home))
    content = check.group(layer.content, schema())
    paths = check.paths
    problems = check.problems + [layer.besides].compactMap { $0 }
  }

  /// Takes a layer of our own as it is.
  package init(unchecked layer: SettingsLayer, workingFolder: String) {
    self.layer = layer
    folder = layer.folder ?? workingFolder
    (content, problems, paths) = (layer.content, [], [])
  }
}
