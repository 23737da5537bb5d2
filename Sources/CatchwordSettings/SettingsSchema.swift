package import CatchwordRPC

/// The schema of the settings as a JSON Schema, for editors that check and complete files with it.
package enum SettingsSchema {
  /// Returns the JSON Schema of a settings file.
  ///
  /// - Parameter settings: The descriptions of the settings.
  package static func json(_ settings: [Setting]) -> JSONValue {
    let references = settings.map { ($0.name, JSONValue.object(["$ref": .string("#/$defs/\($0.name)")])) }
    let properties = Dictionary(uniqueKeysWithValues: references)
    var definitions = Dictionary(uniqueKeysWithValues: settings.map { ($0.name, schema(of: $0)) })
    definitions["settings"] = [
      "description": "The settings, next to those of other servers.", "type": "object",
      "properties": .object(properties), "additionalProperties": false,
    ]
    let further: [String: JSONValue] = [
      "$schema": ["description": "The place of this schema, for editors.", "type": "string"],
      "catchword": ["$ref": "#/$defs/settings"],
    ]
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Catchword settings",
      "description":
        "The settings of config.json, .catchword.json, initializationOptions, workspace/didChangeConfiguration and workspace/configuration: at the top, or under \"catchword\".",
      "type": "object",
      "properties": .object(properties.merging(further) { own, _ in own }),
      "additionalProperties": false,
      "$defs": .object(definitions),
    ]
  }

  private static func object(_ settings: [Setting]) -> JSONValue {
    let properties = settings.map { ($0.name, schema(of: $0)) }
    var fields: [String: JSONValue] = [
      "type": "object", "properties": .object(Dictionary(uniqueKeysWithValues: properties)),
      "additionalProperties": false,
    ]
    let required = settings.filter(\.isRequired).map { JSONValue.string($0.name) }
    if !required.isEmpty { fields["required"] = .array(required) }
    return .object(fields)
  }

  private static func schema(of setting: Setting) -> JSONValue {
    guard case .object(var schema) = schema(of: setting.kind) else { return [:] }
    schema["description"] = .string(setting.summary)
    schema["default"] = setting.defaultValue
    return .object(schema)
  }

  private static func schema(of kind: SettingKind) -> JSONValue {
    switch kind {
    case .flag: ["type": "boolean"]
    case .number(let range, unit: _):
      ["type": "integer", "minimum": .int(range.lowerBound), "maximum": .int(range.upperBound)]
    case .real(let range):
      [
        "type": "number", "minimum": .number("\(range.lowerBound)"), "maximum": .number("\(range.upperBound)"),
      ]
    case .choice(let names): ["type": "string", "enum": .array(names.map { .string($0) })]
    case .text, .path, .workspacePath: ["type": "string", "minLength": 1]
    case .list(let element): ["type": "array", "items": schema(of: element)]
    case .map(let value): ["type": "object", "additionalProperties": schema(of: value)]
    case .group(let settings): object(settings)
    case .either(let first, let second): ["anyOf": [schema(of: first), schema(of: second)]]
    case .anything: [:]
    }
  }
}

extension SettingsSchema {
  /// Returns a value as readable text: a line for each field, sorted by name, short arrays and objects on one line.
  ///
  /// - Complexity: O(size of the value), at most a few levels deep, as settings are.
  package static func text(_ value: JSONValue, indentation: String = "") -> String {
    let short = line(value)
    if short.count + indentation.count <= 100 { return short }
    let inner = indentation + "  "
    switch value {
    case .array(let elements):
      let lines = elements.map { inner + text($0, indentation: inner) }
      return "[\n\(lines.joined(separator: ",\n"))\n\(indentation)]"
    case .object(let fields):
      let lines = fields.sorted { $0.key < $1.key }.map { name, value in
        "\(inner)\(JSONValue.string(name).json): \(text(value, indentation: inner))"
      }
      return "{\n\(lines.joined(separator: ",\n"))\n\(indentation)}"
    default: return short
    }
  }

  private static func line(_ value: JSONValue) -> String {
    switch value {
    case .array(let elements): return "[\(elements.map(line).joined(separator: ", "))]"
    case .object(let fields):
      if fields.isEmpty { return "{}" }
      let parts = fields.sorted { $0.key < $1.key }.map { "\(JSONValue.string($0.key).json): \(line($0.value))" }
      return "{ \(parts.joined(separator: ", ")) }"
    default: return value.json
    }
  }
}
