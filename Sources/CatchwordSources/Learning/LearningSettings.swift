import CatchwordRPC
public import CatchwordSettings

/// The setting that decides whether the user's choices are remembered.
public struct LearningSettings: Equatable, Sendable {
  /// True to read and write what was accepted; when false, the file stays as it is. Bans apply in both cases.
  public var isEnabled: Bool

  /// Creates the settings; by default, choices are remembered.
  public init(isEnabled: Bool = true) { self.isEnabled = isEnabled }
}

extension LearningSettings {
  /// The declaration of the setting.
  static let schema = Setting(
    "learning", .flag, default: .bool(LearningSettings().isEnabled), inProject: .only(false),
    "Remember which words are accepted, on this machine, and offer them earlier. catchword forget takes it back.")

  /// Reads the setting.
  public init(_ settings: EffectiveSettings) {
    self.init()
    isEnabled = settings[LearningSettings.schema.name]?.boolValue ?? isEnabled
  }
}
