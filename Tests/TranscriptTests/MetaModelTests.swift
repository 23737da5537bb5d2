import CatchwordRPC
import CatchwordTranscript
import TestSupport
import Testing

/// The validator over LSP's meta model, by a small model that has every kind of type.
struct MetaModelTests {
  private static let model = Result {
    try MetaModel(
      JSONValue(
        parsing: """
          {"requests": [{"method": "ask", "messageDirection": "clientToServer", "result": {"kind": "base", "name": "null"}}],
           "notifications": [{"method": "tell", "messageDirection": "serverToClient",
             "params": {"kind": "reference", "name": "Derived"}}],
           "structures": [
             {"name": "Base", "properties": [{"name": "a", "type": {"kind": "base", "name": "uinteger"}}]},
             {"name": "Mixin", "properties": [{"name": "m", "type": {"kind": "base", "name": "boolean"}, "optional": true}]},
             {"name": "Derived", "extends": [{"kind": "reference", "name": "Base"}],
              "mixins": [{"kind": "reference", "name": "Mixin"}],
              "properties": [{"name": "b", "type": {"kind": "reference", "name": "Alias"}, "optional": true}]},
             {"name": "CompletionItem", "properties": []}],
           "enumerations": [
             {"name": "Closed", "type": {"kind": "base", "name": "uinteger"}, "values": [{"name": "One", "value": 1}]},
             {"name": "Open", "type": {"kind": "base", "name": "string"}, "values": [], "supportsCustomValues": true}],
           "typeAliases": [{"name": "Alias", "type": {"kind": "or", "items": [
             {"kind": "base", "name": "integer"}, {"kind": "array", "element": {"kind": "reference", "name": "Closed"}}]}}]}
          """))
  }

  private static func reference(_ name: String) -> String { #"{"kind": "reference", "name": "\#(name)"}"# }

  @Test(arguments: [
    (reference("Derived"), #"{"a": 1, "m": true, "b": -1}"#, nil),
    (reference("Derived"), #"{"m": true}"#, "value.a is missing"),
    (reference("Derived"), #"{"a": -1}"#, "value.a is -1, which is no uinteger"),
    (reference("Derived"), #"{"a": 2147483648}"#, "value.a is 2147483648, which is no uinteger"),
    (reference("Derived"), #"{"a": 1, "m": null}"#, "value.m is null, which is no boolean"),
    (reference("Derived"), #"{"a": 1, "c": 1}"#, "value.c is not in LSP"),
    (reference("Derived"), #"{"a": 1, "score": 1}"#, "value.score is not in LSP"),
    (reference("CompletionItem"), #"{"score": 1.5, "score_offset": -3}"#, nil),
    (reference("Alias"), "[1, 1]", nil),
    (reference("Alias"), "[1, 2]", "value[1] is 2, which is no Closed"),
    (reference("Open"), #""mine""#, nil),
    (reference("Open"), "1", "value is 1, which is no string"),
    (reference("Nothing"), "1", "value is of no known type: Nothing"),
    (
      #"{"kind": "map", "key": {"kind": "base", "name": "string"}, "value": \#(reference("Open"))}"#, #"{"k": "v"}"#,
      nil
    ),
    (
      #"{"kind": "map", "key": {"kind": "base", "name": "string"}, "value": \#(reference("Open"))}"#, #"{"k": 1}"#,
      "value.k is 1, which is no string"
    ),
    (#"{"kind": "and", "items": [\#(reference("Base")), \#(reference("Mixin"))]}"#, #"{"a": 1, "m": true}"#, nil),
    (
      #"{"kind": "and", "items": [\#(reference("Base")), \#(reference("Mixin"))]}"#, #"{"m": true}"#,
      "value.a is missing"
    ),
    (#"{"kind": "tuple", "items": [\#(reference("Open")), \#(reference("Closed"))]}"#, #"["a", 1]"#, nil),
    (
      #"{"kind": "tuple", "items": [\#(reference("Open")), \#(reference("Closed"))]}"#, #"["a"]"#,
      "value has 1 elements, not 2"
    ),
    (#"{"kind": "literal", "value": {"properties": []}}"#, #"{"a": 1}"#, "value.a is not in LSP"),
    (#"{"kind": "stringLiteral", "value": "begin"}"#, #""end""#, #"value is "end", not "begin""#),
    (#"{"kind": "guess"}"#, "1", #"value is of a kind that is not known here: {"kind":"guess"}"#),
  ])
  func violations(type: String, value: String, expected: String?) throws {
    let found = try Self.model.get().violation(in: JSONValue(parsing: value), of: JSONValue(parsing: type))
    #expect(found?.description == expected)
  }

  @Test func messages() throws {
    let model = try Self.model.get()
    #expect(model.violation(inResult: nil, of: "ask") == nil)
    #expect(model.violation(inResult: 1, of: "ask")?.description == "value is 1, which is no null")
    #expect(
      model.violation(inResult: nil, of: "tell")?.description == "value is a result of tell, which has none in LSP")
    #expect(model.violation(inMessage: ["method": "tell", "params": ["a": 1]], method: "tell") == nil)
    #expect(
      model.violation(inMessage: ["method": "tell"], method: "tell")?.description == "value is null, which is no object"
    )
    #expect(
      model.violation(inMessage: ["id": 1, "params": ["a": 1]], method: "tell")?.description
        == "value is of tell, and has an id or lacks one")
    #expect(
      model.violation(inMessage: ["id": 1], method: "ask")?.description
        == "value is of ask, which is not for servers to send")
    #expect(
      model.violation(inMessage: ["id": 1], method: "sing")?.description == "value is of sing, which is not in LSP")
  }
}

/// What needs LSP's official file.
@Suite(.enabled(if: MetaModel.path != nil, "CATCHWORD_METAMODEL does not say where LSP's metaModel.json is"))
struct OfficialMetaModelTests {
  private let model: MetaModel

  init() throws { model = try #require(try MetaModel.official?.get()) }

  @Test(arguments: TranscriptCase.all.filter { $0.chunk == 0 })
  func everythingSentIsInLSP(_ testCase: TranscriptCase) throws {
    let folder = try TemporaryFolder()
    let transcript = try testCase.load(folder)
    let time = VirtualTime()
    let checker = DialogueChecker(contracts: [model])
    let peer = InProcessPeer(.scripted(transcript.sources, time: time), time: time, checker: checker)
    try TranscriptRunner(transcript, peer: peer).run()
    #expect(peer.violations == [])
  }

  /// Definitions that name only what we use of a structure.
  private static let partial: Set = ["ServerCapabilities", "TextDocumentSyncOptions", "WorkspaceOptions"]

  /// A definition with a capital has the name of a structure or enumeration, up to a colon, and its properties.
  @Test func ourSchemaNamesWhatLSPNames() throws {
    let schema = try MessageSchema.ours.get().schema
    var compared = 0
    for (name, definition) in schema.definitions where name.first?.isUppercase == true {
      let lspName = String(name.prefix { $0 != ":" })
      if let values = definition["enum"]?.arrayValue, let official = model.values(of: lspName) {
        #expect(Set(values) == Set(official), "\(name)")
        compared += 1
      }
      guard let properties = definition["properties"]?.objectValue else { continue }
      let official = try #require(model.properties(of: lspName), "\(name) is no structure of LSP")
      let ours = Set(properties.keys).subtracting(lspName == "CompletionItem" ? ["score", "score_offset"] : [])
      #expect(ours.subtracting(official.keys) == [], "\(name)")
      if !Self.partial.contains(name) { #expect(Set(official.keys).subtracting(ours) == [], "\(name)") }
      let required = Set((definition["required"]?.arrayValue ?? []).compactMap(\.stringValue))
      #expect(required == Set(official.filter { !$0.value.isOptional }.keys), "\(name)")
      compared += 1
    }
    #expect(compared > 40)
  }

  /// Whatever our schema lets pass, LSP does too.
  @Test func ourSchemaIsNoLaxerThanLSP() throws {
    let schema = try MessageSchema.ours.get().schema
    var sampler = SchemaSampler(schema: schema, random: SeededRandom())
    for _ in 0..<50 {
      for name in schema.definitions.keys.sorted() {
        let value = sampler.value(of: name)
        let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
        let found: Violation? =
          switch parts[0] {
          case "result": model.violation(inResult: value, of: parts[1])
          case "partialResult": model.violation(inPartialResult: value, of: parts[1])
          case "notification", "request": model.violation(inMessage: value, method: parts[1])
          case "errorResponse": model.violation(inErrorResponse: value, of: nil)
          case let structure where structure.first?.isUppercase == true:
            model.violation(in: value, of: ["kind": "reference", "name": .string(structure)])
          default: nil
          }
        #expect(found == nil, "\(name): \(value.json)")
      }
    }
  }

  @Test func whatLSPDoesNotKnowIsRefused() throws {
    for (method, result) in [
      ("textDocument/completion", #"[{"label": "a", "kind": 26}]"#),
      ("textDocument/completion", #"{"isIncomplete": false, "items": [{"label": "a", "sortText": 1}]}"#),
      ("completionItem/resolve", #"{"label": "a", "colour": "red"}"#), ("shutdown", "{}"),
    ] {
      #expect(try model.violation(inResult: JSONValue(parsing: result), of: method) != nil, "\(result)")
    }
  }
}
