package import CatchwordRPC

/// A group of settings under a name of the user's choice, such as a program's. Only the user's own file may have them.
package protocol NamedSettingsGroup: SettingsGroup {
  /// The name that the user has chosen.
  var name: String { get set }

  /// Returns why a group cannot be used, in a sentence; nil for one that can.
  static func refusal(of name: String, _ value: JSONValue) -> String?
}

extension NamedSettingsGroup {
  /// The declaration of all groups in the schema.
  package static var schema: Setting {
    Setting(key, .map(.group(fields.map(\.setting))), default: [:], inProject: .userOnly, summary)
  }

  /// Returns the groups that can be used, sorted by name.
  package static func all(in settings: EffectiveSettings) -> [Self] {
    values(in: settings).compactMap { name, value in
      guard refusal(of: name, value) == nil else { return nil }
      var group = Self(value, of: settings)
      group.name = name
      return group
    }
  }

  /// Returns the problems of the other groups, which are left out.
  package static func problems(in settings: EffectiveSettings) -> [SettingsProblem] {
    values(in: settings).compactMap { name, value in
      refusal(of: name, value).map { reason in
        let origins = settings.origins.first { $0.key.hasPrefix("\(key).\(name).") }?.value
        return SettingsProblem(
          path: [.name(key), .name(name)], message: "\(reason) It is ignored.", origin: origins?.last ?? .client)
      }
    }
  }

  private static func values(in settings: EffectiveSettings) -> [(key: String, value: JSONValue)] {
    (settings[key]?.objectValue ?? [:]).sorted { $0.key < $1.key }
  }
}
