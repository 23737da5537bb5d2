public import CatchwordRPC

/// One setting: its name, what it means, what it may be, and who may set it.
///
/// The settings of all parts together are the one schema: what is read, checked, explained and printed follows from it.
public struct Setting: Sendable {
  /// Its name, unique among its neighbours.
  public let name: String
  /// What it means, in a sentence or two.
  public let summary: String
  /// What it may be.
  public let kind: SettingKind
  /// What counts when nobody sets it; nil when there is nothing to count.
  public let defaultValue: JSONValue?
  /// What a project's own file may do with it.
  public let inProject: ProjectRule
  /// True when it may be set for single languages too.
  public let isPerLanguage: Bool
  /// True when what it is part of is nothing without it.
  public let isRequired: Bool

  /// Describes a setting.
  public init(
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

/// What a setting may be.
public indirect enum SettingKind: Sendable {
  /// `true` or `false`.
  case flag
  /// A whole number in a range, of a unit such as "milliseconds"; the unit "number" has none.
  case number(ClosedRange<Int>, unit: String)
  /// A number in a range.
  case real(ClosedRange<Double>)
  /// One of some words.
  case choice([String])
  /// A text, with what it stands for: "a name".
  case text(String)
  /// The path of a file or folder: absolute, from the home folder with `~/`, or relative to the file that says it.
  case path
  /// The same, but what is relative in the user's own file is relative to the folder that is open.
  case workspacePath
  /// Any number of something.
  case list(SettingKind)
  /// Something under any names.
  case map(SettingKind)
  /// Settings of their own.
  case group([Setting])
  /// The first of these that fits.
  case either(SettingKind, SettingKind)
  /// Anything, for somebody else to understand.
  case anything
}

/// What the file `.catchword.json` in a project may do with a setting: whoever opens a project has not read it.
public enum ProjectRule: Sendable {
  /// Set it.
  case free
  /// Add to it; the paths must lie in the project.
  case add
  /// Make it this, and nothing else.
  case only(JSONValue)
  /// Take from it.
  case narrow
  /// Nothing.
  case refused
  /// Nothing, and no editor may either, whose settings can come with a project: it counts in the user's own file alone.
  case userOnly
}

extension SettingKind {
  /// What is expected, as it goes on after "it must be".
  public var expectation: String {
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

  /// True for a path, and for a group with one in it.
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
