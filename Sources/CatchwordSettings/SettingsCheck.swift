import CatchwordRPC

/// A check of one layer against the schema: valid parts are kept, invalid ones are reported and left out.
struct SettingsCheck {
  private let origin: SettingsLayer.Origin
  private let resolver: PathResolver
  private let isProject: Bool
  private var named: [SettingsProblem] = []
  /// The number of mistakes beyond those that are reported.
  private var unnamed = 0

  /// The maximum number of reported mistakes in a layer; a file with more is probably not meant as settings.
  static let maximumProblems = 100

  /// The maximum number of files or folders in one setting of a project's file.
  static let maximumProjectPaths = 100
  /// The maximum number of files or folders in one setting of another layer.
  static let maximumPaths = 1000
  /// The maximum length of a path in bytes, as in operating systems; resolving a longer one would be slow.
  private static let maximumPathLength = 4096
  /// The maximum number of elements of a list, or names of an object.
  static let maximumElements = 20_000

  /// The paths that were found, absolute.
  private(set) var paths: Set<String> = []
  /// The layer's folder without links, once it is needed.
  private var canonicalFolder: String?

  /// The reported mistakes, and the number of further ones.
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
  /// - Returns: The valid settings in it; nil when a required one is missing or the value is no object.
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
      if case .userOnly = setting.inProject, isProject, let off = turnedOff(value, setting.kind, at: path) {
        right[name] = off
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
      // An invalid value is reported already.
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

  /// Returns the groups that a project does not want; what else it says of groups is reported, and left out.
  ///
  /// - Returns: Nil when it turns none off.
  private mutating func turnedOff(
    _ value: JSONValue, _ kind: SettingKind, at path: [SettingsProblem.Step]
  ) -> JSONValue? {
    guard case .map(.group(let settings)) = kind, settings.contains(where: { $0.name == "enabled" }),
      let groups = value.objectValue, groups.values.contains(where: { $0["enabled"] == false })
    else { return nil }
    for name in groups.keys.sorted() where groups[name] != ["enabled": false] {
      let path = path + [.name(name)]
      complain(
        SettingsProblem(
          path: path,
          message:
            "A project's file can only turn \"\(SettingsProblem.name(of: path))\" off, by {\"enabled\": false}; write "
            + "the rest in your own config.json. It is ignored.", origin: origin))
    }
    return .object(groups.filter { $0.value["enabled"] == false }.mapValues { _ in ["enabled": false] })
  }

  /// Returns the names to check: all known ones, and as many unknown ones as are reported, sorted.
  private mutating func names(in fields: [String: JSONValue], known: Set<String>) -> [String] {
    let unknown = fields.keys.lazy.filter { $0 != "$schema" && !known.contains($0) }
    let named = unknown.smallest(SettingsCheck.maximumProblems)
    unnamed +=
      fields.count - (fields["$schema"] == nil ? 0 : 1) - fields.keys.count(where: known.contains) - named.count
    return (known.filter { fields[$0] != nil } + named).sorted()
  }

  /// Returns the kind of layer that may not set a setting; nil when this layer may.
  private func refusal(of setting: Setting) -> String? {
    switch (setting.inProject, origin) {
    case (.refused, .project), (.userOnly, .project): "A project's file"
    case (.userOnly, .initialization), (.userOnly, .client): "An editor"
    default: nil
    }
  }

  /// Checks a value; invalid parts are left out.
  private mutating func check(_ value: JSONValue, _ kind: SettingKind, at path: [SettingsProblem.Step]) -> JSONValue? {
    switch (kind, value) {
    case (.anything, _), (.flag, .bool): return value
    case (.number(let range, unit: _), .number) where value.intValue.map(range.contains) ?? false: return value
    case (.real(let range), .number) where value.doubleValue.map(range.contains) ?? false: return value
    case (.choice(let names), .string(let name)) where names.contains(name): return value
    case (.text, .string(let text)) where !text.isEmpty: return value
    case (.path, .string(let text)) where !text.isEmpty && !text.utf8.contains(0): return resolved(text, at: path)
    case (.workspacePath, .string(let text)) where !text.isEmpty && !text.utf8.contains(0):
      // The user's file applies to every folder, so it has no base for relative paths.
      if case .user = origin { return isTooLong(text, at: path) ? nil : .string(resolver.withHome(text)) }
      return resolved(text, at: path)
    case (.list(let kind), .array(let elements)):
      let limit = limit(for: kind)
      if elements.count > limit { complain(path, count: elements.count, limit) }
      let right = elements.prefix(limit).enumerated().compactMap { check($1, kind, at: path + [.index($0)]) }
      // A list of invalid elements only counts as absent, not as an empty list.
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

  /// Checks a value that may be of two kinds, by the kind whose shape it has.
  private mutating func check(
    _ value: JSONValue, _ kind: SettingKind, either: SettingKind, at path: [SettingsProblem.Step]
  ) -> JSONValue? {
    guard SettingsCheck.fits(value, kind) else {
      complain(path, value, either.expectation)
      return nil
    }
    return check(value, kind, at: path)
  }

  /// True when a value has the JSON type of a kind, whatever its content.
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

  /// Reports a path that is too long, and returns true for it.
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

  /// True when a path is in the layer's folder now, with links resolved; it is checked again when it is opened.
  private mutating func isConfined(_ path: String) -> Bool {
    canonicalFolder = canonicalFolder ?? resolver.canonicalFolder
    guard let folder = canonicalFolder, let path = PathResolver.canonical(path) else { return false }
    return PathResolver.contains(path, in: folder)
  }

  /// Returns the maximum number of elements or names: a file lookup costs more than comparing a word.
  private func limit(for kind: SettingKind) -> Int {
    guard kind.holdsPath else { return SettingsCheck.maximumElements }
    return isProject ? SettingsCheck.maximumProjectPaths : SettingsCheck.maximumPaths
  }

  private mutating func unknown(_ name: String, among known: [String], at path: [SettingsProblem.Step]) {
    // The search for the nearest name is slow, and a problem that is not reported needs none.
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
    let subject = name.isEmpty ? "The configuration" : "The setting \"\(name)\""
    complain(
      SettingsProblem(
        path: path,
        message: "\(subject) is \(SettingsProblem.shown(value)); it must be \(expected). It is ignored.",
        origin: origin))
  }
}
