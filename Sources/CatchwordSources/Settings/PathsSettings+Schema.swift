import CatchwordRPC
import CatchwordSettings

extension PathsSettings {
  /// What the settings are.
  static let schema = Setting(
    "paths",
    .group([
      Setting("enabled", .flag, default: true, inProject: .only(false), "Offer the names of files and folders."),
      Setting(
        "roots", .list(.choice(Root.allCases.map(\.rawValue))),
        default: .array(Root.allCases.map { .string($0.rawValue) }), inProject: .narrow,
        "What a path may begin from: the file's folder, the workspace's, home folders, variables, / and the aliases."),
      Setting(
        "aliases", .map(.workspacePath), default: [:], inProject: .add,
        "Beginnings of paths that stand for a folder: {\"@\": \"src\"}."),
      Setting("trailingSlash", .flag, default: false, "Insert folders with a slash behind them."),
      Setting("respectsGitignore", .flag, default: false, "Leave out what .gitignore names."),
      Setting("showsHidden", .flag, default: false, "Offer what begins with a dot although no dot was typed."),
      Setting(
        "maximumEntries", .number(1...1_000_000, unit: "number"), default: 200_000,
        "The most entries of one folder that are read."),
    ]), "The source \"paths\".")

  /// Takes over the settings that concern paths.
  init(_ settings: EffectiveSettings) {
    self.init()
    let own = settings["paths"] ?? [:]
    isEnabled = own["enabled"]?.boolValue ?? isEnabled
    if let names = own["roots"]?.arrayValue { roots = Set(names.compactMap { $0.stringValue.flatMap(Root.init) }) }
    aliases = own["aliases"]?.objectValue?.compactMapValues(\.stringValue) ?? [:]
    trailingSlash = own["trailingSlash"]?.boolValue ?? trailingSlash
    respectsGitignore = own["respectsGitignore"]?.boolValue ?? respectsGitignore
    showsHidden = own["showsHidden"]?.boolValue ?? showsHidden
    maximumEntries = own["maximumEntries"]?.intValue ?? maximumEntries
  }
}
