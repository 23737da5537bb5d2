import CatchwordRPC
import CatchwordSettings

/// The setting `"lists"`: word-list files, each a path or `{"path": …, "name": …}`.
enum ListSettings {
  static let schema = Setting(
    "lists",
    .list(
      .either(
        .path,
        .group([
          Setting("path", .path, isRequired: true, "The path of the list."),
          Setting("name", .text("a name"), "The name that the menu shows."),
        ]))), default: [], inProject: .add,
    "Word-list files: one entry a line, optionally followed by a tab and a weight, and a tab and a description.")

  /// Returns the list files in the settings.
  static func files(in settings: EffectiveSettings) -> [ListFile] {
    (settings["lists"]?.arrayValue ?? []).compactMap { element in
      (element.stringValue ?? element["path"]?.stringValue).map {
        ListFile(path: $0, name: element["name"]?.stringValue, project: settings.project(ofPath: $0))
      }
    }
  }
}
