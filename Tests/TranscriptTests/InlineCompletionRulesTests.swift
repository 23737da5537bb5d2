import TestSupport
import Testing

/// The checker's rules for what is shown in the text: each lets pass what it should, and nothing else.
struct InlineCompletionRulesTests {
  private static func range(_ start: Int, _ end: Int, line: Int = 0) -> String {
    #"{"start": {"line": 0, "character": \#(start)}, "end": {"line": \#(line), "character": \#(end)}}"#
  }

  private static func item(_ text: String, _ range: String) -> String {
    #"{"insertText": "\#(text)", "range": \#(range)}"#
  }

  private static func items(_ texts: String...) -> String {
    texts.map { item($0, range(2, 5)) }.joined(separator: ",")
  }

  private static let selected = #", "selectedCompletionInfo": {"range": \#(range(1, 5)), "text": "hel"}"#

  @Test(arguments: [
    ("", "", nil), ("", item("hello", range(2, 5)), nil), ("", item("lo", range(5, 5)), nil),
    ("", item("hello", range(2, 5)) + "," + item("help", range(2, 5)), ".items has 2 items"),
    ("1", items("hello", "help", "held"), nil),
    ("1", items("hello", "help", "held", "hell"), ".items has 4 items"),
    ("1", items("hello", "help", "hello"), ".items has an item twice"),
    ("", item("  ", range(2, 5)), ".insertText has nothing to see"),
    ("", item("hello ", range(2, 5)), ".insertText ends with white space"),
    ("", #"{"insertText": "hello"}"#, ".range is missing"),
    ("", item("hello", range(5, 2)), ".range is not on one line"),
    ("", item("hello", range(2, 5, line: 1)), ".range is not on one line"),
    ("", item("hello", range(2, 4)), ".range does not end at the cursor, 0:5"),
    (selected, item("hello", range(1, 5)), nil),
    (selected, item("hello", range(2, 5)), ".range is not that of the selected item"),
    (selected, item("hallo", range(1, 5)), ".insertText does not begin with the selected item"),
  ])
  func lists(context: String, items: String, expected: String?) throws {
    var checker = try DialogueChecker(contracts: [MessageSchema.ours.get()])
    for line in [
      #"> {"id": 1, "method": "initialize", "params": {"capabilities": {}}}"#,
      #"< {"id": 1, "result": {"capabilities": {}}}"#,
      #"> {"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "a", "text": "  hel"}}}"#,
      #"> {"id": 2, "method": "textDocument/inlineCompletion", "params": {"textDocument": {"uri": "a"}, "position": {"line": 0, "character": 9}, "context": {"triggerKind": \#(context == "1" ? "1" : "2" + context)}}}"#,
      #"< {"id": 2, "result": {"items": [\#(items)]}}"#,
    ] { try checker.play(line) }
    checker.expect(expected)
  }

  @Test(arguments: [
    ("{}", "is there, although the client has not asked"), (#"{"inlineCompletion": {}}"#, nil),
    (#"{"inlineCompletion": {"dynamicRegistration": false}}"#, nil),
    (#"{"inlineCompletion": {"dynamicRegistration": true}}"#, "is there, although it can be registered"),
  ])
  func advertising(declared: String, expected: String?) throws {
    var checker = try DialogueChecker(contracts: [MessageSchema.ours.get()])
    try checker.play(
      #"> {"id": 1, "method": "initialize", "params": {"capabilities": {"textDocument": \#(declared)}}}"#)
    try checker.play(#"< {"id": 1, "result": {"capabilities": {"inlineCompletionProvider": true}}}"#)
    checker.expect(expected)
  }
}
