import CatchwordRPC
import CatchwordSettings

/// The settings of when a menu comes up by itself.
struct MenuSettings: Equatable, Sendable {
  /// What brings a menu up.
  enum Opening: String, CaseIterable, Sendable {
    /// Typing, trigger characters, and a request by hand.
    case typing
    /// Trigger characters, and a request by hand.
    case characters
    /// A request by hand.
    case hand
  }

  /// What brings a menu up.
  var opensBy = Opening.typing
  /// The pause in typing before a menu comes up by itself, in milliseconds; one that is there already is not delayed.
  var delay = 0

  init() {}
}

extension MenuSettings: SettingsGroup {
  static let key = "menu"
  static let summary = "When a menu comes up by itself, in editors that tell typing from a request by hand."
  static let isPerLanguage = true
  static let fields: [SettingField<MenuSettings>] = [
    .choice(
      "opensBy", \.opensBy,
      "What brings a menu up: typing, only trigger characters such as a slash (characters), or only a request by hand "
        + "(hand)."),
    .number(
      "delay", \.delay, 0...5000, unit: "milliseconds",
      "The pause in typing, in milliseconds, before a menu comes up by itself."),
  ]
}
