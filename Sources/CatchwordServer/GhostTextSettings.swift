import CatchwordRPC
import CatchwordSettings

/// The settings of ghost text, the completions that are shown in the text itself.
struct GhostTextSettings: Equatable, Sendable {
  /// True when ghost text is shown.
  var isEnabled = true
  /// The minimum confidence of the whole text, from 0 to 1.
  var confidence = 0.5

  /// The minimum confidence in a quiet language.
  static let quietConfidence = 0.7

  init() {}

  /// Returns the settings with at least the confidence that a quiet language requires, if it is quiet.
  func kept(quiet isQuiet: Bool) -> GhostTextSettings {
    var kept = self
    if isQuiet { kept.confidence = max(confidence, GhostTextSettings.quietConfidence) }
    return kept
  }
}

extension GhostTextSettings: SettingsGroup {
  static let key = "ghostText"
  static let summary = "Ghost text: the predicted rest of the line, shown behind the cursor until it is accepted."
  static let isPerLanguage = true
  static let fields: [SettingField<GhostTextSettings>] = [
    .flag(
      "enabled", \.isEnabled, inProject: .only(false),
      "Show ghost text, in editors that can."),
    .real(
      "confidence", \.confidence, 0...1,
      "The minimum probability of the whole text to be shown while you type, from 0 to 1; a tenth of that on request."),
  ]
}
