package import CatchwordRPC

/// The settings of all layers, merged by the schema, with the origin of each.
package struct EffectiveSettings: Equatable, Sendable {
  /// The merged settings without the defaults of those that no layer has; every value conforms to the schema.
  package private(set) var value: JSONValue = [:]
  /// The origins of each setting that differs from its default, by its name: `languages.markdown.limit`.
  package private(set) var origins: [String: [SettingsLayer.Origin]] = [:]
  /// The problems of the layers.
  package private(set) var problems: [SettingsProblem] = []

  /// The merged settings without those of projects, for what is not part of one.
  package private(set) var valueOutsideProjects: JSONValue = [:]

  /// The project folder of each path that only a project names, by the path.
  private var projects: [String: String] = [:]

  /// Compares the merged settings, the problems and the projects of paths, but not the origins, which have no effect.
  package static func == (left: EffectiveSettings, right: EffectiveSettings) -> Bool {
    left.value == right.value && left.valueOutsideProjects == right.valueOutsideProjects
      && left.problems == right.problems && left.projects == right.projects
  }

  /// Merges layers; may block if one is a project's.
  ///
  /// - Parameters:
  ///   - layers: The settings; a later layer overrides an earlier one, and a project's is limited by the schema.
  ///   - schema: The descriptions of the settings.
  ///   - home: The user's home folder.
  ///   - workingFolder: The base of paths in layers without a folder of their own.
  package init(_ layers: [SettingsLayer], schema: [Setting], home: String, workingFolder: String) {
    self.init(
      layers.map { CheckedLayer($0, schema: schema, home: home, workingFolder: workingFolder) }, schema: schema)
  }

  /// Merges layers that were checked by the same schema; never blocks.
  ///
  /// - Parameters:
  ///   - layers: The settings; a later layer overrides an earlier one, and a project's is limited by the schema.
  ///   - schema: The descriptions of the settings; not made where no layer says anything, as at most starts.
  package init(_ layers: [CheckedLayer], schema: @autoclosure () -> [Setting]) {
    let schema = layers.contains { $0.content != nil } ? schema() : []
    var trusted: Set<String> = []
    for checked in layers {
      problems += checked.problems
      if checked.layer.isProject {
        for path in checked.paths { projects[path] = checked.folder }
      } else {
        trusted.formUnion(checked.paths)
      }
      guard let content = checked.content else { continue }
      value = overlay(value, content, schema, checked.layer, at: [], hasDefaults: true)
    }
    for path in trusted { projects[path] = nil }
    let own = layers.filter { !$0.layer.isProject }
    valueOutsideProjects = own.count == layers.count ? value : EffectiveSettings(own, schema: schema).value
  }

  /// Returns the folder of the project whose own file names a path; nil for a path that the user or the editor names.
  /// Whenever the path is opened, it must lie in the folder with all links resolved.
  package func project(ofPath path: String) -> String? { projects[path] }

  /// The value of a setting by name.
  package subscript(name: String) -> JSONValue? { value[name] }

  /// Returns the settings for one language: its own override those for all languages.
  package func settings(for languageID: String) -> JSONValue {
    guard case .object(var fields) = value else { return value }
    guard case .object(let own) = fields["languages"]?[languageID] ?? .null else { return value }
    for (name, value) in own {
      // In a group, each setting is overridden by itself.
      if case .object(let all)? = fields[name], case .object(let some) = value {
        fields[name] = .object(all.merging(some) { $1 })
      } else {
        fields[name] = value
      }
    }
    return .object(fields)
  }

  /// Returns settings with the defaults of those that are not among them.
  package static func withDefaults(_ value: JSONValue, _ schema: [Setting]) -> JSONValue {
    var fields = value.objectValue ?? [:]
    for setting in schema {
      if case .group(let settings) = setting.kind {
        fields[setting.name] = withDefaults(fields[setting.name] ?? [:], settings)
      } else {
        fields[setting.name] = fields[setting.name] ?? setting.defaultValue
      }
    }
    return .object(fields)
  }

  // MARK: Merging

  /// - Parameter hasDefaults: False within what has a name of the user's choice, or is for one language.
  private mutating func overlay(
    _ lower: JSONValue, _ upper: JSONValue, _ schema: [Setting], _ layer: SettingsLayer, at path: [String],
    hasDefaults: Bool
  ) -> JSONValue {
    guard case .object(var fields) = lower, case .object(let newer) = upper else { return upper }
    for (name, value) in newer {
      guard let setting = schema.first(where: { $0.name == name }) else { continue }
      let path = path + [name]
      switch setting.kind {
      case .group(let settings):
        fields[name] = overlay(fields[name] ?? [:], value, settings, layer, at: path, hasDefaults: hasDefaults)
      case .map(.group(let settings)):
        // The names of all layers are merged: two layers can each have settings for a language.
        var value = value
        if case .userOnly = setting.inProject, layer.isProject, case .object(let groups) = value {
          // What the user has not is not there to be turned off.
          value = .object(groups.filter { fields[name]?[$0.key] != nil })
        }
        fields[name] = merge(fields[name], value, settings, layer, at: path)
      default:
        // A setting that no layer has for a language starts from the one for all languages.
        let others = hasDefaults ? nil : self.value[name]
        let lower = fields[name] ?? (hasDefaults || setting.isPerLanguage ? others ?? setting.defaultValue : nil)
        guard let result = leaf(lower, value, setting, layer, at: path) else { continue }
        fields[name] = result
      }
    }
    return .object(fields)
  }

  private mutating func merge(
    _ lower: JSONValue?, _ upper: JSONValue, _ settings: [Setting], _ layer: SettingsLayer, at path: [String]
  ) -> JSONValue {
    guard case .object(let newer) = upper else { return upper }
    var fields = lower?.objectValue ?? [:]
    for (name, value) in newer {
      fields[name] = overlay(fields[name] ?? [:], value, settings, layer, at: path + [name], hasDefaults: false)
    }
    return .object(fields)
  }

  /// Returns the merged value of a single setting; nil when it does not change.
  private mutating func leaf(
    _ lower: JSONValue?, _ upper: JSONValue, _ setting: Setting, _ layer: SettingsLayer, at path: [String]
  ) -> JSONValue? {
    let name = path.joined(separator: ".")
    guard layer.isProject else {
      origins[name] = [layer.origin]
      return upper
    }
    switch (setting.inProject, lower, upper) {
    case (.free, _, _):
      origins[name] = [layer.origin]
      return upper
    case (.add, .array(let old)?, .array(let new)):
      origins[name, default: []].append(layer.origin)
      return .array(old + new.filter { !old.contains($0) })
    case (.add, .object(let old)?, .object(let new)):
      origins[name, default: []].append(layer.origin)
      return .object(old.merging(new) { old, _ in old })
    case (.add, nil, _):
      origins[name] = [layer.origin]
      return upper
    case (.narrow, .array(let old)?, .array(let new)):
      origins[name, default: []].append(layer.origin)
      return .array(old.filter(new.contains))
    case (.narrow, nil, _):
      origins[name] = [layer.origin]
      return upper
    case (.only(let allowed), _, _) where upper == allowed:
      origins[name] = [layer.origin]
      return upper
    case (.only(let allowed), _, _) where lower != upper:
      problems.append(
        SettingsProblem(
          path: path.map { .name($0) },
          message: "A project's file can set \"\(name)\" only to \(allowed.json). It is ignored.", origin: layer.origin)
      )
      return nil
    default: return nil
    }
  }
}

extension EffectiveSettings {
  /// The settings that name sources: in a list, or as keys.
  private static let namingSources = ["sources", "minimumLengths", "priorities"]

  /// Returns the problems of source names, for all languages and for single ones, and a count of further ones.
  ///
  /// - Parameter known: The names of the existing sources.
  package func unknownSources(known: [String]) -> [SettingsProblem] {
    var places = EffectiveSettings.namingSources.map { (path: [SettingsProblem.Step.name($0)], names: value[$0]) }
    for (language, own) in (value["languages"]?.objectValue ?? [:]).sorted(by: { $0.key < $1.key }) {
      places += EffectiveSettings.namingSources.map { ([.name("languages"), .name(language), .name($0)], own[$0]) }
    }
    let names = Set(known)
    var problems: [SettingsProblem] = []
    var unnamed = 0
    for place in places {
      let setting = SettingsProblem.name(of: place.path)
      let named = place.names?.arrayValue?.compactMap(\.stringValue) ?? place.names?.objectValue?.keys.sorted() ?? []
      for name in named where !names.contains(name) {
        guard problems.count < SettingsCheck.maximumProblems else {
          unnamed += 1
          continue
        }
        let remedy =
          NearestName.of(name, among: known).map { "did you mean \"\($0)\"?" }
          ?? "the sources are \(known.joined(separator: ", "))."
        problems.append(
          SettingsProblem(
            path: place.path, message: "There is no source \"\(name)\" for \"\(setting)\"; \(remedy)",
            origin: (origins[setting] ?? origins["\(setting).\(name)"])?.last ?? .client))
      }
    }
    if unnamed > 0, let origin = problems.last?.origin {
      let more = unnamed == 1 ? "is 1 more name" : "are \(unnamed) more names"
      problems.append(
        SettingsProblem(path: [], message: "There \(more) of sources that there are not.", origin: origin))
    }
    return problems
  }
}
