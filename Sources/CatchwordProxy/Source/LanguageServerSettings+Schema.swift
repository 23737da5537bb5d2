import CatchwordRPC
package import CatchwordSettings
import CatchwordSources

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

  /// What is wrong with the servers that settings name; those are left out.
  package static func problems(in settings: EffectiveSettings) -> [SettingsProblem] {
    (settings["servers"]?.objectValue ?? [:]).sorted { $0.key < $1.key }.compactMap { name, own in
      refusal(of: name, own).map { reason in
        let origins = settings.origins.first { $0.key.hasPrefix("servers.\(name).") }?.value
        return SettingsProblem(
          path: [.name("servers"), .name(name)], message: "\(reason) It is ignored.", origin: origins?.last ?? .client)
      }
    }
  }

  /// Why a server is left out, in a sentence.
  private static func refusal(of name: String, _ own: JSONValue) -> String? {
    if !SourceName.canBeShown(name, allowsSpaces: true) {
      return "The server \"\(SourceName.inMessage(name))\" has no name that can be shown; write one of at most "
        + "\(SourceName.maximumLength) characters, without line breaks."
    }
    if own["command"]?.arrayValue?.isEmpty ?? true {
      return "The server \"\(name)\" names no program; write \"command\": [\"program\", \"argument\"]."
    }
    return nil
  }

  /// The servers that settings name.
  package static func all(in settings: EffectiveSettings) -> [LanguageServerSettings] {
    (settings["servers"]?.objectValue ?? [:]).sorted { $0.key < $1.key }.compactMap { name, own in
      guard refusal(of: name, own) == nil else { return nil }
      let command = own["command"]?.arrayValue?.compactMap(\.stringValue) ?? []
      let languages = own["languages"]?.arrayValue.map { Set($0.compactMap(\.stringValue)) }
      var server = LanguageServerSettings(name: name, command: command, languages: languages)
      server.initializationOptions = own["initializationOptions"] ?? .null
      server.settings = own["settings"] ?? .null
      return server
    }
  }
}
