import CatchwordRPC

/// Holds one layer against the schema: what is right is kept, what is wrong is named and left out.
struct SettingsCheck {
  private let origin: SettingsLayer.Origin
  private let resolver: PathResolver
  private let isProject: Bool
  private var named: [SettingsProblem] = []
  /// The mistakes that are not named, since there are too many.
  private var unnamed = 0

  /// Of so many mistakes in a layer no more are named: who makes more of them means something else by the file.
  static let maximumProblems = 100

  /// In a project's file, so many files or folders count in one setting.
  static let maximumProjectPaths = 100
  /// In any other, so many.
  static let maximumPaths = 1000
  /// A longer path is none that a system opens, in bytes; to look where it leads would take long.
  private static let maximumPathLength = 4096
  /// So many elements of any list, or names of an object, count.
  static let maximumElements = 20_000

  /// The paths that were found, absolute.
  private(set) var paths: Set<String> = []
  /// The layer's folder without links, once it is needed.
  private var canonicalFolder: String?

  /// What is wrong, and how much more there is.
  var problems: [SettingsProblem] {
    if unnamed == 0 { return named }
    let more = "There \(unnamed == 1 ? "is 1 more mistake" : "are \(unnamed) more mistakes") in the settings."
    return named + [SettingsProblem(path: [], message: more, origin: origin)]
  }

  init(_ layer: SettingsLayer, resolver: PathResolver) {
    origin = layer.origin
    isProject = layer.isProject
    self.resolver = resolver
  }

  /// Checks an object against settings.
  ///
  /// - Returns: The settings in it that are right.
  mutating func group(_ value: JSONValue, _ settings: [Setting], at path: [SettingsProblem.Step] = []) -> JSONValue? {
    guard case .object(let fields) = value else {
      complain(path, value, "an object of settings")
      return nil
    }
    var right: [String: JSONValue] = [:]
    for name in names(in: fields, known: Set(settings.map(\.name))) {
      guard let value = fields[name] else { continue }
      let path = path + [.name(name)]
      guard let setting = settings.first(where: { $0.name == name }) else {
        unknown(name, among: settings.map(\.name), at: path)
        continue
      }
      if let who = refusal(of: setting) {
        complain(
          SettingsProblem(
            path: path,
            message: "\(who) cannot set \"\(SettingsProblem.name(of: path))\"; "
              + "write it in your own config.json. It is ignored.",
            origin: origin))
        continue
      }
      right[name] = check(value, setting.kind, at: path)
    }
    for setting in settings where setting.isRequired && right[setting.name] == nil {
      // What is wrong with it has been said, if it is there.
      if fields[setting.name] == nil {
        complain(
          SettingsProblem(
            path: path,
            message: "\"\(SettingsProblem.name(of: path))\" has no \"\(setting.name)\"; it must be "
              + "\(setting.kind.expectation). It is ignored.", origin: origin))
      }
      return nil
    }
    return .object(right)
  }

  /// The names to look at: those that are known, and as many others as are named, in their order.
  private mutating func names(in fields: [String: JSONValue], known: Set<String>) -> [String] {
    let unknown = fields.keys.lazy.filter { $0 != "$schema" && !known.contains($0) }
    let named = unknown.smallest(SettingsCheck.maximumProblems)
    unnamed +=
      fields.count - (fields["$schema"] == nil ? 0 : 1) - fields.keys.count(where: known.contains) - named.count
    return (known.filter { fields[$0] != nil } + named).sorted()
  }

  /// Who may not set a setting here; nil when it may be set.
  private func refusal(of setting: Setting) -> String? {
    switch (setting.inProject, origin) {
    case (.refused, .project), (.userOnly, .project): "A project's file"
    case (.userOnly, .initialization), (.userOnly, .client): "An editor"
    default: nil
    }
  }

  /// Checks a value; what is wrong within it is left out of it.
  private mutating func check(_ value: JSONValue, _ kind: SettingKind, at path: [SettingsProblem.Step]) -> JSONValue? {
    switch (kind, value) {
    case (.anything, _), (.flag, .bool): return value
    case (.number(let range, unit: _), .number) where value.intValue.map(range.contains) ?? false: return value
    case (.real(let range), .number) where value.doubleValue.map(range.contains) ?? false: return value
    case (.choice(let names), .string(let name)) where names.contains(name): return value
    case (.text, .string(let text)) where !text.isEmpty: return value
    case (.path, .string(let text)) where !text.isEmpty && !text.utf8.contains(0): return resolved(text, at: path)
    case (.workspacePath, .string(let text)) where !text.isEmpty && !text.utf8.contains(0):
      // The user's file is for every folder, and knows none.
      if case .user = origin { return isTooLong(text, at: path) ? nil : .string(resolver.withHome(text)) }
      return resolved(text, at: path)
    case (.list(let kind), .array(let elements)):
      let limit = limit(for: kind)
      if elements.count > limit { complain(path, count: elements.count, limit) }
      let right = elements.prefix(limit).enumerated().compactMap { check($1, kind, at: path + [.index($0)]) }
      // A list of mistakes says nothing, which is something else than nothing in a list.
      return right.isEmpty && !elements.isEmpty ? nil : .array(right)
    case (.map(let kind), .object(let fields)):
      let names = fields.keys.smallest(limit(for: kind))
      if fields.count > names.count, let last = names.last {
        complain(path, count: fields.count, names.count, until: last)
      }
      let checked = names.map { ($0, check(fields[$0] ?? .null, kind, at: path + [.name($0)])) }
      return .object(Dictionary(uniqueKeysWithValues: checked).compactMapValues(\.self))
    case (.group(let settings), .object): return group(value, settings, at: path)
    case (.either(let first, let second), _):
      return check(value, SettingsCheck.fits(value, second) ? second : first, either: kind, at: path)
    default:
      complain(path, value, kind.expectation)
      return nil
    }
  }

  /// Checks a value that may be one of two things, as the one it looks like.
  private mutating func check(
    _ value: JSONValue, _ kind: SettingKind, either: SettingKind, at path: [SettingsProblem.Step]
  ) -> JSONValue? {
    guard SettingsCheck.fits(value, kind) else {
      complain(path, value, either.expectation)
      return nil
    }
    return check(value, kind, at: path)
  }

  /// True when a value is of the shape that is expected, whatever is in it.
  private static func fits(_ value: JSONValue, _ kind: SettingKind) -> Bool {
    switch (kind, value) {
    case (.flag, .bool), (.number, .number), (.real, .number), (.choice, .string), (.text, .string), (.path, .string),
      (.workspacePath, .string),
      (.list, .array),
      (.map, .object), (.group, .object), (.anything, _):
      true
    case (.either(let first, let second), _): fits(value, first) || fits(value, second)
    default: false
    }
  }

  private mutating func resolved(_ text: String, at path: [SettingsProblem.Step]) -> JSONValue? {
    if isTooLong(text, at: path) { return nil }
    let absolute = resolver.absolute(text)
    if isProject, !isConfined(absolute) {
      complain(
        SettingsProblem(
          path: path,
          message: "The path \"\(text)\" leads out of the project; a project's file can name only files inside it. "
            + "It is ignored.",
          origin: origin))
      return nil
    }
    paths.insert(absolute)
    return .string(absolute)
  }

  /// True for a path that is too long, which is said.
  private mutating func isTooLong(_ text: String, at path: [SettingsProblem.Step]) -> Bool {
    guard text.utf8.count > SettingsCheck.maximumPathLength else { return false }
    complain(
      SettingsProblem(
        path: path,
        message: "The path \"\(SettingsProblem.name(of: path))\" has \(text.utf8.count) bytes; write one of at most "
          + "\(SettingsCheck.maximumPathLength). It is ignored.",
        origin: origin))
    return true
  }

  /// True when a path leads into the layer's folder now, also when links are followed; who opens it looks again.
  private mutating func isConfined(_ path: String) -> Bool {
    canonicalFolder = canonicalFolder ?? resolver.canonicalFolder
    guard let folder = canonicalFolder, let path = PathResolver.canonical(path) else { return false }
    return PathResolver.contains(path, in: folder)
  }

  /// How many elements of a list, or names of an object, count: looking at a file costs more than comparing a word.
  private func limit(for kind: SettingKind) -> Int {
    guard kind.holdsPath else { return SettingsCheck.maximumElements }
    return isProject ? SettingsCheck.maximumProjectPaths : SettingsCheck.maximumPaths
  }

  private mutating func unknown(_ name: String, among known: [String], at path: [SettingsProblem.Step]) {
    // To look for the nearest name takes long, and nobody would read it.
    let nearest = isFull ? nil : NearestName.of(name, among: known)
    let remedy =
      nearest.map { "did you mean \"\($0)\"?" }
      ?? "the settings here are \(SettingKind.list(of: known.map { "\"\($0)\"" }))."
    complain(
      SettingsProblem(
        path: path, message: "There is no setting \"\(SettingsProblem.name(of: path))\"; \(remedy)", origin: origin))
  }

  private var isFull: Bool { named.count >= SettingsCheck.maximumProblems }

  private mutating func complain(_ problem: SettingsProblem) {
    if isFull { unnamed += 1 } else { named.append(problem) }
  }

  private mutating func complain(_ path: [SettingsProblem.Step], count: Int, _ limit: Int, until last: String? = nil) {
    let whose = isProject ? "a project's file can name" : "there can be"
    complain(
      SettingsProblem(
        path: path,
        message: "The setting \"\(SettingsProblem.name(of: path))\" has \(count) elements; \(whose) \(limit), "
          + "so \(last.map { "those up to \"\($0)\"" } ?? "the first \(limit)") count.", origin: origin))
  }

  private mutating func complain(_ path: [SettingsProblem.Step], _ value: JSONValue, _ expected: String) {
    let name = SettingsProblem.name(of: path)
    let subject = name.isEmpty ? "What the settings are in" : "The setting \"\(name)\""
    complain(
      SettingsProblem(
        path: path,
        message: "\(subject) is \(SettingsProblem.shown(value)); it must be \(expected). It is ignored.",
        origin: origin))
  }
}
