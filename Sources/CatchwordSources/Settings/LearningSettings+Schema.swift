import CatchwordRPC
public import CatchwordSettings

extension LearningSettings {
  /// What the settings are.
  static let schema = Setting(
    "learning", .flag, default: true, inProject: .only(false),
    "Remember which words are accepted, on this machine, and offer them earlier. catchword forget takes it back.")

  /// Takes over the settings that concern learning.
  public init(_ settings: EffectiveSettings) { self.init(isEnabled: settings["learning"]?.boolValue ?? true) }
}
