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
  static let summary = "Ghost text: how the line goes on, shown behind the cursor until it is accepted."
  static let isPerLanguage = true
  static let fields: [SettingField<GhostTextSettings>] = [
    .flag(
      "enabled", \.isEnabled, inProject: .only(false),
      "How the line goes on is shown in the text itself, where the editor can do that."),
    .real(
      "confidence", \.confidence, 0...1,
      "How certain all of it must be to be shown while you type; half of it will do when you ask."),
  ]
}
