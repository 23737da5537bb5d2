import CatchwordFiles
import CatchwordRPC
package import CatchwordSettings

/// The settings of the snippets source: the files and folders of snippets, and whether they are used.
package struct SnippetsSettings: Equatable, Sendable {
  /// A file or a folder of snippets, in any supported format; a folder is searched recursively.
  package struct Location: Hashable, Sendable {
    /// The absolute path of the file or folder.
    package var path: String
    /// The language of everything in it; nil to go by the names of its files.
    package var language: String?
    /// The folder of the project that names it, which must contain all of it wherever links lead; nil when the user
    /// named it, who may name anything.
    package var project: String?

    /// Creates a location.
    package init(path: String, language: String? = nil, project: String? = nil) {
      self.path = path
      self.language = language
      self.project = project
    }
  }

  /// False to offer no snippets at all.
  package var isEnabled: Bool
  /// The user's files and folders; those that do not exist are skipped until they do.
  package var locations: [Location]
  /// True to read `.vscode/*.code-snippets` of the workspace's folders.
  package var readsWorkspace: Bool

  /// Creates settings; by default the snippets are in the user's configuration.
  package init(
    isEnabled: Bool = true, locations: [Location] = SnippetsSettings.defaultLocations(), readsWorkspace: Bool = true
  ) {
    self.isEnabled = isEnabled
    self.locations = locations
    self.readsWorkspace = readsWorkspace
  }

  /// Creates the default settings.
  package init() { self.init(isEnabled: true) }

  /// Returns `$XDG_CONFIG_HOME/catchword/snippets`, or the same below `~/.config`; empty when there is no home either.
  package static func defaultLocations(
    environment: [String: String] = ProcessEnvironment.variables
  ) -> [Location] {
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      return [Location(path: "\(folder)/catchword/snippets")]
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return [] }
    return [Location(path: "\(home)/.config/catchword/snippets")]
  }
}

extension SnippetsSettings: SettingsGroup {
  package static let key = "snippets"
  package static let summary = "The source \"snippets\"."
  package static let fields: [SettingField<SnippetsSettings>] = [
    .flag("enabled", \.isEnabled, inProject: .only(false), "Offer snippets."),
    SettingField(files) { value, all, settings in
      settings.locations += (value.arrayValue ?? []).compactMap { element in
        (element.stringValue ?? element["path"]?.stringValue).map {
          Location(path: $0, language: element["language"]?.stringValue, project: all.project(ofPath: $0))
        }
      }
    },
    .flag(
      "readsWorkspace", \.readsWorkspace, inProject: .only(false),
      "Read .vscode/*.code-snippets in the open folders."),
  ]

  private static let files = Setting(
    "files",
    .list(
      .either(
        .path,
        .group([
          Setting("path", .path, isRequired: true, "A file or a folder of snippets."),
          Setting("language", .text("the name of a language"), "The language of the snippets in it."),
        ]))), default: [], inProject: .add,
    "Files and folders of snippets, in the format of VS Code, SnipMate, UltiSnips or yasnippet, in addition to "
      + "the folder \"snippets\" beside the user's settings.")
}
