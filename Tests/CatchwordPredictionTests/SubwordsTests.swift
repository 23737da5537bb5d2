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
}
