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
          Setting("path", .path, isRequired: true, "Where the list is."),
          Setting("name", .text("a name"), "What the menu calls it."),
        ]))), default: [], inProject: .add,
    "Word-list files: an entry a line, with a weight and a description behind tabs if there are any.")

  /// Returns the list files in the settings.
  static func files(in settings: EffectiveSettings) -> [ListFile] {
    (settings["lists"]?.arrayValue ?? []).compactMap { element in
      (element.stringValue ?? element["path"]?.stringValue).map {
        ListFile(path: $0, name: element["name"]?.stringValue, project: settings.project(ofPath: $0))
      }
    }
  }
}
