import CatchwordRPC
import Testing

@testable import CatchwordProxy

struct InitializeMergeTests {
  private let own: JSONValue = [
    "capabilities": [
      "completionProvider": ["triggerCharacters": ["/", "."], "resolveProvider": true],
      "executeCommandProvider": ["commands": ["catchword.ban"]], "inlineCompletionProvider": true,
    ]
  ]

  private func merged(_ answer: String, moves: Bool = false) throws -> String {
    let message = PassingMessage(ContiguousArray(answer.utf8))
    return String(
      decoding: InitializeMerge.merge(message, own: own, movesCommitCharacters: moves), as: UTF8.self)
  }

  @Test func allButWhatIsMergedStaysByteByByte() throws {
    let answer = """
      {"jsonrpc":"2.0", "id":1 ,"result":{"serverInfo":{"name":"é\\u00e9"},"capabilities":{ "textDocumentSync" : 2,
      "completionProvider":{"triggerCharacters":["."],"allCommitCharacters":[";"],"x":1}, "b":1.50, "a":[ ]} } }
      """
    #expect(
      try merged(answer, moves: true) == """
        {"jsonrpc":"2.0", "id":1 ,"result":{"serverInfo":{"name":"é\\u00e9"},"capabilities":{ "textDocumentSync" : 2,
        "completionProvider":{"resolveProvider":true,"triggerCharacters":[".","/"],"x":1}, "b":1.50, "a":[ ],\
        "executeCommandProvider":{"commands":["catchword.ban"]},"inlineCompletionProvider":true} } }
        """)
  }

  @Test(
    arguments: [
      ("{}", #"{"change":2,"openClose":true}"#), (#"{"textDocumentSync":0}"#, #"{"change":2,"openClose":true}"#),
      (#"{"textDocumentSync":1}"#, "1"),
      (#"{"textDocumentSync":{"change":1,"save":true}}"#, #"{"change":1,"openClose":true,"save":true}"#),
      (#"{"textDocumentSync":{"openClose":true,"change":0}}"#, #"{"change":2,"openClose":true}"#),
    ])
  func documentsAreFollowedInAnyCase(_ capabilities: String, _ expected: String) throws {
    let text = try merged("{\"id\":1,\"result\":{\"capabilities\":\(capabilities)}}")
    let sync = try JSONValue(parsing: text)["result"]?["capabilities"]?["textDocumentSync"]
    #expect(sync?.json == expected)
  }

  @Test func anAnswerThatIsNoneIsHandedOn() throws {
    for answer in [#"{"id":1,"result":null}"#, #"{"id":1,"result":{"capabilities":7}}"#, #"{"id":1,"result":[]}"#] {
      #expect(try merged(answer) == answer)
    }
  }

  @Test(
    arguments: [
      (#"{"capabilities":{"positionEncoding":"utf-8"}}"#, "utf-8"), (#"{"capabilities":{}}"#, "utf-16"),
      (#"{"offsetEncoding":"utf-32","capabilities":{}}"#, "utf-32"),
    ])
  func oursCountsAsTheOtherServerDoes(_ result: String, _ encoding: String) throws {
    let abilities = UpstreamAbilities(try JSONValue(parsing: result))
    let params: JSONValue = [
      "capabilities": ["general": ["positionEncodings": ["utf-32", "utf-8", "utf-16"], "x": 1]],
      "initializationOptions": ["clangdFileStatus": true, "catchword": ["limit": 5]],
    ]
    let told = InitializeMerge.embeddedParams(params, upstream: abilities)
    #expect(told["capabilities"]?["general"]?["positionEncodings"] == [.string(encoding)])
    #expect(told["capabilities"]?["general"]?["x"] == 1)
    #expect(told["initializationOptions"] == ["catchword": ["limit": 5]])
  }

  /// Of what is shown in the text, ours counts only where the other server has none.
  @Test(
    arguments: [
      ("{}", "true"), (#"{"inlineCompletionProvider":false}"#, "true"), (#"{"inlineCompletionProvider":null}"#, "true"),
      (#"{"inlineCompletionProvider":true}"#, "true"),
      (#"{"inlineCompletionProvider": { "workDoneProgress" : 1 } }"#, #"{"workDoneProgress":1}"#),
    ])
  func theOtherServersGhostTextComesFirst(_ capabilities: String, _ expected: String) throws {
    let text = try merged("{\"id\":1,\"result\":{\"capabilities\":\(capabilities)}}")
    #expect(try JSONValue(parsing: text)["result"]?["capabilities"]?["inlineCompletionProvider"]?.json == expected)
    #expect(text.contains(" : 1") == capabilities.contains(" : 1"))
    let abilities = UpstreamAbilities(try JSONValue(parsing: "{\"capabilities\":\(capabilities)}"))
    let inline: JSONValue = ["dynamicRegistration": true, "x": 1]
    let params: JSONValue = ["capabilities": ["textDocument": ["inlineCompletion": inline, "y": 2]]]
    let told = InitializeMerge.embeddedParams(params, upstream: abilities)["capabilities"]?["textDocument"]
    #expect(told?["inlineCompletion"] == (abilities.completesInline ? nil : ["dynamicRegistration": false, "x": 1]))
    #expect(told?["y"] == 2)
  }

  /// What concerns us too stands in the other server's answer; the rest it may register.
  @Test func theOtherServerRegistersNothingShared() {
    let text = """
      {"id":1,"params":{"capabilities":{ "textDocument":{"completion":{"x":1.50, "dynamicRegistration":true},
      "hover":{"dynamicRegistration":true}, "synchronization":{"dynamicRegistration":true}} }} }
      """
    let told = InitializeMerge.registeringNothingShared(ContiguousArray(text.utf8))
    #expect(
      String(decoding: told, as: UTF8.self) == """
        {"id":1,"params":{"capabilities":{ "textDocument":{"completion":{"x":1.50, "dynamicRegistration":false},
        "hover":{"dynamicRegistration":true}, "synchronization":{"dynamicRegistration":false}} }} }
        """)
    for text in [#"{"id":1,"params":{"capabilities":{"textDocument":{"completion":{}}}}}"#, #"{"id":1,"params":7}"#] {
      let body = ContiguousArray(text.utf8)
      #expect(InitializeMerge.registeringNothingShared(body) == body)
    }
  }

  @Test func aClientThatOffersNothingIsLeftAsItIs() {
    let told = InitializeMerge.embeddedParams(["capabilities": [:]], upstream: UpstreamAbilities())
    #expect(told["capabilities"] == [:])
  }
}
