import CatchwordRPC
public import CatchwordSettings

extension SnippetsSettings {
  /// What the settings are.
  static let schema = Setting(
    "snippets",
    .group([
      Setting("enabled", .flag, default: true, inProject: .only(false), "Offer snippets."),
      Setting(
        "files",
        .list(
          .either(
            .path,
            .group([
              Setting("path", .path, isRequired: true, "A file or a folder of snippets."),
              Setting("language", .text("the name of a language"), "The language of all that is in it."),
            ]))), default: [], inProject: .add,
        "Files and folders of snippets, in VS Code's, SnipMate's, UltiSnips' or yasnippet's format, beside "
          + "the folder snippets of the user's configuration."),
      Setting(
        "readsWorkspace", .flag, default: true, inProject: .only(false),
        "Read .vscode/*.code-snippets of the open folders."),
    ]), "The source \"snippets\".")

  /// Takes over the settings that concern snippets.
  public init(_ settings: EffectiveSettings) {
    let own = settings["snippets"] ?? [:]
    self.init(isEnabled: own["enabled"]?.boolValue ?? true, readsWorkspace: own["readsWorkspace"]?.boolValue ?? true)
    locations += (own["files"]?.arrayValue ?? []).compactMap { element in
      (element.stringValue ?? element["path"]?.stringValue).map {
        Location(path: $0, language: element["language"]?.stringValue, project: settings.project(ofPath: $0))
      }
    }
  }
}
