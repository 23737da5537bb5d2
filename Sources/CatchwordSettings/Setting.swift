package import CatchwordRPC

/// The description of a setting: its name, meaning, kind and permissions.
///
/// The settings of all parts form one schema, by which settings are read, checked, explained and printed.
package struct Setting: Sendable {
  /// The name, unique within its group.
  package let name: String
  /// The meaning, in a sentence or two.
  package let summary: String
  /// The kind of its values.
  package let kind: SettingKind
  /// The value when no layer sets it; nil for none.
  package let defaultValue: JSONValue?
  /// The permission of a project's own file.
  package let inProject: ProjectRule
  /// True when it may be set for single languages too.
  package let isPerLanguage: Bool
  /// True when its group is not valid without it.
  package let isRequired: Bool

  /// Describes a setting.
  package init(
    _ name: String, _ kind: SettingKind, default defaultValue: JSONValue? = nil, inProject: ProjectRule = .free,
    perLanguage isPerLanguage: Bool = false, isRequired: Bool = false, _ summary: String
  ) {
    self.isRequired = isRequired
    self.name = name
    self.summary = summary
    self.kind = kind
    self.defaultValue = defaultValue
    self.inProject = inProject
    self.isPerLanguage = isPerLanguage
  }
}

/// The kind of a setting's values.
package indirect enum SettingKind: Sendable {
  /// `true` or `false`.
  case flag
  /// A whole number in a range, of a unit such as "milliseconds"; the unit "number" has none.
  case number(ClosedRange<Int>, unit: String)
  /// A number in a range.
  case real(ClosedRange<Double>)
  /// One of some words.
  case choice([String])
  /// A text, with its meaning: "a name".
  case text(String)
  /// The path of a file or folder: absolute, from the home folder with `~/`, or relative to the file that has it.
  case path
  /// Such a path, but a relative one in the user's own file is relative to the open folder.
  case workspacePath
  /// An array of values of one kind.
  case list(SettingKind)
  /// An object of values of one kind, under any names.
  case map(SettingKind)
  /// An object of settings.
  case group([Setting])
  /// A value of either kind; a value that fits both is checked by the second.
  case either(SettingKind, SettingKind)
  /// Any value, for another program to interpret.
  case anything
}

/// The permission of the file `.catchword.json` in a project, which the user who opens the project has not read.
package enum ProjectRule: Sendable {
  /// It may set the value.
  case free
  /// It may add elements; the paths must lie in the project.
  case add
  /// It may set only this value.
  case only(JSONValue)
  /// It may remove elements.
  case narrow
  /// It may not set the value.
  case refused
  /// Only the user's own file may set the value: an editor's settings can come with a project, too. Of groups with names, a
  /// project may turn off those that the user has.
  case userOnly
}

extension SettingKind {
  /// The expected value, as a phrase after "it must be".
  package var expectation: String {
    switch self {
    case .flag: "true or false"
    case .number(let range, unit: let unit):
      "\(unit == "number" ? "a number" : unit) from \(range.lowerBound) to \(range.upperBound)"
    case .real(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .choice(let names): SettingKind.either(of: names.map { "\"\($0)\"" })
    case .text(let meaning): meaning
    case .path, .workspacePath: "a path"
    case .list(let element): "an array, each element \(element.expectation)"
    case .map(let value): "an object, each value \(value.expectation)"
    case .group(let settings): "an object with \(SettingKind.list(of: settings.map { "\"\($0.name)\"" }))"
    case .either(let first, let second): "\(first.expectation), or \(second.expectation)"
    case .anything: "anything"
    }
  }

  /// True for a path, and for a group that contains one.
  var holdsPath: Bool {
    switch self {
    case .path, .workspacePath: true
    case .group(let settings): settings.contains(where: \.kind.holdsPath)
    case .either(let first, let second): first.holdsPath || second.holdsPath
    default: false
    }
  }

  static func either(of names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }

  static func list(of names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}
