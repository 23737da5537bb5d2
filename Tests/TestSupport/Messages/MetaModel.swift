package import CatchwordRPC
import Foundation

/// LSP's own description of itself, `metaModel.json`: an official file that is not part of this repository, and is
/// looked for where CATCHWORD_METAMODEL says.
package struct MetaModel: MessageContract {
  /// A property of a structure, its own or an inherited one.
  package struct Property: Sendable {
    package let type: JSONValue
    package let isOptional: Bool
  }

  /// Where the file is said to be; nil when nobody says.
  package static let path = ProcessInfo.processInfo.environment["CATCHWORD_METAMODEL"]

  /// The official model; nil when nobody says where it is.
  package static let official = path.map { path in
    Result { try MetaModel(JSONValue(parsing: String(contentsOfFile: path, encoding: .utf8))) }
  }

  /// What LSP does not know, but some clients read.
  private static let extensions = ["CompletionItem": ["score", "score_offset"]]

  private var structures: [String: [String: Property]] = [:]
  private let enumerations: [String: JSONValue]
  private let aliases: [String: JSONValue]
  private let methods: [String: JSONValue]

  /// Reads a model.
  package init(_ json: JSONValue) {
    let table = { (list: String, key: String) in
      Dictionary((json[list]?.arrayValue ?? []).map { ($0[key]?.stringValue ?? "", $0) }) { first, _ in first }
    }
    enumerations = table("enumerations", "name")
    aliases = table("typeAliases", "name")
    methods = table("requests", "method").merging(table("notifications", "method")) { first, _ in first }
    let sources = table("structures", "name")
    for name in sources.keys { structures[name] = MetaModel.properties(of: name, in: sources) }
  }

  /// The properties of a structure, with the inherited ones; nil when there is no such structure.
  package func properties(of structure: String) -> [String: Property]? { structures[structure] }

  /// The values of an enumeration; nil when there is no such enumeration.
  package func values(of enumeration: String) -> [JSONValue]? {
    enumerations[enumeration]?["values"]?.arrayValue?.compactMap { $0["value"] }
  }

  private static func properties(of name: String, in sources: [String: JSONValue]) -> [String: Property] {
    guard let structure = sources[name] else { return [:] }
    var properties: [String: Property] = [:]
    for parent in (structure["extends"]?.arrayValue ?? []) + (structure["mixins"]?.arrayValue ?? []) {
      let inherited = MetaModel.properties(of: parent["name"]?.stringValue ?? "", in: sources)
      properties.merge(inherited) { _, new in new }
    }
    return properties.merging(own(structure)) { _, new in new }
  }

  private static func own(_ structure: JSONValue) -> [String: Property] {
    let properties = (structure["properties"]?.arrayValue ?? []).map { property in
      (
        property["name"]?.stringValue ?? "",
        Property(type: property["type"] ?? .null, isOptional: property["optional"] == true)
      )
    }
    return Dictionary(properties) { _, last in last }
  }

  // MARK: Values

  /// The first thing wrong with a value of a type; nil when there is nothing.
  package func violation(in value: JSONValue, of type: JSONValue) -> Violation? {
    let items = type["items"]?.arrayValue ?? []
    switch type["kind"]?.stringValue {
    case "base": return baseProblem(in: value, type["name"]?.stringValue ?? "").map { Violation(problem: $0) }
    case "reference": return violation(in: value, ofNamed: type["name"]?.stringValue ?? "")
    case "array": return violation(in: value, elements: { _ in type["element"] ?? .null })
    case "tuple":
      if let count = value.arrayValue?.count, count != items.count {
        return Violation(problem: "has \(count) elements, not \(items.count)")
      }
      return violation(in: value, elements: { items[$0] })
    case "map": return violation(inMap: value, key: type["key"] ?? .null, value: type["value"] ?? .null)
    case "or":
      let found = items.map { violation(in: value, of: $0) }
      return found.contains(nil) ? nil : Violation.deepest(found.compactMap(\.self))
    case "and":
      let all = items.map { structures[$0["name"]?.stringValue ?? ""] ?? [:] }
      return violation(in: value, all.reduce(into: [:]) { $0.merge($1) { _, new in new } })
    case "literal": return violation(in: value, MetaModel.own(type["value"] ?? .null))
    case "stringLiteral", "integerLiteral", "booleanLiteral":
      guard let constant = type["value"], constant != value else { return nil }
      return Violation(problem: "is \(value.summary), not \(constant.json)")
    default: return Violation(problem: "is of a kind that is not known here: \(type.summary)")
    }
  }

  private func violation(in value: JSONValue, ofNamed name: String) -> Violation? {
    if name == "LSPAny" { return nil }
    if let properties = structures[name] {
      return violation(in: value, properties, extensions: MetaModel.extensions[name] ?? [])
    }
    if let alias = aliases[name] { return violation(in: value, of: alias["type"] ?? .null) }
    guard let enumeration = enumerations[name] else { return Violation(problem: "is of no known type: \(name)") }
    if let found = violation(in: value, of: enumeration["type"] ?? .null) { return found }
    if enumeration["supportsCustomValues"] == true || values(of: name)?.contains(value) == true { return nil }
    return Violation(problem: "is \(value.summary), which is no \(name)")
  }

  private func violation(
    in value: JSONValue, _ properties: [String: Property], extensions: [String] = []
  ) -> Violation? {
    guard let fields = value.objectValue else { return Violation(problem: "is \(value.summary), which is no object") }
    for (name, property) in properties.sorted(by: { $0.key < $1.key })
    where !property.isOptional && fields[name] == nil {
      return Violation(path: [".\(name)"], problem: "is missing")
    }
    for (name, field) in fields.sorted(by: { $0.key < $1.key }) where !extensions.contains(name) {
      guard let property = properties[name] else { return Violation(path: [".\(name)"], problem: "is not in LSP") }
      if let found = violation(in: field, of: property.type) { return found.inside(".\(name)") }
    }
    return nil
  }

  private func violation(in value: JSONValue, elements: (Int) -> JSONValue) -> Violation? {
    guard let array = value.arrayValue else { return Violation(problem: "is \(value.summary), which is no array") }
    for (index, element) in array.enumerated() {
      if let found = violation(in: element, of: elements(index)) { return found.inside("[\(index)]") }
    }
    return nil
  }

  private func violation(inMap map: JSONValue, key: JSONValue, value: JSONValue) -> Violation? {
    guard let fields = map.objectValue else { return Violation(problem: "is \(map.summary), which is no map") }
    for (name, field) in fields.sorted(by: { $0.key < $1.key }) {
      let found = violation(in: .string(name), of: key) ?? violation(in: field, of: value)
      if let found { return found.inside(".\(name)") }
    }
    return nil
  }

  private func baseProblem(in value: JSONValue, _ name: String) -> String? {
    let largest = 2_147_483_647
    let isSound =
      switch name {
      case "string", "URI", "DocumentUri", "RegExp": value.stringValue != nil
      case "integer": value.intValue.map { (-largest - 1...largest).contains($0) } ?? false
      case "uinteger": value.intValue.map { (0...largest).contains($0) } ?? false
      case "decimal": value.doubleValue != nil
      case "boolean": value.boolValue != nil
      case "null": value == .null
      default: false
      }
    return isSound ? nil : "is \(value.summary), which is no \(name)"
  }

  // MARK: Messages

  package func violation(inResult result: JSONValue, of method: String) -> Violation? {
    guard let type = methods[method]?["result"] else {
      return Violation(problem: "is a result of \(method), which has none in LSP")
    }
    return violation(in: result, of: type)
  }

  package func violation(inErrorResponse message: JSONValue, of method: String?) -> Violation? {
    let error = message["error"] ?? .null
    let codes = ["ErrorCodes", "LSPErrorCodes"].flatMap { values(of: $0) ?? [] }
    guard let code = error["code"], codes.contains(code) else {
      return Violation(problem: "has a code that is none of LSP's")
    }
    guard error["message"]?.stringValue != nil else { return Violation(problem: "has no message") }
    guard let data = error["data"], let type = method.flatMap({ methods[$0]?["errorData"] }) else { return nil }
    return violation(in: data, of: type)
  }

  package func violation(inMessage message: JSONValue, method: String) -> Violation? {
    // What is our own is under a name of our own, as LSP has it for such notifications.
    if method.hasPrefix("$/catchword/") { return nil }
    guard let description = methods[method] else { return Violation(problem: "is of \(method), which is not in LSP") }
    if description["messageDirection"] == "clientToServer" {
      return Violation(problem: "is of \(method), which is not for servers to send")
    }
    if (description["result"] != nil) != (message["id"] != nil) {
      return Violation(problem: "is of \(method), and has an id or lacks one")
    }
    let params = message["params"] ?? .null
    if let type = description["params"], let found = violation(in: params, of: type) { return found }
    return registrationProblem(in: params) ?? workDoneProblem(in: params)
  }

  package func violation(inPartialResult value: JSONValue, of method: String) -> Violation? {
    guard let type = methods[method]?["partialResult"] else {
      return Violation(problem: "is of \(method), which has no partial results in LSP")
    }
    // The specification's text lets a list come first; the model does not say so.
    if method == "textDocument/completion", value.objectValue != nil {
      return violation(in: value, ofNamed: "CompletionList")
    }
    return violation(in: value, of: type)
  }

  /// The model has "any value" for options of registrations; what they must be is said with the method.
  private func registrationProblem(in params: JSONValue) -> Violation? {
    for (index, registration) in (params["registrations"]?.arrayValue ?? []).enumerated() {
      let method = registration["method"]?.stringValue ?? ""
      let found: Violation? =
        if let type = methods[method]?["registrationOptions"] {
          registration["registerOptions"].flatMap { violation(in: $0, of: type) }
        } else {
          Violation(problem: "is of \"\(method)\", which cannot be registered")
        }
      if let found { return found.inside("[\(index)]").inside(".registrations") }
    }
    return nil
  }

  /// The model has "any value" for progress.
  private func workDoneProblem(in params: JSONValue) -> Violation? {
    guard let value = params["value"], let kind = value["kind"]?.stringValue else { return nil }
    let structure = "WorkDoneProgress\(kind.capitalized)"
    return violation(in: value, ofNamed: structure)?.inside(".value")
  }
}
