package import CatchwordRPC

/// A group of settings that belong together, as a value of its own.
///
/// A setting is declared once, in `fields`: its name, kind, project rule and meaning, and the property that it sets,
/// whose initial value is its default.
package protocol SettingsGroup: Sendable {
  /// Creates the group with the default of every setting.
  init()
  /// The name of the group in the schema.
  static var key: String { get }
  /// The meaning of the group, in a sentence.
  static var summary: String { get }
  /// True when they may be set for single languages, too.
  static var isPerLanguage: Bool { get }
  /// The settings, each with its property.
  static var fields: [SettingField<Self>] { get }
  /// The declaration in the schema; that of one group, unless a protocol says otherwise.
  static var schema: Setting { get }
}

extension SettingsGroup {
  /// False: the group is for all languages alike.
  package static var isPerLanguage: Bool { false }

  /// The declaration of the group in the schema.
  package static var schema: Setting {
    Setting(key, .group(fields.map(\.setting)), perLanguage: isPerLanguage, summary)
  }

  /// Reads the group from the settings; a setting that is not set has its default.
  package init(_ settings: EffectiveSettings) { self.init(settings[Self.key], of: settings) }

  /// Reads the group from the settings of the user and of the editor, without those of projects.
  package init(outsideProjects settings: EffectiveSettings) {
    self.init(settings.valueOutsideProjects[Self.key], of: settings)
  }

  /// Reads the settings of a group.
  ///
  /// - Parameters:
  ///   - value: The group's settings, checked by the schema; nil where there are none.
  ///   - settings: All settings, which know the project that names a path.
  package init(_ value: JSONValue?, of settings: EffectiveSettings) {
    self.init()
    guard let value else { return }
    for field in Self.fields {
      if let own = value[field.setting.name] { field.read(own, settings, &self) }
    }
  }

  /// The settings with every number in its range, for values that no schema has checked.
  package var inRange: Self {
    var settings = self
    for field in Self.fields { field.clamp(&settings) }
    return settings
  }
}

/// A setting, and the property of a group that it sets.
package struct SettingField<Group: SettingsGroup>: Sendable {
  /// The setting.
  package let setting: Setting
  /// Sets the property to a value that the schema has checked.
  let read: @Sendable (JSONValue, EffectiveSettings, inout Group) -> Void
  /// Clamps the property to its range.
  let clamp: @Sendable (inout Group) -> Void

  /// Declares a setting with a custom read function.
  package init(
    _ setting: Setting, clamp: @escaping @Sendable (inout Group) -> Void = { _ in },
    read: @escaping @Sendable (JSONValue, EffectiveSettings, inout Group) -> Void
  ) {
    self.setting = setting
    self.read = read
    self.clamp = clamp
  }

  /// Declares a setting and the property that it sets.
  ///
  /// - Parameter value: Returns the value of the property; nil leaves it unchanged.
  package init<Value>(
    _ setting: Setting, _ property: any WritableKeyPath<Group, Value> & Sendable,
    clamp: @escaping @Sendable (inout Group) -> Void = { _ in }, _ value: @escaping @Sendable (JSONValue) -> Value?
  ) {
    self.init(setting, clamp: clamp) { json, _, group in
      if let value = value(json) { group[keyPath: property] = value }
    }
  }

  /// Declares a setting that is `true` or `false`.
  package static func flag(
    _ name: String, _ property: any WritableKeyPath<Group, Bool> & Sendable, inProject: ProjectRule = .free,
    _ summary: String
  ) -> Self {
    let initial = Group()[keyPath: property]
    return Self(Setting(name, .flag, default: .bool(initial), inProject: inProject, summary), property) { $0.boolValue }
  }

  /// Declares a whole number in a range, of a unit such as "bytes".
  package static func number(
    _ name: String, _ property: any WritableKeyPath<Group, Int> & Sendable, _ range: ClosedRange<Int>,
    unit: String = "number", inProject: ProjectRule = .free, _ summary: String
  ) -> Self {
    let initial = Group()[keyPath: property]
    let setting = Setting(
      name, .number(range, unit: unit), default: .int(initial), inProject: inProject, summary)
    let clamp: @Sendable (inout Group) -> Void = { group in
      group[keyPath: property] = min(max(group[keyPath: property], range.lowerBound), range.upperBound)
    }
    return Self(setting, property, clamp: clamp) { $0.intValue }
  }

  /// Declares a number in a range.
  package static func real(
    _ name: String, _ property: any WritableKeyPath<Group, Double> & Sendable, _ range: ClosedRange<Double>,
    _ summary: String
  ) -> Self {
    let initial = Group()[keyPath: property]
    // Written as a person would: 0 and not 0.0.
    let text = initial == initial.rounded() ? "\(Int(initial))" : "\(initial)"
    return Self(Setting(name, .real(range), default: .number(text), summary), property) { $0.doubleValue }
  }

  /// Declares a choice of one of the values of a type, by their names.
  package static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ property: any WritableKeyPath<Group, Value> & Sendable, _ summary: String
  ) -> Self {
    let initial = Group()[keyPath: property].rawValue
    let setting = Setting(name, .choice(Value.allCases.map(\.rawValue)), default: .string(initial), summary)
    return Self(setting, property) { $0.stringValue.flatMap { Value(rawValue: $0) } }
  }

  /// Declares a list of values of a type, by their names.
  package static func choices<Value: RawRepresentable<String> & CaseIterable & Hashable & Sendable>(
    _ name: String, _ property: any WritableKeyPath<Group, Set<Value>> & Sendable, inProject: ProjectRule = .free,
    _ summary: String
  ) -> Self {
    let initial = Group()[keyPath: property]
    let setting = Setting(
      name, .list(.choice(Value.allCases.map(\.rawValue))),
      default: .array(Value.allCases.filter(initial.contains).map { .string($0.rawValue) }), inProject: inProject,
      summary)
    return Self(setting, property) { json in
      json.arrayValue.map { Set($0.compactMap { $0.stringValue.flatMap { Value(rawValue: $0) } }) }
    }
  }

  /// Declares a text; nil for none.
  ///
  /// - Parameter meaning: The meaning of the text: "a name".
  package static func text(
    _ name: String, _ property: any WritableKeyPath<Group, String?> & Sendable, meaning: String, _ summary: String
  ) -> Self {
    Self(Setting(name, .text(meaning), summary), property) { .some($0.stringValue) }
  }

  /// Declares a path, which is absolute once it has been read; nil for none.
  package static func path(
    _ name: String, _ property: any WritableKeyPath<Group, String?> & Sendable, _ summary: String
  ) -> Self {
    Self(Setting(name, .path, summary), property) { .some($0.stringValue) }
  }

  /// Declares a list of texts.
  ///
  /// - Parameter meaning: The meaning of each text: "a path".
  package static func texts(
    _ name: String, _ property: any WritableKeyPath<Group, [String]> & Sendable, each meaning: String,
    inProject: ProjectRule = .free, _ summary: String
  ) -> Self {
    let initial = Group()[keyPath: property]
    let setting = Setting(
      name, .list(.text(meaning)), default: .array(initial.map { .string($0) }), inProject: inProject, summary)
    return Self(setting, property) { $0.arrayValue?.compactMap(\.stringValue) }
  }

  /// Declares a list of languages, by their names; nil for all.
  package static func languages(
    _ property: any WritableKeyPath<Group, Set<String>?> & Sendable, _ summary: String
  ) -> Self {
    Self(Setting("languages", .list(.text("the name of a language")), summary), property) { value in
      value.arrayValue.map { Set($0.compactMap(\.stringValue)) }
    }
  }

  /// Declares a list of paths, which are absolute once they have been read.
  package static func paths(
    _ name: String, _ property: any WritableKeyPath<Group, [String]> & Sendable, inProject: ProjectRule = .free,
    _ summary: String
  ) -> Self {
    let initial = Group()[keyPath: property]
    let setting = Setting(
      name, .list(.path), default: .array(initial.map { .string($0) }), inProject: inProject, summary)
    return Self(setting, property) { $0.arrayValue?.compactMap(\.stringValue) }
  }
}
