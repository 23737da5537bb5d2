package import CatchwordRPC
package import CatchwordSettings
import CatchwordSources

extension LanguageServerSettings: NamedSettingsGroup {
  package static let key = "servers"
  /// The name by which settings choose all of them.
  package static let group = "server"
  package static let summary =
    "Language servers, by names of your choice, whose completions are shown among the others."
  package static let fields: [SettingField<LanguageServerSettings>] = [
    SettingField(
      Setting("command", .list(.text("a text")), isRequired: true, "The server's program and its arguments."), \.command
    ) { $0.arrayValue?.compactMap(\.stringValue) },
    .languages(\.languages, "The languages in which it is asked."),
    SettingField(
      Setting("initializationOptions", .anything, "The initializationOptions that it gets."), \.initializationOptions
    ) { $0 },
    SettingField(Setting("settings", .anything, "The settings that it gets when it asks for them."), \.settings) {
      $0
    },
  ]

  package init() { self.init(name: "", command: []) }

  package static func refusal(of name: String, _ own: JSONValue) -> String? {
    if !SourceName.canBeShown(name, allowsSpaces: true) {
      return "The server \"\(SourceName.inMessage(name))\" has no name that can be shown; write one of at most "
        + "\(SourceName.maximumLength) characters, without line breaks."
    }
    if name != group, let refusal = SourceName.refusalIfTaken(name, as: "The server") { return refusal }
    if own["command"]?.arrayValue?.isEmpty ?? true {
      return "The server \"\(name)\" names no program; write \"command\": [\"program\", \"argument\"]."
    }
    return nil
  }
}
