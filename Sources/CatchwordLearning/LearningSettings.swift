import CatchwordRPC
package import CatchwordSettings

/// The setting that decides whether the user's choices are remembered.
package struct LearningSettings: Equatable, Sendable {
  /// True to read and write what was accepted; when false, the file stays as it is. Bans apply in both cases.
  package var isEnabled: Bool

  /// Creates the settings; by default, choices are remembered.
  package init(isEnabled: Bool = true) { self.isEnabled = isEnabled }
}

extension LearningSettings {
  /// The declaration of the setting.
  package static let schema = Setting(
    "learning", .flag, default: .bool(LearningSettings().isEnabled), inProject: .only(false),
    "Remember the words that are accepted, on this machine, and offer them earlier; \"catchword forget\" erases them.")

  /// Reads the setting.
  package init(_ settings: EffectiveSettings) {
    self.init()
    isEnabled = settings[LearningSettings.schema.name]?.boolValue ?? isEnabled
  }
}
