import CatchwordRPC
package import CatchwordSettings

extension LanguageServerSettings {
  /// What the settings are: servers by their names.
  package static let schema = Setting(
    "servers",
    .map(
      .group([
        Setting("command", .list(.text("a text")), isRequired: true, "The server's program and its arguments."),
        Setting("languages", .list(.text("the name of a language")), "The languages in which it is asked."),
        Setting("initializationOptions", .anything, "What it is told when it begins."),
        Setting("settings", .anything, "What it is answered when it asks for its settings."),
      ])), default: [:], inProject: .userOnly,
    "Language servers, by names of your choice, whose completions are shown among the others.")

  /// The servers that settings name.
  package static func all(in settings: EffectiveSettings) -> [LanguageServerSettings] {
    (settings["servers"]?.objectValue ?? [:]).sorted { $0.key < $1.key }.compactMap { name, own in
      let command = own["command"]?.arrayValue?.compactMap(\.stringValue) ?? []
      guard !command.isEmpty else { return nil }
      let languages = own["languages"]?.arrayValue.map { Set($0.compactMap(\.stringValue)) }
      var server = LanguageServerSettings(name: name, command: command, languages: languages)
      server.initializationOptions = own["initializationOptions"] ?? .null
      server.settings = own["settings"] ?? .null
      return server
    }
  }
}
