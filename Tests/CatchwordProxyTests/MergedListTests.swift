import CatchwordCompletion
import CatchwordRPC
import CatchwordText
import TestSupport
import Testing

@testable import CatchwordProxy

/// What a client sees of two servers' completions.
struct MergedListTests {
  private func labels(_ list: JSONValue?) -> [String] {
    let items = list?["items"]?.arrayValue ?? []
    let sorted = items.sorted { $0["sortText"]?.stringValue ?? "" < $1["sortText"]?.stringValue ?? "" }
    return sorted.compactMap { $0["label"]?.stringValue }
  }

  private static let printf: JSONValue = [
    "label": " printf(const char *, ...)", "filterText": "printf", "sortText": "40a", "kind": 3,
    "insertTextFormat": 2, "command": ["title": "t", "command": "c", "arguments": [.number("1.50")]],
    "textEdit": [
      "newText": "printf(${1:format})",
      "range": ["start": ["line": 0, "character": 0], "end": ["line": 0, "character": 3]],
    ],
    "additionalTextEdits": [
      [
        "newText": "#include <stdio.h>\n",
        "range": ["start": ["line": 0, "character": 0], "end": ["line": 0, "character": 0]],
      ]
    ], "data": ["k": 1], "x-unknown": [nil, .number("1e3")],
  ]

  @Test func aWordThatIsAnItemsNameIsShownOnceAndTheItemIsIntact() throws {
    let dialogue = ProxyDialogue.completing([Self.printf], text: "pri")
    dialogue.open("words", "printf printable")
    let list = dialogue.complete(at: 3)
    #expect(labels(list) == [" printf(const char *, ...)", "printable"])
    var item = try #require(list?["items"]?.arrayValue?.first { $0["filterText"] == "printf" }?.objectValue)
    var sent = try #require(Self.printf.objectValue)
    for name in ["sortText", "data"] {
      #expect(item[name] != sent[name])
      (item[name], sent[name]) = (nil, nil)
    }
    #expect(item == sent)
  }

  @Test func functionsOfOneNameStayApart() {
    let items: [JSONValue] = [
      ["label": "push(int)", "filterText": "push"], ["label": "push(double)", "filterText": "push"],
      ["label": "push(int)", "filterText": "push", "detail": "other"],
    ]
    let dialogue = ProxyDialogue.completing(["isIncomplete": false, "items": .array(items)], text: "pus")
    dialogue.open("words", "push")
    #expect(labels(dialogue.complete(at: 3)).sorted() == ["push(double)", "push(int)", "push(int)"])
  }

  @Test func theOrderIsTheServersWhereAllMatchAlike() {
    let names = ["value_c", "value_a", "value_b"]
    let items = names.enumerated().map { place, name -> JSONValue in
      ["label": .string(name), "sortText": .string("\(place)")]
    }
    let dialogue = ProxyDialogue.completing(.array(items), text: "val")
    #expect(labels(dialogue.complete(at: 3)) == names)
  }

  @Test func anItemWithoutAnEditReplacesTheWord() throws {
    let dialogue = ProxyDialogue.completing(
      [["label": "join(a, *p)", "insertText": "join", "kind": 3]], text: "jo",
      capabilities: ["completionList": ["itemDefaults": ["editRange", "data", "insertTextMode"]]])
    let list = try #require(dialogue.complete(at: 2))
    #expect(list["itemDefaults"]?["editRange"]?["start"]?["character"] == 0)
    #expect(list["items"]?[0]?["textEditText"] == "join")
    #expect(list["items"]?[0]?["insertText"] == "join")
  }

  @Test func whatItsListSaysOfAllItsItemsHoldsInOurs() throws {
    let range: JSONValue = ["start": ["line": 0, "character": 0], "end": ["line": 0, "character": 2]]
    let list: JSONValue = [
      "isIncomplete": false,
      "itemDefaults": [
        "editRange": range, "insertTextFormat": 2, "commitCharacters": ["("], "data": ["shared": 1],
      ],
      "items": [["label": "join", "textEditText": "join($0)"], ["label": "jolt", "commitCharacters": []]],
    ]
    let dialogue = ProxyDialogue.completing(list, text: "jo")
    let items = try #require(dialogue.complete(at: 2)?["items"]?.arrayValue)
    let join = try #require(items.first { $0["label"] == "join" })
    #expect(join["textEdit"] == ["newText": "join($0)", "range": range])
    #expect(join["insertTextFormat"] == 2 && join["commitCharacters"] == ["("])
    #expect(items.first { $0["label"] == "jolt" }?["commitCharacters"] == [])
    #expect(items.first { $0["label"] == "jolt" }?["textEdit"]?["newText"] == "jolt")
  }

  @Test func charactersThatAcceptItsItemsAreNotForOurs() throws {
    let dialogue = ProxyDialogue.completing(
      [["label": "join"]], text: "jo", capabilities: ["completionItem": ["commitCharactersSupport": true]],
      provider: ["allCommitCharacters": ["."]])
    dialogue.open("words", "jolt")
    let items = try #require(dialogue.complete(at: 2)?["items"]?.arrayValue)
    #expect(items.first { $0["label"] == "join" }?["commitCharacters"] == ["."])
    #expect(items.first { $0["label"] == "jolt" }?["commitCharacters"] == nil)
  }

  @Test func itIsAskedAgainOnlyIfItSaidSo() {
    for (isIncomplete, count) in [(false, 1), (true, 2)] {
      let dialogue = ProxyDialogue.completing(
        ["isIncomplete": .bool(isIncomplete), "items": [Self.printf]], text: "pri")
      _ = dialogue.complete(at: 3)
      dialogue.type("n", at: 3)
      let list = dialogue.complete(at: 4)
      #expect(dialogue.upstream.methods.count { $0 == "textDocument/completion" } == count)
      // What it replaces has grown with the word since it was asked.
      let end = list?["items"]?[0]?["textEdit"]?["range"]?["end"]?["character"]
      #expect(end == (isIncomplete ? 3 : 4))
    }
  }

  @Test func lessOfTheWordIsAnotherQuestion() {
    let dialogue = ProxyDialogue.completing(["isIncomplete": false, "items": [Self.printf]], text: "prin")
    _ = dialogue.complete(at: 4)
    dialogue.notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": "a", "version": 2],
        "contentChanges": [
          ["range": ["start": ["line": 0, "character": 3], "end": ["line": 0, "character": 4]], "text": ""]
        ],
      ])
    _ = dialogue.complete(at: 3)
    #expect(dialogue.upstream.methods.count { $0 == "textDocument/completion" } == 2)
  }

  @Test func whyItIsAskedIsTold() throws {
    let dialogue = ProxyDialogue.completing([], text: "a.", provider: ["triggerCharacters": ["."]])
    _ = dialogue.complete(at: 2, context: ["triggerKind": 2, "triggerCharacter": "."])
    _ = dialogue.complete(at: 1, context: ["triggerKind": 3])
    dialogue.open("b", "a")
    _ = dialogue.complete(at: 1, in: "b", context: ["triggerKind": 2, "triggerCharacter": "a"])
    let contexts = dialogue.upstream.received.filter { $0["method"] == "textDocument/completion" }
      .map { $0["params"]?["context"] }
    #expect(
      contexts == [["triggerKind": 2, "triggerCharacter": "."], ["triggerKind": 3], ["triggerKind": 1]])
  }

  @Test func whatIsLookedAtIsAskedForByItsServersOwnData() throws {
    let dialogue = ProxyDialogue.completing(
      [Self.printf], text: "pri", provider: ["resolveProvider": true]
    ) { method, message in
      guard method == "completionItem/resolve", case .object(var item)? = message["params"] else { return [] }
      item["documentation"] = "Prints."
      item["command"] = ["title": "u", "command": "d"]
      return [ScriptedUpstream.answer(message, .object(item))]
    }
    dialogue.open("words", "printable")
    let items = try #require(dialogue.complete(at: 3)?["items"]?.arrayValue)
    let item = try #require(items.first { $0["filterText"] == "printf" })
    let resolved = try #require(dialogue.request("completionItem/resolve", item)?["result"])
    let asked = dialogue.upstream.received.last { $0["method"] == "completionItem/resolve" }
    #expect(asked?["params"] == Self.printf)
    #expect(resolved["documentation"] == "Prints." && resolved["command"]?["command"] == "d")
    #expect(resolved["data"] == item["data"] && resolved["sortText"] == item["sortText"])
    // Ours it is not asked for.
    let word = try #require(items.first { $0["label"] == "printable" })
    #expect(dialogue.request("completionItem/resolve", word)?["result"]?["label"] == "printable")
    #expect(dialogue.upstream.methods.count { $0 == "completionItem/resolve" } == 1)
  }

  @Test func whatIsNoItemIsLeftOut() {
    let items: JSONValue = [7, nil, [:], ["label": 3], ["label": "value"], ["label": "", "insertText": ""]]
    let dialogue = ProxyDialogue.completing(["items": items, "isIncomplete": "x"], text: "val")
    #expect(labels(dialogue.complete(at: 3)) == ["value"])
    for list: JSONValue in [7, "x", ["items": 7], nil, [:]] {
      let dialogue = ProxyDialogue.completing(list, text: "val")
      dialogue.open("words", "valour")
      #expect(labels(dialogue.complete(at: 3)) == ["valour"])
    }
  }

  /// Each beginning costs a copy of the line from there on, and with a text for all that it replaces it would be wrong at
  /// the word.
  @Test func whatReplacesMostOfALongLineIsLeftOut() throws {
    let line = String(repeating: "x ", count: 5000) + "val"
    func item(_ label: String, from column: Int) -> JSONValue {
      let range: JSONValue = [
        "start": ["line": 0, "character": .int(column)], "end": ["line": 0, "character": .int(line.utf8.count)],
      ]
      return ["label": .string(label), "textEdit": ["newText": .string(label), "range": range]]
    }
    let list: JSONValue = .array([
      item("value_of_all", from: 0), item("value_of_much", from: line.utf8.count - 1025),
      item("value_of_some", from: line.utf8.count - 1024), item("value", from: 10_000),
    ])
    let document = DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: Text(line))
    let query = CompletionQuery(document: document, offset: line.utf8.count)
    let answer = try ForeignCompletions(abilities: UpstreamAbilities())
      .answer(ContiguousArray(list.json.utf8), to: query, takesCommitCharacters: false)
    #expect(Set(answer.candidates.compactMap(\.label)) == ["value_of_some", "value"])
  }
}
