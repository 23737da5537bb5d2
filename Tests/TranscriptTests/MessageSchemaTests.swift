import CatchwordRPC
import TestSupport
import Testing

/// `protocol/messages.schema.json` accepts what we send and nothing near it.
struct MessageSchemaTests {
  private static let range = #"{"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 2}}"#

  @Test(arguments: [
    ("result:initialize", #"{"capabilities": {"hoverProvider": true}}"#),
    ("result:initialize", #"{"capabilities": {"positionEncoding": "utf-7"}}"#),
    ("result:initialize", #"{"serverInfo": {"name": "catchword"}}"#),
    ("result:textDocument/completion", #"{"items": []}"#),
    ("result:textDocument/completion", #"{"isIncomplete": 1, "items": []}"#),
    ("result:textDocument/completion", #"[{"kind": 1}]"#),
    ("result:textDocument/completion", #"[{"label": "a", "kind": 0}]"#),
    ("result:textDocument/completion", #"[{"label": "a", "kind": 26}]"#),
    ("result:textDocument/completion", #"[{"label": "a", "score": "high"}]"#),
    ("result:textDocument/completion", #"[{"label": "a", "labelDetails": "of b"}]"#),
    ("result:textDocument/completion", #"[{"label": "a", "commitCharacters": [""]}]"#),
    ("result:textDocument/completion", #"[{"label": "a", "textEdit": {"newText": "a"}}]"#),
    ("result:textDocument/completion", #"[{"label": "a", "documentation": {"kind": "html", "value": "a"}}]"#),
    ("result:textDocument/completion", #"[{"label": "a", "textEdit": {"newText": "a", "insert": \#(range)}}]"#),
    (
      "result:textDocument/completion",
      #"[{"label": "a", "textEdit": {"newText": "a", "range": \#(range), "insert": \#(range), "replace": \#(range)}}]"#
    ),
    ("result:textDocument/inlineCompletion", "null"),
    ("result:textDocument/inlineCompletion", "[]"),
    ("result:textDocument/inlineCompletion", #"{"items": [{"range": \#(range)}]}"#),
    ("result:textDocument/inlineCompletion", #"{"items": [{"insertText": {"kind": "text", "value": "ab"}}]}"#),
    ("result:textDocument/inlineCompletion", #"{"isIncomplete": true, "items": []}"#),
    ("ServerCapabilities", #"{"inlineCompletionProvider": false}"#),
    ("result:completionItem/resolve", "null"),
    ("result:shutdown", "{}"),
    ("Position", #"{"line": 2147483648, "character": 0}"#),
    ("Position", #"{"line": -1, "character": 0}"#),
    ("Position", #"{"line": 1.5, "character": 0}"#),
    ("errorResponse", #"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32801, "message": "a"}}"#),
    ("errorResponse", #"{"jsonrpc": "2.0", "error": {"code": -32700, "message": "a"}}"#),
    ("errorResponse", #"{"jsonrpc": "2.0", "id": 1, "result": null, "error": {"code": -32700, "message": "a"}}"#),
    ("notification:window/logMessage", #"{"jsonrpc": "2.0", "method": "window/logMessage", "params": {"type": 6}}"#),
    ("notification:$/cancelRequest", #"{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": null}}"#),
    ("ProgressParams", #"{"token": 1, "value": {"kind": "begin"}}"#),
    ("ProgressParams", #"{"token": 1, "value": {"kind": "end", "percentage": 100}}"#),
    ("ProgressParams", #"{"token": null, "value": {"kind": "end"}}"#),
    ("RegistrationParams", #"{"registrations": [{"id": "a", "method": "textDocument/hover"}]}"#),
    (
      "RegistrationParams",
      #"{"registrations": [{"id": "a", "method": "textDocument/completion", "registerOptions": {"watchers": []}}]}"#
    ),
    ("CompletionsChangedParams", #"{"textDocument": {"uri": "a"}, "position": {"line": 0, "character": 0}}"#),
    ("FileSystemWatcher", #"{"globPattern": "**/*.txt", "kind": 8}"#),
    ("ConfigurationParams", #"{"items": ["catchword"]}"#),
  ])
  func nearMissesAreRefused(definition: String, value: String) throws {
    let value = try JSONValue(parsing: value)
    #expect(try MessageSchema.ours.get().schema.violation(in: value, definition: definition) != nil)
  }

  /// The schema as a whole, which is what other tools check by, accepts each kind of message.
  @Test func theWholeAcceptsEachMessage() throws {
    let schema = try MessageSchema.ours.get().schema
    var sampler = SchemaSampler(schema: schema, random: SeededRandom())
    let messages = schema.definitions.keys.filter { name in
      ["response", "errorResponse"].contains(name) || name.hasPrefix("notification:") || name.hasPrefix("request:")
    }
    #expect(messages.count >= 11)
    for name in messages { #expect(schema.violation(in: sampler.value(of: name)) == nil, "\(name)") }
    #expect(schema.violation(in: ["jsonrpc": "2.0", "method": "telemetry/event", "params": [:]]) != nil)
  }

  @Test func anyOtherPropertyIsRefused() throws {
    let schema = try MessageSchema.ours.get().schema
    var sampler = SchemaSampler(schema: schema, random: SeededRandom())
    var refused = 0
    for _ in 0..<20 {
      for name in schema.definitions.keys.sorted() {
        let value = sampler.value(of: name)
        #expect(schema.violation(in: value, definition: name) == nil)
        for spoilt in Self.spoilt(value) {
          #expect(schema.violation(in: spoilt, definition: name) != nil, "\(name): \(spoilt.json)")
          refused += 1
        }
      }
    }
    #expect(refused > 1000)
  }

  /// The value with an unknown property, once for each object in it.
  private static func spoilt(_ value: JSONValue) -> [JSONValue] {
    switch value {
    case .array(let elements):
      return elements.indices.flatMap { index in
        spoilt(elements[index]).map { spoilt in
          var copy = elements
          copy[index] = spoilt
          return .array(copy)
        }
      }
    case .object(let fields):
      let inside = fields.flatMap { name, field in
        spoilt(field).map { spoilt in JSONValue.object(fields.merging([name: spoilt]) { $1 }) }
      }
      return inside + [.object(fields.merging(["unheardOf": 1]) { $1 })]
    default: return []
    }
  }
}
