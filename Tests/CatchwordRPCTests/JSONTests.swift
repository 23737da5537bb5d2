import CatchwordRPC
import Foundation
import TestSupport
import Testing

struct JSONTests {
  @Test(arguments: [
    "null", "true", " false ", "0", "-0", "1.5e+10", "1E-2", "\"\"", "\"\\u0041\\n\\\"\\/\"", "[]", "[1,[2,[]],{}]",
    "{}",
    "{\"a\":{\"b\":[null]},\"c\":\"d\"}", "\"\u{10FFFF}\"", "\"\\ud83c\\udf89\"", "\t[\r\n1 , 2 ]\n",
    "123456789012345678901234567890",
    "\"\u{7F}\"", "\"\u{2028}\"",
  ])
  func accepts(_ json: String) throws {
    let value = try JSONValue(parsing: json)
    #expect(try JSONValue(parsing: value.json) == value)
    var reader = JSONReader(ContiguousArray(json.utf8))
    try reader.skipValue()
    try reader.finish()
    // A second opinion.
    _ = try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
  }

  @Test(arguments: [
    "", " ", "nul", "tru", "nulll", "01", "1.", ".5", "+1", "1e", "-", "--1", "0x1", "\"", "\"\\x\"", "\"\\u12\"",
    "\"\n\"", "[", "[1",
    "[1,]", "[,1]", "[1 2]", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{1:2}", "[1}", "{\"a\":1]", "1 2",
    "[]]", "'a'",
    "NaN", "Infinity", "\"\u{1}\"", "\u{FEFF}1", "{\"a\":1 \"b\":2}",
  ])
  func rejects(_ json: String) {
    #expect(throws: JSONError.self) { try JSONValue(parsing: json) }
    #expect(throws: JSONError.self) {
      var reader = JSONReader(ContiguousArray(json.utf8))
      try reader.skipValue()
      try reader.finish()
    }
  }

  @Test(
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF5, 0x80, 0x80, 0x80, 0x22],
      [0x22, 0xC3, 0x22],
    ] as [[UInt8]])
  func rejectsWhatIsNotUTF8(_ bytes: [UInt8]) {
    #expect(throws: JSONError.self) { try JSONValue(parsing: ContiguousArray(bytes)) }
    #expect(throws: JSONError.self) {
      var reader = JSONReader(ContiguousArray(bytes))
      try reader.skipValue()
    }
  }

  @Test func saysWhere() {
    #expect(throws: JSONError(.unexpectedByte(UInt8(ascii: "x")), at: 4)) { try JSONValue(parsing: "[1, x]") }
    #expect(throws: JSONError(.trailingData, at: 2)) { try JSONValue(parsing: "1 2") }
  }

  @Test func boundsNesting() throws {
    let limit = JSONReader.maximumDepth
    _ = try JSONValue(parsing: String(repeating: "[", count: limit) + String(repeating: "]", count: limit))
    for deep in [limit + 1, 1_000_000] {
      #expect(throws: JSONError.self) { try JSONValue(parsing: String(repeating: "[", count: deep)) }
      #expect(throws: JSONError.self) {
        var reader = JSONReader(ContiguousArray(String(repeating: "{\"a\":", count: deep).utf8))
        try reader.skipValue()
      }
    }
  }

  /// Names become keys, and to hash one of combining marks alone takes the square of its length.
  @Test func boundsNames() throws {
    let limit = JSONReader.maximumNameLength
    #expect(try JSONValue(parsing: "{\"\(String(repeating: "a", count: limit))\":1}").objectValue?.count == 1)
    let marks = String(repeating: "\u{301}", count: 62_000) + String(repeating: "\u{316}", count: 62_000)
    for name in [String(repeating: "a", count: limit + 1), "q" + marks] {
      let text = ContiguousArray("[{\"\(name)\":1}]".utf8)
      #expect(throws: JSONError(.nameTooLong(limit: limit), at: 2)) { try JSONValue(parsing: text) }
      // What is passed on is not looked up.
      var reader = JSONReader(text)
      try reader.skipValue()
      try reader.finish()
    }
  }

  @Test func lonesurrogatesBecomeReplacementCharacters() throws {
    #expect(try JSONValue(parsing: "\"a\\ud800b\"") == "a\u{FFFD}b")
    #expect(try JSONValue(parsing: "\"\\udc00\\ud83d\"") == "\u{FFFD}\u{FFFD}")
    #expect(try JSONValue(parsing: "\"\\ud83d\\ud83d\\ude00\"") == "\u{FFFD}😀")
  }

  @Test func integersOutOfRangeAreTheNearest() throws {
    var reader = JSONReader(ContiguousArray("[99999999999999999999, -99999999999999999999, 1e3, 2.0]".utf8))
    var numbers: [Int] = []
    try reader.readArray { (reader) throws(JSONError) in numbers.append(try reader.readInt()) }
    #expect(numbers == [.max, .min, 1000, 2])
  }

  @Test func writesWhatFoundationReads() throws {
    let text = "quote \" slash \\ tab \t null \u{0} bell \u{7} emoji 🎉 line \n"
    let value: JSONValue = ["text": .string(text), "list": [1, true, nil], "n": .number("-1.50")]
    let object = try JSONSerialization.jsonObject(with: Data(value.json.utf8)) as? [String: Any]
    #expect(object?["text"] as? String == text)
    #expect((object?["list"] as? [Any])?.count == 3)
  }

  /// Found by fuzzing: the order of some names depended on the order in which they were stored.
  @Test func writesFieldsInOneOrder() throws {
    for text in ["{\"e\u{301}\":1,\"\u{E9}a\":2}", "{\"\u{E9}a\":2,\"e\u{301}\":1}"] {
      let value = try JSONValue(parsing: text)
      #expect(Array(value.json.utf8) == Array("{\"e\u{301}\":1,\"\u{E9}a\":2}".utf8))
    }
  }

  @Test func mutatedTextsNeverTrap() {
    let seed = Array("{\"a\":[1,-2.5e3,\"x\\u00e9\\ud83d\\ude00\",{\"b\":null}],\"c\":true}".utf8)
    var random = SeededRandom()
    for _ in 0..<5000 {
      var bytes = seed
      for _ in 0..<1 + random.below(4) {
        let place = random.below(bytes.count)
        switch random.below(3) {
        case 0: bytes[place] = UInt8(random.below(256))
        case 1 where bytes.count > 1: bytes.remove(at: place)
        default: bytes.insert(bytes[random.below(bytes.count)], at: place)
        }
      }
      let parsed = try? JSONValue(parsing: ContiguousArray(bytes))
      var reader = JSONReader(ContiguousArray(bytes))
      let skipped: Void? = try? {
        try reader.skipValue(); try reader.finish()
      }()
      #expect((parsed == nil) == (skipped == nil))
    }
  }
}
