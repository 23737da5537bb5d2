package import CatchwordRPC
package import CatchwordSettings

extension CommandSettings: NamedSettingsGroup {
  package static let key = "commands"
  package static let summary =
    "Programs that offer completions, by names of your choice: see protocol/external-sources.md."
  package static let fields: [SettingField<CommandSettings>] = [
    SettingField(
      Setting(
        "command", .list(.text("a text")), isRequired: true, "The program and its arguments; no shell interprets them."),
      \.command
    ) { $0.arrayValue?.compactMap(\.stringValue) },
    .flag("enabled", \.isEnabled, "Use this program."),
    .flag("inline", \.isInline, "Ask it for ghost text, and not for words."),
    SettingField(
      Setting("environment", .map(.text("a text")), "Environment variables for it, in addition to the server's own."),
      \.environment
    ) { $0.objectValue?.compactMapValues(\.stringValue) },
    .path("folder", \.folder, "Its working folder."),
    .choice("mode", \.mode, "Start it for each request, or once."),
    .choice("format", \.format, "The format of its answers."),
    .languages(\.languages, "The languages in which it is asked."),
    SettingField(
      Setting(
        "triggers", .text("some characters"), "The characters after which it is asked although no word has begun."),
      \.triggers
    ) { $0.stringValue.map { Set($0) } },
    .number("minimumLength", \.minimumLength, 0...20, "The minimum number of typed characters before it is asked."),
    SettingField(
      Setting(
        "delay", .number(0...10_000, unit: "milliseconds"),
        "The delay before it is asked again in a word, or for ghost text."),
      \.delay
    ) { value in value.intValue.map { .milliseconds($0) } },
    SettingField(
      Setting(
        "deadline", .number(10...600_000, unit: "milliseconds"), default: 1000,
        "The time after which its answer is no longer waited for."), \.deadline
    ) { $0.intValue.map { .milliseconds($0) } },
    .flag(
      "dependsOnlyOnAnchor", \.dependsOnlyOnAnchor,
      "Ask it once for each word: its answer does not depend on how much of the word has been typed."),
    .real(
      "priority", \.priority, -1...1, "The priority among equally good words: those with the higher one come first."),
  ]

  package init() { self.init(name: "", command: []) }

  package static func refusal(of name: String, _ own: JSONValue) -> String? {
    if let refusal = SourceName.refusal(of: name, as: "The command") { return refusal }
    if own["command"]?.arrayValue?.isEmpty ?? true {
      return "The command \"\(name)\" names no program; write \"command\": [\"program\", \"argument\"]."
    }
    return nil
  }
}
