import CatchwordRPC
import CatchwordSettings

/// Whether completions are shown in the text itself, and which.
struct GhostTextSettings: Equatable, Sendable {
  /// Anything is shown.
  var isEnabled = true
  /// How certain all of it must be, from 0 to 1.
  var confidence = 0.5

  /// Where a language is quiet, it must be at least so certain.
  static let quietConfidence = 0.7

  init() {}

  /// Reads the settings for a language, or for all that have none of their own.
  ///
  /// - Parameter outer: What counts where the language leaves something open.
  init(_ settings: JSONValue, outer: GhostTextSettings = GhostTextSettings()) {
    let own = settings["ghostText"]
    isEnabled = own?["enabled"]?.boolValue ?? outer.isEnabled
    confidence = own?["confidence"]?.doubleValue ?? outer.confidence
  }

  /// The same, where only what is almost certainly wanted is offered.
  func kept(quiet isQuiet: Bool) -> GhostTextSettings {
    var kept = self
    if isQuiet { kept.confidence = max(confidence, GhostTextSettings.quietConfidence) }
    return kept
  }

  static let schema = Setting(
    "ghostText",
    .group([
      Setting(
        "enabled", .flag, default: .bool(GhostTextSettings().isEnabled), inProject: .only(false),
        "How the line goes on is shown in the text itself, where the editor can do that."),
      Setting(
        "confidence", .real(0...1), default: .number("0.5"),
        "How certain all of it must be to be shown while you type; half of it will do when you ask."),
    ]), perLanguage: true, "Ghost text: how the line goes on, shown behind the cursor until it is accepted.")
}
