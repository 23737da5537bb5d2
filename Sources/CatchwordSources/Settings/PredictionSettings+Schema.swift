import CatchwordRPC
public import CatchwordSettings

extension PredictionSettings {
  /// What the settings are.
  static let schema = Setting(
    "prediction",
    .group([
      Setting(
        "enabled", .flag, default: true, inProject: .only(false),
        "Learn from the files that the source \"workspace\" reads, in memory, what is likely to come next."),
      Setting(
        "maximumTokens", .number(0...PredictionSettings.mostTokens, unit: "number"), default: 4_000_000,
        inProject: .refused,
        "Learn from so many words and marks of them, the files near the open documents first; each takes some 14 bytes."
      ),
    ]), "What is predicted from the words before the cursor.")

  /// Takes over the settings that concern prediction.
  public init(_ settings: EffectiveSettings) {
    self.init()
    let own = settings["prediction"] ?? [:]
    isEnabled = own["enabled"]?.boolValue ?? isEnabled
    maximumTokens = own["maximumTokens"]?.intValue ?? maximumTokens
  }
}
