import CatchwordLSP
import CatchwordRPC
import Testing

/// What a language server sends once, and would have us make many times.
struct ForeignListTests {
  private func list(
    defaults: JSONValue, items: [JSONValue], applyKind: JSONValue = [:], commitCharacters: [String] = []
  ) throws -> ForeignList {
    let list: JSONValue = ["itemDefaults": defaults, "applyKind": applyKind, "items": .array(items)]
    return try ForeignList(ContiguousArray(list.json.utf8), commitCharacters: commitCharacters)
  }

  @Test(arguments: ["data", "x-unknown"])
  func whatAListSaysOfAllItsItemsIsCopiedSoOftenAsThereIsRoom(name: String) throws {
    let text = JSONValue.string(String(repeating: "x", count: 1 << 20))
    let items = Array(repeating: ["label": "a"] as JSONValue, count: 1000)
    let list = try list(defaults: [name: text], items: items)
    #expect(list.isIncomplete)
    #expect((1..<1000).contains(list.items.count))
    #expect(list.items.reduce(0) { $0 + $1.bytes.count } <= ForeignList.maximumBytes)
  }

  @Test func aListThatSaysNothingOfAllIsTakenAsItIs() throws {
    let list = try list(defaults: [:], items: Array(repeating: ["label": "a"], count: 1000))
    #expect(list.items.count == 1000 && !list.isIncomplete)
  }

  @Test(
    arguments: [
      ("editRange", nil), ("editRange", 5), ("editRange", [:]), ("editRange", ["start": ["line": 0, "character": 0]]),
      ("editRange", ["insert": nil, "replace": nil]), ("commitCharacters", nil), ("commitCharacters", "."),
      ("insertTextFormat", nil), ("insertTextFormat", "2"), ("insertTextMode", nil), ("insertTextMode", [:]),
      ("data", nil), ("x-unknown", nil),
    ] as [(String, JSONValue)])
  func whatIsNoDefaultIsNone(name: String, value: JSONValue) throws {
    let list = try list(defaults: [name: value], items: [["label": "a"]])
    #expect(list.items.map { String(decoding: $0.bytes, as: UTF8.self) } == ["{\"label\":\"a\"}"])
    #expect(list.items.first?.newText == nil && list.items.first?.commitCharacters == nil)
  }

  @Test func charactersOfTheServerStandInForWhatAreNone() throws {
    let list = try list(defaults: ["commitCharacters": nil], items: [["label": "a"]], commitCharacters: ["."])
    #expect(list.items.first?.commitCharacters == ["."])
  }

  /// Of a range and a broken pair, only the range can be meant.
  @Test func oneRangeOrTwoMakeAnEdit() throws {
    func range(_ end: Int) -> JSONValue {
      ["start": ["line": 0, "character": 0], "end": ["line": 0, "character": .int(end)]]
    }
    var both = range(3).objectValue ?? [:]
    both["insert"] = .some(.null)
    both["replace"] = .some(.null)
    let two: JSONValue = ["insert": range(2), "replace": range(4)]
    for (value, end) in [(range(1), 1), (two, 2), (.object(both), 3)] as [(JSONValue, Int)] {
      let list = try list(defaults: ["editRange": value], items: [["label": "a", "textEditText": "b"]])
      #expect(list.items.first?.newText == "b" && list.items.first?.range?.end.character == end)
    }
  }

  @Test func charactersThatAcceptAllItemsAreOnlySoMany() throws {
    let characters = (0..<5000).map { "c\($0)" }
    let named = try list(
      defaults: ["commitCharacters": .array(characters.map { .string($0) })], items: [["label": "a"]])
    #expect(named.items.first?.commitCharacters == Array(characters.prefix(1000)))
    let unnamed = try list(defaults: [:], items: [["label": "a"]], commitCharacters: characters)
    #expect(unnamed.items.first?.commitCharacters == Array(characters.prefix(1000)))
  }

  /// Each of the one compared with each of the other would be 4,000,000,000 comparisons.
  @Test func charactersAreMergedInOneGo() throws {
    let own = (0..<200_000).map { JSONValue.string("o\($0)") }
    let shared = (0..<20_000).map { JSONValue.string("s\($0)") }
    let list = try list(
      defaults: ["commitCharacters": .array([own[5]] + shared)],
      items: [["label": "a", "commitCharacters": .array(own)]], applyKind: ["commitCharacters": 2])
    let merged = try #require(list.items.first?.commitCharacters)
    #expect(merged.count == 200_999)
    #expect(merged.prefix(200_000).last == "o199999" && merged.dropFirst(200_000).first == "s0")
  }

  /// Each is looked for in each item.
  @Test func whatSaysTooManyThingsOfAllItemsSaysNone() throws {
    let fields = (0...100).map { ("f\($0)", JSONValue.int($0)) }
    let list = try list(defaults: .object(Dictionary(uniqueKeysWithValues: fields)), items: [["label": "a"]])
    #expect(list.items.first.map { String(decoding: $0.bytes, as: UTF8.self) } == "{\"label\":\"a\"}")
  }

  /// To hash a text of combining marks alone takes the square of its length.
  @Test func aLongNameInAnItemStaysAsItIs() throws {
    let marks = "q" + String(repeating: "\u{301}", count: 62_000) + String(repeating: "\u{316}", count: 62_000)
    let text = "{\"itemDefaults\":{\"data\":1},\"items\":[{\"label\":\"a\",\"\(marks)\":2}]}"
    let list = try ForeignList(ContiguousArray(text.utf8))
    #expect(
      list.items.first?.bytes.elementsEqual("{\"label\":\"a\",\"\(marks)\":2,\"data\":1}".utf8) == true)
  }
}
