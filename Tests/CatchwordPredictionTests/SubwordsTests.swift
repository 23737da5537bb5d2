import Testing

@testable import CatchwordPrediction

struct SubwordsTests {
  private func parts(_ word: String) -> [UInt32] {
    var parts: [UInt32] = []
    let bytes = ContiguousArray(word.utf8)
    Subwords.forEach(in: bytes, bytes.indices) { parts.append($0) }
    return parts
  }

  @Test(arguments: [
    ("", []), ("_", []), ("name", ["name"]), ("HTTPServer_name2", ["http", "server", "name", "2"]),
    ("parseJSON", ["parse", "json"]), ("__init__", ["init"]), ("aB", ["a", "b"]), ("x1y", ["x", "1", "y"]),
    ("ABc", ["a", "bc"]), ("naïve_Ärger", ["naïve", "Ärger"]),
  ])
  func areTheWordsOfACompound(_ word: String, _ expected: [String]) {
    #expect(parts(word) == expected.flatMap(parts))
    #expect(parts(word).count == expected.count)
  }

  /// The last part is what has been typed of it; it is not the first one, and no number stands before it.
  @Test(arguments: [
    ("connectInst", "Inst"), ("layout_window_s", "s"), ("values_of_", "of_"), ("HTTPServ", "Serv"), ("_em", "em"),
    ("aB", "B"), ("name", nil), ("values_", nil), ("__", nil), ("", nil), ("ba53f", nil), ("name2", nil), ("x_1", nil),
    ("größe_ä", "ä"),
  ])
  func aNameOfSeveralPartsHasALastOne(_ name: String, _ expected: String?) {
    let bytes = ContiguousArray(name.utf8)
    let start = Subwords.lastPart(of: bytes[...])
    #expect(start.map { String(decoding: bytes[$0...], as: UTF8.self) } == expected)
  }

  @Test(arguments: [
    ("ge_us", "get_user_name", true), ("geUs", "get_user_name", true), ("geNa", "get_user_name", true),
    ("getNa", "get_user_name", false), ("get_us", "get_user_name", false), ("usNa", "get_user_name", false),
    ("gtUs", "get_user_name", false), ("ge", "get_user", false), ("", "get_user", false), ("ge_us", "", false),
    ("__", "__", false), ("ge_us_x", "get_user", false),
  ])
  func anAbbreviationHasBeginningsOfParts(_ text: String, _ name: String, _ expected: Bool) {
    #expect(Subwords.isAbbreviation(text, of: name) == expected)
  }
}
