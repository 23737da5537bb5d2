import CatchwordRPC
package import CatchwordSettings

extension CommandSettings {
  /// What the settings are: programs by their names.
  static let schema = Setting(
    "commands",
    .map(
      .group([
        Setting(
          "command", .list(.text("a text")), isRequired: true,
          "The program and its arguments; no shell is asked."),
        Setting("enabled", .flag, default: true, "Ask it."),
        Setting("environment", .map(.text("a text")), "Variables of its environment, beside the server's."),
        Setting("folder", .path, "Its working folder."),
        Setting(
          "mode", .choice(Mode.allCases.map(\.rawValue)), default: .string(Mode.perRequest.rawValue),
          "Whether it is started for each question, or once."),
        Setting(
          "format", .choice(Format.allCases.map(\.rawValue)), default: .string(Format.lines.rawValue),
          "How it answers."),
        Setting("languages", .list(.text("the name of a language")), "The languages in which it is asked."),
        Setting("triggers", .text("some characters"), "Characters after which it is asked although no word has begun."),
        Setting(
          "minimumLength", .number(0...20, unit: "number"), default: 1,
          "How many characters must be typed before it is asked."),
        Setting(
          "delay", .number(0...10_000, unit: "milliseconds"), "How long to wait before it is asked again in one word."),
        Setting(
          "deadline", .number(10...600_000, unit: "milliseconds"), default: 1000,
          "After how long its answer is given up."),
        Setting(
          "dependsOnlyOnAnchor", .flag, default: false,
          "Its answer does not depend on what of the word has been typed: ask it once a word."),
        Setting(
          "priority", .real(-1...1), default: 0, "Which of two equally good words comes first: the one with more."),
      ])), default: [:], inProject: .userOnly,
    "Programs that offer completions, by their names: see protocol/external-sources.md.")

  /// Names that other sources have, so that no program can.
  private static let takenNames: Set = [
    "words", "workspace", "lists", "paths", "snippets", "symbols", "tags", "server", "prediction",
  ]

  /// What is wrong with the programs that settings name; those are left out.
  package static func problems(in settings: EffectiveSettings) -> [SettingsProblem] {
    (settings["commands"]?.objectValue ?? [:]).sorted { $0.key < $1.key }.compactMap { name, own in
      refusal(of: name, own).map { reason in
        let origins = settings.origins.first { $0.key.hasPrefix("commands.\(name).") }?.value
        return SettingsProblem(
          path: [.name("commands"), .name(name)], message: "\(reason) It is ignored.", origin: origins?.last ?? .client)
      }
    }
  }

  /// Why a program is left out, in a sentence.
  private static func refusal(of name: String, _ own: JSONValue) -> String? {
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

  /// The programs that settings name, by name.
  static func all(in settings: EffectiveSettings) -> [CommandSettings] {
    (settings["commands"]?.objectValue ?? [:]).sorted { $0.key < $1.key }.compactMap { name, own in
      guard refusal(of: name, own) == nil else { return nil }
      let command = own["command"]?.arrayValue?.compactMap(\.stringValue) ?? []
      var settings = CommandSettings(name: name, command: command)
      settings.isEnabled = own["enabled"]?.boolValue ?? true
      settings.environment = own["environment"]?.objectValue?.compactMapValues(\.stringValue) ?? [:]
      settings.folder = own["folder"]?.stringValue
      settings.mode = own["mode"]?.stringValue.flatMap(Mode.init) ?? settings.mode
      settings.format = own["format"]?.stringValue.flatMap(Format.init) ?? settings.format
      settings.languages = own["languages"]?.arrayValue.map { Set($0.compactMap(\.stringValue)) }
      settings.triggers = Set(own["triggers"]?.stringValue ?? "")
      settings.minimumLength = own["minimumLength"]?.intValue ?? settings.minimumLength
      settings.delay = own["delay"]?.intValue.map { .milliseconds($0) }
      settings.deadline = own["deadline"]?.intValue.map { .milliseconds($0) } ?? settings.deadline
      settings.dependsOnlyOnAnchor = own["dependsOnlyOnAnchor"]?.boolValue ?? false
      settings.priority = own["priority"]?.doubleValue ?? 0
      return settings
    }
  }
}
