import CatchwordRPC
import CatchwordTranscript
import TestSupport
import Testing

/// The checker of dialogues itself: each rule lets pass what it should, and nothing else.
struct DialogueCheckerTests {
  /// What a client declares, what it is sent for `  hel|lo`, and what is wrong with that.
  struct List: CustomTestStringConvertible {
    let declared: String
    let result: String
    let expected: String?

    init(_ declared: String, _ result: String, _ expected: String?) {
      (self.declared, self.result, self.expected) = (declared, result, expected)
    }

    /// Declared about items, and one item.
    init(item: String, declared: String, _ expected: String?) {
      self.init(#"{"completionItem": {\#(declared)}}"#, #"[{"label": "hello", \#(item)}]"#, expected)
    }

    var testDescription: String { "\(result) for \(declared)" }
  }

  private static func range(_ start: Int, _ end: Int, line: Int = 0) -> String {
    #"{"start": {"line": 0, "character": \#(start)}, "end": {"line": \#(line), "character": \#(end)}}"#
  }

  private static func edit(_ range: String) -> String { #""textEdit": {"newText": "hello", "range": \#(range)}"# }

  private static func edit(insert: String, replace: String) -> String {
    #""textEdit": {"newText": "hello", "insert": \#(insert), "replace": \#(replace)}"#
  }

  private static let undeclared = "was not declared"

  static let fields: [List] = [
    List(item: #""kind": 18"#, declared: "", nil),
    List(item: #""kind": 19"#, declared: "", ".items[0].kind is 19, which was not declared"),
    List(#"{"completionItemKind": {"valueSet": [25]}}"#, #"[{"label": "a", "kind": 25}]"#, nil),
    List(
      #"{"completionItemKind": {"valueSet": [25]}}"#, #"[{"label": "a", "kind": 1}]"#,
      "kind is 1, which was not declared"),
    List(item: #""tags": [1]"#, declared: #""tagSupport": {"valueSet": [1]}"#, nil),
    List(item: #""tags": [1]"#, declared: #""tagSupport": {"valueSet": []}"#, ".tags was not declared"),
    List(item: #""deprecated": true"#, declared: #""deprecatedSupport": true"#, nil),
    List(item: #""deprecated": true"#, declared: "", ".deprecated was not declared"),
    List(item: #""preselect": true"#, declared: #""preselectSupport": true"#, nil),
    List(item: #""preselect": true"#, declared: #""preselectSupport": false"#, ".preselect was not declared"),
    List(item: #""labelDetails": {"detail": "x"}"#, declared: #""labelDetailsSupport": true"#, nil),
    List(item: #""labelDetails": {"detail": "x"}"#, declared: "", ".labelDetails was not declared"),
    List(item: #""commitCharacters": ["."]"#, declared: #""commitCharactersSupport": true"#, nil),
    List(item: #""commitCharacters": ["."]"#, declared: "", ".commitCharacters was not declared"),
    List(item: #""insertTextFormat": 1"#, declared: "", nil),
    List(item: #""insertTextFormat": 2"#, declared: #""snippetSupport": true"#, nil),
    List(item: #""insertTextFormat": 2"#, declared: "", "snippets were not declared"),
    List(item: #""insertTextMode": 1"#, declared: #""insertTextModeSupport": {"valueSet": [1]}"#, nil),
    List(item: #""insertTextMode": 2"#, declared: #""insertTextModeSupport": {"valueSet": [1]}"#, "Mode is 2"),
    List(item: #""documentation": "x""#, declared: "", nil),
    List(item: #""documentation": {"kind": "markdown", "value": "x"}"#, declared: "", "is no plain string"),
    List(
      item: #""documentation": {"kind": "markdown", "value": "x"}"#, declared: #""documentationFormat": ["plaintext"]"#,
      #"kind is "markdown""#),
    List(
      item: #""documentation": {"kind": "markdown", "value": "x"}"#,
      declared: #""documentationFormat": ["plaintext", "markdown"]"#, nil),
    List(item: #""data": 1"#, declared: "", nil),
    List(item: #""data": 1"#, declared: #""resolveSupport": {"properties": []}"#, "the client resolves nothing"),
    List(item: #""textEditText": "x""#, declared: "", "but the list has no editRange"),
    List(item: #""score": 3, "score_offset": 1"#, declared: "", nil),
    List(item: #""colour": "red""#, declared: "", "value[0].colour must not be there"),
  ]

  static let defaults: [List] = [
    List(
      #"{"completionList": {"itemDefaults": ["editRange"]}}"#,
      #"{"isIncomplete": false, "itemDefaults": {"editRange": \#(range(2, 5))}, "items": [{"label": "a", "textEditText": "b"}]}"#,
      nil),
    List(
      #"{"completionList": {"itemDefaults": ["editRange"]}}"#,
      #"{"isIncomplete": false, "itemDefaults": {"editRange": \#(range(2, 4))}, "items": []}"#,
      ".itemDefaults.editRange does not contain the place of the request, 0:5"),
    List(
      #"{"completionList": {"itemDefaults": ["data"]}}"#,
      #"{"isIncomplete": false, "itemDefaults": {"editRange": \#(range(2, 5))}, "items": []}"#,
      ".itemDefaults.editRange was not declared"),
    List(
      #"{"completionList": {"itemDefaults": ["insertTextFormat"]}}"#,
      #"{"isIncomplete": false, "itemDefaults": {"insertTextFormat": 2}, "items": []}"#, "snippets were not declared"),
    List("{}", #"{"isIncomplete": false, "applyKind": {"data": 1}, "items": []}"#, ".applyKind was not declared"),
    List(
      #"{"completionList": {"applyKindSupport": true}}"#,
      #"{"isIncomplete": false, "applyKind": {"data": 1}, "items": []}"#, nil),
    List("{}", "null", nil),
  ]

  static let edits: [List] = [
    List(item: edit(range(2, 5)), declared: "", nil),
    List(item: edit(range(5, 7)), declared: "", nil),
    List(item: edit(range(2, 4)), declared: "", ".textEdit.range does not contain the place of the request, 0:5"),
    List(item: edit(range(6, 7)), declared: "", "does not contain the place of the request, 0:5"),
    List(item: edit(range(2, 8)), declared: "", "ends past its line, which has 7 columns"),
    List(item: edit(range(2, 1, line: 1)), declared: "", "is on two lines"),
    List(item: edit(range(5, 2)), declared: "", "ends before it starts"),
    List(item: edit(insert: range(2, 5), replace: range(2, 7)), declared: "", ".textEdit.insert was not declared"),
    List(item: edit(insert: range(2, 5), replace: range(2, 7)), declared: #""insertReplaceSupport": true"#, nil),
    List(
      item: edit(insert: range(2, 7), replace: range(2, 5)), declared: #""insertReplaceSupport": true"#,
      "insert is no prefix of replace"),
    List(
      item: edit(insert: range(3, 5), replace: range(2, 7)), declared: #""insertReplaceSupport": true"#,
      "insert is no prefix of replace"),
    List(
      item: edit(range(2, 5)) + #", "additionalTextEdits": [{"newText": "", "range": \#(range(0, 2))}]"#, declared: "",
      nil),
    List(
      item: edit(range(2, 5)) + #", "additionalTextEdits": [{"newText": "", "range": \#(range(0, 3))}]"#, declared: "",
      ".additionalTextEdits[0] overlaps the edit"),
  ]

  @Test(arguments: fields + defaults + edits)
  func lists(_ list: List) throws {
    var checker = try DialogueChecker(contracts: [MessageSchema.ours.get()])
    for line in [
      #"> {"id": 1, "method": "initialize", "params": {"capabilities": {"textDocument": {"completion": \#(list.declared)}}}}"#,
      #"< {"id": 1, "result": {"capabilities": {}}}"#,
      #"> {"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "a", "text": "  hello\nx"}}}"#,
      #"> {"id": 2, "method": "textDocument/completion", "params": {"textDocument": {"uri": "a"}, "position": {"line": 0, "character": 5}}}"#,
      #"< {"id": 2, "result": \#(list.result)}"#,
    ] { try checker.play(line) }
    checker.expect(list.expected)
  }

  /// Lines of a dialogue after `initialize`, and what is wrong with it.
  static let dialogues: [(String, String?)] = [
    // Answers
    (#"> {"id": "1", "method": "shutdown"} < {"id": 1, "result": null}"#, "answers what nobody asked"),
    (#"> {"id": 2, "method": "shutdown"} < {"id": 2, "result": {}}"#, "value is {}, which is no null"),
    (#"> {"id": 2, "method": "shutdown"} < {"id": 2, "result": null} < {"id": 2, "result": null}"#, "nobody asked"),
    (#"> {"id": 2, "method": "hover"} < {"id": 2, "error": {"code": -32601, "message": "no"}}"#, nil),
    (
      #"> {"id": 2, "method": "hover"} < {"id": 2, "error": {"code": -32801, "message": "no"}}"#, "error.code is -32801"
    ),
    (
      #"> {"id": 2, "method": "hover"} < {"id": 2, "result": null}"#,
      "is a result of hover, which has none in the schema"
    ),
    (#"< {"id": null, "error": {"code": -32700, "message": "no"}}"#, nil),
    (#"< {"id": 9, "error": {"code": -32700, "message": "no"}}"#, "answers what nobody asked"),
    (#"> {"id": 2, "method": "shutdown"} < {"id": 2, "result": null, "x": 1}"#, "has fields that a response"),
    (#"< {"method": "window/showMessage", "params": {"type": 1, "message": "x"}}"#, "which is not in the schema"),
    // Two requests with one id: the later is refused, the earlier answered.
    (
      #"> {"id": 2, "method": "shutdown"} > {"id": 2, "method": "hover"} < {"id": 2, "error": {"code": -32600, "message": "no"}} < {"id": 2, "result": null}"#,
      nil
    ),
    // Trace
    (#"< {"method": "$/logTrace", "params": {"message": "x"}}"#, "trace is off"),
    (
      #"> {"method": "$/setTrace", "params": {"value": "messages"}} < {"method": "$/logTrace", "params": {"message": "x"}}"#,
      nil
    ),
    (
      #"> {"method": "$/setTrace", "params": {"value": "messages"}} < {"method": "$/logTrace", "params": {"message": "x", "verbose": "y"}}"#,
      "particulars nobody asked for"
    ),
    (
      #"> {"method": "$/setTrace", "params": {"value": "verbose"}} < {"method": "$/logTrace", "params": {"message": "x", "verbose": "y"}}"#,
      nil
    ),
    (
      #"< {"method": "$/catchword/completionsChanged", "params": {"textDocument": {"uri": "a", "version": 1}, "position": {"line": 0, "character": 0}}}"#,
      "a client that has not declared it"
    ),
    // Resolving
    (
      #"> {"id": 2, "method": "completionItem/resolve", "params": {"label": "a", "mine": 1}} < {"id": 2, "result": {"label": "a", "mine": 1, "detail": "d"}}"#,
      nil
    ),
    (
      #"> {"id": 2, "method": "completionItem/resolve", "params": {"label": "a"}} < {"id": 2, "result": {"label": "a", "mine": 1}}"#,
      "value.mine must not be there"
    ),
    (
      #"> {"id": 2, "method": "completionItem/resolve", "params": {"label": "a", "sortText": "1"}} < {"id": 2, "result": {"label": "a", "sortText": "2"}}"#,
      ".sortText has changed"
    ),
    (
      #"> {"id": 2, "method": "completionItem/resolve", "params": {"label": "a"}} < {"id": 2, "result": {"label": "a", "insertText": "b"}}"#,
      ".insertText came late"
    ),
    // Progress
    (
      #"< {"method": "$/progress", "params": {"token": 1, "value": {"kind": "begin", "title": "x"}}}"#,
      "is 1, which nobody has made"
    ),
    (
      #"< {"id": "a", "method": "window/workDoneProgress/create", "params": {"token": 1}} > {"id": "a", "result": null} < {"method": "$/progress", "params": {"token": 1, "value": {"kind": "begin", "title": "x"}}} < {"method": "$/progress", "params": {"token": 1, "value": {"kind": "end"}}}"#,
      nil
    ),
    (
      #"< {"id": "a", "method": "window/workDoneProgress/create", "params": {"token": 1}} < {"method": "$/progress", "params": {"token": 1, "value": {"kind": "begin", "title": "x"}}}"#,
      "which nobody has made"
    ),
    (
      #"< {"id": "a", "method": "window/workDoneProgress/create", "params": {"token": 1}} > {"id": "a", "error": {"code": 1, "message": "x"}} < {"method": "$/progress", "params": {"token": 1, "value": {"kind": "begin", "title": "x"}}}"#,
      "which nobody has made"
    ),
    (
      #"> {"id": 2, "method": "textDocument/completion", "params": {"workDoneToken": "w"}} < {"method": "$/progress", "params": {"token": "w", "value": {"kind": "report"}}}"#,
      #"is "report" out of turn"#
    ),
    (
      #"> {"id": 2, "method": "textDocument/completion", "params": {"workDoneToken": "w"}} < {"method": "$/progress", "params": {"token": "w", "value": {"kind": "begin", "title": "x", "percentage": 9}}} < {"method": "$/progress", "params": {"token": "w", "value": {"kind": "report", "percentage": 8}}}"#,
      "percentage has fallen"
    ),
    (
      #"> {"id": 2, "method": "textDocument/completion", "params": {"workDoneToken": "w"}} < {"method": "$/progress", "params": {"token": "w", "value": {"kind": "begin", "title": "x"}}} < {"id": 2, "result": null}"#,
      "whose work has not ended"
    ),
    (
      #"> {"id": 2, "method": "textDocument/completion", "params": {"workDoneToken": "w"}} < {"id": 2, "result": null} < {"method": "$/progress", "params": {"token": "w", "value": {"kind": "begin", "title": "x"}}}"#,
      "which nobody has made"
    ),
    (
      #"> {"id": 2, "method": "textDocument/completion", "params": {"partialResultToken": "p"}} < {"method": "$/progress", "params": {"token": "p", "value": [{"label": "a"}]}} < {"id": 2, "result": []}"#,
      nil
    ),
    (
      #"> {"id": 2, "method": "textDocument/completion", "params": {"partialResultToken": "p"}} < {"method": "$/progress", "params": {"token": "p", "value": [{"label": "a", "preselect": true}]}}"#,
      ".preselect was not declared"
    ),
    (
      #"> {"id": 2, "method": "textDocument/completion", "params": {"partialResultToken": "p"}} < {"method": "$/progress", "params": {"token": "p", "value": []}} < {"method": "$/progress", "params": {"token": "p", "value": {"isIncomplete": true, "items": []}}}"#,
      "which may only come first"
    ),
    (
      #"> {"id": 2, "method": "textDocument/completion", "params": {"partialResultToken": "p"}} < {"method": "$/progress", "params": {"token": "p", "value": [{"label": "a"}]}} < {"id": 2, "result": [{"label": "a"}]}"#,
      "has items after partial results"
    ),
    // The server's own requests
    (#"< {"id": 1, "method": "workspace/configuration", "params": {"items": [{"section": "catchword"}]}}"#, nil),
    (#"< {"id": 1, "method": "workspace/configuration", "params": {}}"#, "params.items is missing"),
    (
      #"< {"id": 1, "method": "workspace/configuration", "params": {"items": []}} < {"id": 1, "method": "workspace/configuration", "params": {"items": []}}"#,
      "is in use already"
    ),
    (
      #"< {"id": 1, "method": "workspace/configuration", "params": {"items": []}} < {"method": "$/cancelRequest", "params": {"id": 1}}"#,
      nil
    ),
    (#"< {"method": "$/cancelRequest", "params": {"id": 1}}"#, "is no open request's"),
    (
      #"< {"id": 1, "method": "client/registerCapability", "params": {"registrations": [{"id": "w", "method": "workspace/didChangeWatchedFiles", "registerOptions": {"watchers": [{"globPattern": "*.txt"}]}}]}} < {"id": 2, "method": "client/unregisterCapability", "params": {"unregisterations": [{"id": "w", "method": "workspace/didChangeWatchedFiles"}]}}"#,
      nil
    ),
    (
      #"< {"id": 1, "method": "client/registerCapability", "params": {"registrations": [{"id": "w", "method": "workspace/didChangeWatchedFiles", "registerOptions": {"watchers": [{"globPattern": {"baseUri": "file:///", "pattern": "*"}}]}}]}}"#,
      "a relative pattern, which the client has not declared"
    ),
    (
      #"< {"id": 1, "method": "client/registerCapability", "params": {"registrations": [{"id": "c", "method": "workspace/didChangeConfiguration"}]}}"#,
      "workspace/didChangeConfiguration, which the client has not declared"
    ),
    (
      #"< {"id": 1, "method": "client/registerCapability", "params": {"registrations": [{"id": "c", "method": "textDocument/completion", "registerOptions": {"documentSelector": null}}]}}"#,
      "which initialize did already"
    ),
    (
      #"< {"id": 2, "method": "client/unregisterCapability", "params": {"unregisterations": [{"id": "w", "method": "workspace/didChangeWatchedFiles"}]}}"#,
      "names what is not registered"
    ),
  ]

  @Test(arguments: dialogues)
  func dialogue(lines: String, expected: String?) throws {
    var checker = try DialogueChecker(contracts: [MessageSchema.ours.get()])
    let capabilities = """
      {"window": {"workDoneProgress": true}, "workspace": {"configuration": true, "didChangeWatchedFiles": \
      {"dynamicRegistration": true}}, "textDocument": {"completion": {"dynamicRegistration": true}}}
      """
    try checker.play(#"> {"id": 1, "method": "initialize", "params": {"capabilities": \#(capabilities)}}"#)
    try checker.play(#"< {"id": 1, "result": {"capabilities": {"completionProvider": {}}}}"#)
    for line in lines.replacing(" > {", with: "\n> {").replacing(" < {", with: "\n< {").split(separator: "\n") {
      try checker.play(String(line))
    }
    checker.expect(expected)
  }

  @Test(arguments: [
    (#"< {"method": "window/logMessage", "params": {"type": 3, "message": "x"}}"#, nil),
    (#"< {"method": "$/progress", "params": {"token": "i", "value": {"kind": "begin", "title": "x"}}}"#, nil),
    (#"< {"id": 1, "method": "workspace/configuration", "params": {"items": []}}"#, "before the reply to initialize"),
    (#"< {"id": 1, "result": {"capabilities": {"positionEncoding": "utf-16"}}}"#, #"positionEncoding is "utf-16""#),
    (#"< {"id": 1, "result": {"capabilities": {"positionEncoding": "utf-8"}}}"#, nil),
  ])
  func beforeTheReplyToInitialize(line: String, expected: String?) throws {
    var checker = try DialogueChecker(contracts: [MessageSchema.ours.get()])
    try checker.play(
      """
      > {"id": 1, "method": "initialize", "params": {"workDoneToken": "i", "capabilities": {"general": \
      {"positionEncodings": ["utf-16", "utf-8"]}, "workspace": {"configuration": true}}}}
      """)
    try checker.play(line)
    checker.expect(expected)
  }

  /// Whatever a description of the messages says is heard, of every message of a server in this process.
  @Test func everyMessageIsChecked() throws {
    let time = VirtualTime()
    let checker = DialogueChecker(contracts: [Refusal()])
    let peer = InProcessPeer(.scripted([], time: time), time: time, checker: checker)
    for text in [
      #"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}, "trace": "messages"}}"#,
      #"{"jsonrpc": "2.0", "id": 2, "method": "textDocument/completion", "params": {"textDocument": {"uri": "a"}, "position": {"line": 0, "character": 0}}}"#,
      #"{"jsonrpc": "2.0", "method": "workspace/didChangeConfiguration", "params": {"settings": {"limit": 0}}}"#,
      #"{"jsonrpc": "2.0", "id": 3, "method": "unheardOf"}"#,
    ] { peer.send(OutgoingMessage.frame(ContiguousArray(text.utf8))) }
    #expect(peer.violations.count == 4)
    #expect(peer.problemsAtEnd().count == 4)
  }

  private struct Refusal: MessageContract {
    func violation(inResult result: JSONValue, of method: String) -> Violation? { Violation(problem: "no") }
    func violation(inErrorResponse message: JSONValue, of method: String?) -> Violation? { Violation(problem: "no") }
    func violation(inMessage message: JSONValue, method: String) -> Violation? { Violation(problem: "no") }
    func violation(inPartialResult value: JSONValue, of method: String) -> Violation? { Violation(problem: "no") }
  }
}

extension DialogueChecker {
  /// Takes a line of a transcript: `> {…}` of the client or `< {…}` of the server.
  mutating func play(_ line: String) throws {
    guard case .object(var fields) = try JSONValue(parsing: String(line.dropFirst(2))) else { return }
    fields["jsonrpc"] = "2.0"
    if line.hasPrefix(">") { clientSent(.object(fields)) } else { serverSent(.object(fields)) }
  }

  /// Expects nothing wrong, or one thing with a text in it.
  func expect(_ expected: String?, _ location: SourceLocation = #_sourceLocation) {
    guard let expected else {
      #expect(violations == [], sourceLocation: location)
      return
    }
    #expect(violations.count == 1 && violations[0].contains(expected), "\(violations)", sourceLocation: location)
  }
}
