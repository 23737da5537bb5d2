package import CatchwordRPC
package import CatchwordSettings

extension CommandSettings: NamedSettingsGroup {
  package static let key = "commands"
  package static let summary =
    "Programs that offer completions, by their names: see protocol/external-sources.md."
  package static let fields: [SettingField<CommandSettings>] = [
    SettingField(
      Setting(
        "command", .list(.text("a text")), isRequired: true, "The program and its arguments; no shell is asked."),
      \.command
    ) { $0.arrayValue?.compactMap(\.stringValue) },
    .flag("enabled", \.isEnabled, "Ask it."),
    SettingField(
      Setting("environment", .map(.text("a text")), "Variables of its environment, beside the server's."), \.environment
    ) { $0.objectValue?.compactMapValues(\.stringValue) },
    SettingField(Setting("folder", .path, "Its working folder."), \.folder) { .some($0.stringValue) },
    .choice("mode", \.mode, "Whether it is started for each question, or once."),
    .choice("format", \.format, "How it answers."),
    SettingField(
      Setting("languages", .list(.text("the name of a language")), "The languages in which it is asked."), \.languages
    ) { value in value.arrayValue.map { Set($0.compactMap(\.stringValue)) } },
    SettingField(
      Setting("triggers", .text("some characters"), "Characters after which it is asked although no word has begun."),
      \.triggers
    ) { $0.stringValue.map { Set($0) } },
    .number("minimumLength", \.minimumLength, 0...20, "How many characters must be typed before it is asked."),
    SettingField(
      Setting(
        "delay", .number(0...10_000, unit: "milliseconds"), "How long to wait before it is asked again in one word."),
      \.delay
    ) { value in value.intValue.map { .milliseconds($0) } },
    SettingField(
      Setting(
        "deadline", .number(10...600_000, unit: "milliseconds"), default: 1000,
        "After how long its answer is given up."), \.deadline
    ) { $0.intValue.map { .milliseconds($0) } },
    .flag(
      "dependsOnlyOnAnchor", \.dependsOnlyOnAnchor,
      "Its answer does not depend on what of the word has been typed: ask it once a word."),
    .real("priority", \.priority, -1...1, "Which of two equally good words comes first: the one with more."),
  ]

  package init() { self.init(name: "", command: []) }

  /// The names of the other sources, which no program may have.
  private static let takenNames: Set = [
    "words", "workspace", "lists", "paths", "snippets", "symbols", "tags", "server", "prediction",
  ]

  package static func refusal(of name: String, _ own: JSONValue) -> String? {
    if takenNames.contains(name) {
      return "The command \"\(name)\" has the name of another source; give it one of its own."
    }
    if !SourceName.canBeShown(name) {
      return
        "The command \"\(SourceName.inMessage(name))\" has no name that can be shown; write one without spaces, of at most "
        + "\(SourceName.maximumLength) characters."
    }
    if own["command"]?.arrayValue?.isEmpty ?? true {
      return "The command \"\(name)\" names no program; write \"command\": [\"program\", \"argument\"]."
    }
    return nil
  }
}
