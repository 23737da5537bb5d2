import CatchwordRPC
import CatchwordServer
import CatchwordSettings
import CatchwordText

/// `catchword config`: prints the effective settings and the origin of each.
enum Config {
  static func run(_ options: ConfigOptions) -> Int32 {
    let language = options.languageID ?? options.path.map { Language.id(forPath: $0) }
    let user = UserConfiguration()
    let configuration = Serve.configuration(user)
    let folder = Project.root(of: Project.absolute(options.path ?? "."))
    let project = ProjectFile.settings(in: [folder].compactMap { $0 })
    let settings = configuration.effectiveSettings([user.layer] + project.layers)
    for mistake in Check.mistakes(user, near: options.path ?? ".") { Printer.complain(mistake) }
    let own = language.map { settings.settings(for: $0) } ?? settings.value
    let value = withoutPasswords(EffectiveSettings.withDefaults(own, configuration.schema))
    if options.isJSON {
      Printer.print(SettingsSchema.text(value) + "\n")
    } else {
      Printer.print(table(value, settings, configuration.schema, language))
    }
    return 0
  }

  /// Hides passwords in addresses, up to the last "@", as they may have some: what is printed is pasted into reports.
  private static func withoutPasswords(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(text.replacing(/(:\/\/[^:\/@\s]*:)\S*@/) { "\($0.output.1)...@" })
    case .array(let values): .array(values.map(withoutPasswords))
    case .object(let fields): .object(fields.mapValues(withoutPasswords))
    default: value
    }
  }

  private static func table(
    _ value: JSONValue, _ settings: EffectiveSettings, _ schema: [Setting], _ language: String?
  ) -> String {
    var rows: [(name: String, value: String, origin: String)] = []
    func add(_ schema: [Setting], _ value: JSONValue, _ prefix: String) {
      for setting in schema {
        let name = prefix.isEmpty ? setting.name : "\(prefix).\(setting.name)"
        let own = value[setting.name]
        if case .group(let settings) = setting.kind {
          add(settings, own ?? [:], name)
        } else {
          let origins =
            language.flatMap { settings.origins["languages.\($0).\(name)"] } ?? settings.origins[name]
            ?? settings.origins.first { $0.key.hasPrefix("\(name).") }?.value
          rows.append(
            (name, own?.json ?? "-", origins.map { $0.map(\.description).joined(separator: " + ") } ?? "default"))
        }
      }
    }
    add(schema.filter { language == nil || $0.name != "languages" }, value, "")
    let nameWidth = rows.map(\.name.count).max() ?? 0
    let valueWidth = min(60, rows.map(\.value.count).max() ?? 0)
    return rows.map { row in
      let name = row.name + String(repeating: " ", count: nameWidth - row.name.count)
      let value = row.value + String(repeating: " ", count: max(0, valueWidth - row.value.count))
      return "\(name)  \(value)  \(row.origin)\n"
    }.joined()
  }

  /// Prints the schema, as in `protocol/configuration.schema.json`.
  static func printSchema() -> Int32 {
    Printer.print(SettingsSchema.text(schema) + "\n")
    return 0
  }

  private static var schema: JSONValue {
    SettingsSchema.json(Serve.configuration(UserConfiguration()).schema)
  }
}
