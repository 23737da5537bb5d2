import CatchwordRPC
import TestSupport

/// Makes values that a schema accepts, any of them.
struct SchemaSampler {
  let schema: JSONSchema
  var random: SeededRandom

  /// A value of a definition.
  mutating func value(of definition: String) -> JSONValue {
    value(of: schema.definitions[definition] ?? .null)
  }

  private mutating func value(of schema: JSONValue) -> JSONValue {
    if let target = schema["$ref"]?.stringValue.flatMap(self.schema.resolve) { return value(of: target) }
    if let constant = schema["const"] { return constant }
    if let values = schema["enum"]?.arrayValue { return values.randomElement(using: &random)! }
    if let schemas = schema["anyOf"]?.arrayValue { return value(of: schemas.randomElement(using: &random)!) }
    let types = (schema["type"].map { $0.arrayValue ?? [$0] } ?? ["string", "integer", "null", "boolean"])
    return value(of: types.randomElement(using: &random)!.stringValue ?? "", schema)
  }

  private mutating func value(of type: String, _ schema: JSONValue) -> JSONValue {
    switch type {
    case "null": return .null
    case "boolean": return .bool(Bool.random(using: &random))
    case "string":
      return .string(
        ["", "a", "東京", "x y"].dropFirst(schema["minLength"]?.intValue ?? 0).randomElement(using: &random)!)
    case "integer", "number":
      let (least, most) = (schema["minimum"]?.intValue ?? -9, schema["maximum"]?.intValue ?? 9)
      return .int([least, most, Int.random(in: least...most, using: &random)].randomElement(using: &random)!)
    case "array":
      let items = schema["items"] ?? [:]
      return .array((0..<Int.random(in: 0...2, using: &random)).map { _ in value(of: items) })
    default:
      let required = schema["required"]?.arrayValue ?? []
      var fields: [String: JSONValue] = [:]
      for (name, property) in (schema["properties"]?.objectValue ?? [:]).sorted(by: { $0.key < $1.key })
      where required.contains(.string(name)) || Bool.random(using: &random) {
        fields[name] = value(of: property)
      }
      return .object(fields)
    }
  }
}
