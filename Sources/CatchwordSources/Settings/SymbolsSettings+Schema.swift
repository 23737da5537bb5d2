import CatchwordFiles
import CatchwordRPC
import CatchwordSettings

extension SymbolsSettings {
  private static let languages = SettingKind.list(.text("the name of a language, \"*\" or \"!\" before a name"))

  /// What the settings are.
  static let schema = Setting(
    "symbols",
    .group([
      Setting("enabled", .flag, default: true, inProject: .only(false), "Offer symbols by their names."),
      Setting(
        "latex", languages,
        "The languages in which \\alpha offers α; \"*\" for all, \"!\" before one that is not meant. "
          + "Without it, all but TeX."),
      Setting("emoji", languages, "The languages in which :smile: offers 😄. Without it, prose."),
      Setting("entities", languages, "The languages in which &alpha; offers α. Without it, markup."),
      Setting("digraphs", languages, default: [], "The languages in which two characters behind a leader offer one."),
      Setting(
        "digraphLeader", .text("one to eight characters"), default: "\\\\", "What digraphs are typed behind."),
      Setting("writesEntities", .flag, default: false, "Complete &alp to &alpha; and not to α."),
      Setting(
        "tables", .list(.path), default: [], inProject: .add,
        "Files of your own symbols: a name, a tab, the text, and if you like a tab and a description."),
    ]), "The source \"symbols\".")

  /// Takes over the settings that concern symbols.
  init(_ settings: EffectiveSettings) {
    self.init()
    let own = settings["symbols"] ?? [:]
    isEnabled = own["enabled"]?.boolValue ?? isEnabled
    if let languages = SymbolsSettings.languages(own["latex"]) { latex = languages }
    if let languages = SymbolsSettings.languages(own["emoji"]) { emoji = languages }
    if let languages = SymbolsSettings.languages(own["entities"]) { entities = languages }
    if let languages = SymbolsSettings.languages(own["digraphs"]) { digraphs = languages }
    digraphLeader = own["digraphLeader"]?.stringValue.map { String($0.prefix(8)) } ?? digraphLeader
    writesEntities = own["writesEntities"]?.boolValue ?? writesEntities
    tables = (own["tables"]?.arrayValue ?? []).compactMap(\.stringValue).map {
      FilePlace(path: $0, project: settings.project(ofPath: $0))
    }
  }

  private static func languages(_ value: JSONValue?) -> SymbolLanguages? {
    value?.arrayValue.map { SymbolLanguages($0.compactMap(\.stringValue)) }
  }
}
