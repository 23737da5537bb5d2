import CatchwordRPC
import TestSupport
import Testing

@testable import CatchwordProxy

/// A server that leaves out of its answer to `initialize` whatever the client lets it register later.
struct LateRegistrationTests {
  private static let dynamic: JSONValue = ["dynamicRegistration": true]
  private static let capabilities: JSONValue = ["textDocument": ["synchronization": dynamic, "completion": dynamic]]

  private static func isLate(_ name: String, _ message: JSONValue?) -> Bool {
    message?["params"]?["capabilities"]?["textDocument"]?[name]?["dynamicRegistration"] == true
  }

  /// Its answer to `initialize`.
  private static func answer(_ message: JSONValue) -> JSONValue {
    var capabilities: [String: JSONValue] = ["hoverProvider": true]
    if !isLate("synchronization", message) { capabilities["textDocumentSync"] = 2 }
    if !isLate("completion", message) { capabilities["completionProvider"] = [:] }
    return ScriptedUpstream.answer(message, ["capabilities": .object(capabilities)])
  }

  /// What it registers as soon as it may.
  private static func registration(_ message: JSONValue?) -> [JSONValue] {
    var methods: [String] = []
    if isLate("synchronization", message) { methods += ["textDocument/didOpen", "textDocument/didChange"] }
    if isLate("completion", message) { methods.append("textDocument/completion") }
    if methods.isEmpty { return [] }
    let registrations = methods.map { ["id": .string($0), "method": .string($0)] as JSONValue }
    return [
      [
        "jsonrpc": "2.0", "id": "r", "method": "client/registerCapability",
        "params": ["registrations": .array(registrations)],
      ]
    ]
  }

  @Test(arguments: [false, true])
  func hasItsDocumentsAndItsItems(isEarly: Bool) throws {
    let asked = Box<JSONValue>()
    let dialogue = ProxyDialogue { method, message in
      switch method {
      case "initialize":
        asked.value = message
        return isEarly ? [] : [Self.answer(message)]
      case "initialized": return Self.registration(asked.value)
      case "textDocument/completion": return [ScriptedUpstream.answer(message, [["label": "printf"]])]
      default: return []
      }
    }
    #expect(dialogue.request("initialize", ["capabilities": Self.capabilities])?["result"] != nil)
    dialogue.notify("initialized", [:])
    dialogue.open("a", "p")
    dialogue.type("r", at: 1)
    if isEarly {
      #expect(dialogue.upstream.methods == ["initialize"])
      dialogue.upstream.say(Self.answer(try #require(asked.value)))
      dialogue.listen()
    }
    #expect(
      dialogue.upstream.methods == ["initialize", "initialized", "textDocument/didOpen", "textDocument/didChange"])
    let list = dialogue.complete(at: 2)
    #expect(list?["items"]?.arrayValue?.map { $0["label"] } == ["printf"])
  }
}
