package import CatchwordRPC

/// A checker of JSON Schema (draft 2020-12), as far as the schemas of `protocol/` need it.
///
/// An integer is one that is written as such: `1.0` is none, here as in the server. A schema with a keyword that is not
/// known here is refused, so that a misspelt one cannot pass for a check.
package struct JSONSchema: Sendable {
  /// Why something is no schema.
  package struct Malformed: Error, CustomStringConvertible {
    package let description: String
  }

  private let root: JSONValue

  /// Takes over a schema.
  package init(_ root: JSONValue) throws(Malformed) {
    self.root = root
    try inspect(root, at: "#")
  }

  /// The definitions by name.
  package var definitions: [String: JSONValue] { root["$defs"]?.objectValue ?? [:] }

  /// The first thing wrong with a value; nil when there is nothing.
  ///
  /// - Parameter definition: The name of the definition to check by; nil for the whole schema.
  package func violation(in value: JSONValue, definition: String? = nil) -> Violation? {
    guard let definition else { return violation(in: value, of: root) }
    guard let schema = definitions[definition] else { return Violation(problem: "has no definition \"\(definition)\"") }
    return violation(in: value, of: schema)
  }

  /// What a reference stands for.
  package func resolve(_ reference: String) -> JSONValue? {
    guard reference.hasPrefix("#/$defs/") else { return nil }
    let name = String(reference.dropFirst("#/$defs/".count))
    return definitions[name.replacing("~1", with: "/").replacing("~0", with: "~")]
  }

  // MARK: Checking a value

  private func violation(in value: JSONValue, of schema: JSONValue) -> Violation? {
    if schema == false { return Violation(problem: "must not be there") }
    guard let keywords = schema.objectValue else { return nil }
    if let reference = keywords["$ref"]?.stringValue, let target = resolve(reference),
      let found = violation(in: value, of: target)
    {
      return found
    }
    if let problem = scalarProblem(in: value, keywords) { return Violation(problem: problem) }
    if let fields = value.objectValue, let found = violation(inFields: fields, keywords) { return found }
    if let elements = value.arrayValue, let schema = keywords["items"] {
      for (index, element) in elements.enumerated() {
        if let found = violation(in: element, of: schema) { return found.inside("[\(index)]") }
      }
    }
    return violation(in: value, alternatives: keywords)
  }

  private func scalarProblem(in value: JSONValue, _ keywords: [String: JSONValue]) -> String? {
    if let type = keywords["type"] {
      let names = type.arrayValue ?? [type]
      if !names.contains(where: { JSONSchema.is(value, $0.stringValue ?? "") }) {
        return "is \(value.summary), which is no \(names.compactMap(\.stringValue).joined(separator: " or "))"
      }
    }
    if let constant = keywords["const"], constant != value { return "is \(value.summary), not \(constant.json)" }
    if let values = keywords["enum"]?.arrayValue, !values.contains(value) {
      return "is \(value.summary), which is none of \(values.map(\.json).joined(separator: ", "))"
    }
    if let number = value.doubleValue {
      if let least = keywords["minimum"]?.doubleValue, number < least { return "is \(value.json), below \(least)" }
      if let most = keywords["maximum"]?.doubleValue, number > most { return "is \(value.json), above \(most)" }
    }
    if let least = keywords["minLength"]?.intValue, let text = value.stringValue, text.unicodeScalars.count < least {
      return "is shorter than \(least)"
    }
    return nil
  }

  private func violation(inFields fields: [String: JSONValue], _ keywords: [String: JSONValue]) -> Violation? {
    for case .string(let name) in keywords["required"]?.arrayValue ?? [] where fields[name] == nil {
      return Violation(path: [".\(name)"], problem: "is missing")
    }
    let properties = keywords["properties"]?.objectValue ?? [:]
    for (name, field) in fields.sorted(by: { $0.key < $1.key }) {
      if let schema = properties[name] {
        if let found = violation(in: field, of: schema) { return found.inside(".\(name)") }
      } else if let schema = keywords["additionalProperties"], let found = violation(in: field, of: schema) {
        return found.inside(".\(name)")
      }
    }
    return nil
  }

  private func violation(in value: JSONValue, alternatives keywords: [String: JSONValue]) -> Violation? {
    if let schemas = keywords["anyOf"]?.arrayValue {
      let found = schemas.map { violation(in: value, of: $0) }
      // The alternative that was meant is the one that goes wrong last.
      if !found.contains(nil) { return Violation.deepest(found.compactMap(\.self)) }
    }
    if let schemas = keywords["oneOf"]?.arrayValue {
      let found = schemas.map { violation(in: value, of: $0) }
      let matches = found.count { $0 == nil }
      if matches == 0 { return Violation.deepest(found.compactMap(\.self)) }
      if matches > 1 { return Violation(problem: "is \(matches) things at once") }
    }
    return nil
  }

  private static func `is`(_ value: JSONValue, _ type: String) -> Bool {
    switch (value, type) {
    case (.null, "null"), (.bool, "boolean"), (.number, "number"), (.string, "string"), (.array, "array"),
      (.object, "object"):
      true
    case (.number, "integer"): value.intValue != nil
    default: false
    }
  }

  // MARK: Checking the schema itself

  private static let annotations: Set = ["$schema", "title", "description", "default", "examples"]

  private func inspect(_ schema: JSONValue, at path: String) throws(Malformed) {
    if schema.boolValue != nil { return }
    guard let keywords = schema.objectValue else { throw Malformed(description: "\(path) is no schema") }
    for (name, value) in keywords where !JSONSchema.annotations.contains(name) {
      try inspectKeyword(name, value, at: "\(path)/\(name)")
    }
  }

  private func inspectKeyword(_ name: String, _ value: JSONValue, at path: String) throws(Malformed) {
    var isSound = true
    switch name {
    case "$ref": isSound = value.stringValue.flatMap(resolve) != nil
    case "$defs", "properties":
      isSound = value.objectValue != nil
      for (name, schema) in value.objectValue ?? [:] { try inspect(schema, at: "\(path)/\(name)") }
    case "items", "additionalProperties": try inspect(value, at: path)
    case "anyOf", "oneOf":
      isSound = value.arrayValue?.isEmpty == false
      for (index, schema) in (value.arrayValue ?? []).enumerated() { try inspect(schema, at: "\(path)/\(index)") }
    case "type":
      let known = ["null", "boolean", "number", "integer", "string", "array", "object"]
      isSound = (value.arrayValue ?? [value]).allSatisfy { known.contains($0.stringValue ?? "") }
    case "required": isSound = value.arrayValue?.allSatisfy { $0.stringValue != nil } ?? false
    case "enum": isSound = value.arrayValue?.isEmpty == false
    case "minimum", "maximum": isSound = value.doubleValue != nil
    case "minLength": isSound = value.intValue != nil
    case "const": break
    default: throw Malformed(description: "\(path) is a keyword that is not known here")
    }
    if !isSound { throw Malformed(description: "\(path) is \(value.summary), which is not what it must be") }
  }
}
