import CatchwordRPC
import CatchwordSettings
import CatchwordSources
import Testing

/// What the settings of the sources declare.
struct SettingsGroupTests {
  /// Where a default is written beside its property, both say the same.
  @Test func theDefaultsOfTheSchemaAreThoseOfTheProperties() {
    expectDefaults(of: CommandSettings.self)
    expectDefaults(of: PathsSettings.self)
    expectDefaults(of: PredictionSettings.self)
    expectDefaults(of: SnippetsSettings.self)
    expectDefaults(of: SymbolsSettings.self)
    expectDefaults(of: TagsSettings.self)
    expectDefaults(of: WorkspaceSettings.self)
  }

  private func expectDefaults<Group: SettingsGroup & Equatable>(of group: Group.Type) {
    let defaults = group.fields.compactMap { field in field.setting.defaultValue.map { (field.setting.name, $0) } }
    #expect(!defaults.isEmpty)
    let value = JSONValue.object(Dictionary(defaults) { first, _ in first })
    let settings = EffectiveSettings([CheckedLayer](), schema: [])
    #expect(Group(value, of: settings) == Group())
  }
}
