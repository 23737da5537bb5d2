import CatchwordCompletion
import CatchwordLSP
import CatchwordMatching
import CatchwordRPC
import CatchwordText
import Foundation

/// The parts, each beside what it is measured against in the same run.
enum Benchmarks {
  /// A small edit from the wire, beside Foundation's decoder.
  static func decoding() -> Row {
    let json = """
      {"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///home/user/project/notes.md",\
      "version":17},"contentChanges":[{"range":{"start":{"line":12,"character":7},"end":{"line":12,"character":7}},"text":"x"}]}}
      """
    let body = ContiguousArray(json.utf8)
    let data = Data(json.utf8)
    let decoder = JSONDecoder()
    return Row(
      name: "decode a didChange of \(body.count) bytes",
      ours: Measurement(20_000) {
        guard case .notification(_, let params) = Message(body) else { fatalError("not a notification") }
        let change = try? params.decode { (reader) throws(JSONError) in try DidChangeTextDocumentParams(from: &reader) }
        precondition(change?.contentChanges.count == 1)
      },
      reference: Measurement(5_000) { _ = try! decoder.decode(FoundationMessage.self, from: data) },
      referenceName: "Foundation's JSONDecoder")
  }

  /// A list of a thousand items, beside Foundation's encoder.
  static func encoding() -> Row {
    let items = (0..<1000).map { index in
      var item = CompletionItem(label: "someWord\(index)")
      item.kind = 1
      item.sortText = String(index)
      item.detail = "a detail"
      return item
    }
    let list = CompletionList(isIncomplete: true, items: items)
    let foundation = FoundationList(
      isIncomplete: true,
      items: items.map { .init(label: $0.label, kind: 1, sortText: $0.sortText ?? "", detail: "a detail") })
    let encoder = JSONEncoder()
    return Row(
      name: "encode a list of 1000 items",
      ours: Measurement(300) { precondition(OutgoingMessage.result(list, id: .int(1)).count > 1000) },
      reference: Measurement(100) { _ = try! encoder.encode(foundation) },
      referenceName: "Foundation's JSONEncoder")
  }

  /// One character typed into a large document and a snapshot taken, beside copying the whole text.
  static func editing(megabytes: Int) -> Row {
    let line = "the quick brown fox jumps over the lazy dog 🎉 and runs away\n"
    let string = String(repeating: line, count: megabytes * 1_000_000 / line.utf8.count)
    var text = Text(string)
    var snapshot = text
    var bytes = Array(string.utf8)
    var random = SystemRandomNumberGenerator()
    return Row(
      name: "edit \(megabytes) MB of text and take a snapshot",
      ours: Measurement(2_000) {
        let place = Int.random(in: 0..<text.count, using: &random)
        text.replace(place..<place, with: "x")
        snapshot = text
        precondition(snapshot.count > 0)
      },
      reference: Measurement(30) {
        // Still shared with a snapshot, so an edit copies it.
        let copy = bytes
        bytes.insert(120, at: Int.random(in: 0..<bytes.count, using: &random))
        precondition(copy.count < bytes.count)
      },
      referenceName: "an array, copied")
  }

  /// The words that an edit changes, beside finding all words of the document again.
  static func words() -> Row {
    let line = "the quick brown fox jumps over the lazy dog and runs away\n"
    let text = Text(String(repeating: line, count: 1_000_000 / line.utf8.count))
    let scanner = WordScanner()
    var random = SystemRandomNumberGenerator()
    return Row(
      name: "words after an edit of 1 MB of text",
      ours: Measurement(2_000) {
        let place = Int.random(in: 0..<text.count, using: &random)
        let words = WordChange(TextChange(text, replacing: place..<place, with: "x"), scanner: scanner)
        precondition(!words.added.isEmpty)
      },
      reference: Measurement(10) {
        var count = 0
        scanner.forEachWord(in: text.bytes(in: 0..<text.count)) { _ in count += 1 }
        precondition(count > 1000)
      },
      referenceName: "scanning it all")
  }

  /// Three letters in 100,000 words, beside the simplest subsequence test.
  static func matching() throws -> Row {
    let words = (0..<100_000).map { Benchmarks.identifier($0) }
    var index = CandidateIndex()
    for word in words { _ = index.insert(word) }
    let pattern = Pattern("con")
    return Row(
      name: "match 3 letters in 100,000 words",
      ours: try Measurement(30) {
        var count = 0
        try index.forEachMatch(of: pattern) { _, _ in
          count += 1
          return 0
        }
        precondition(count > 0)
      },
      reference: Measurement(10) {
        let count = words.reduce(0) { $0 + (Benchmarks.isSubsequence("con", of: $1) ? 1 : 0) }
        precondition(count > 0)
      },
      referenceName: "a plain loop over Characters")
  }

  private static func isSubsequence(_ pattern: String, of word: String) -> Bool {
    var rest = pattern[...]
    for character in word.lowercased() where character == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty
  }

  /// A made-up identifier, the same for the same number.
  static func identifier(_ number: Int) -> String {
    let parts = [
      "get", "set", "make", "conf", "index", "value", "count", "node", "list", "item", "key", "path", "con", "buf",
    ]
    var rest = number
    var word = parts[rest % parts.count]
    while rest >= parts.count {
      rest /= parts.count
      word += parts[rest % parts.count].capitalized
    }
    return word + String(number % 7)
  }
}

private struct FoundationMessage: Decodable {
  struct Params: Decodable {
    struct Document: Decodable { let uri: String; let version: Int }
    struct Place: Decodable { let line: Int; let character: Int }
    struct Range: Decodable { let start: Place; let end: Place }
    struct Change: Decodable { let range: Range; let text: String }
    let textDocument: Document
    let contentChanges: [Change]
  }
  let jsonrpc: String
  let method: String
  let params: Params
}

private struct FoundationList: Encodable {
  struct Item: Encodable { let label: String; let kind: Int; let sortText: String; let detail: String }
  let isIncomplete: Bool
  let items: [Item]
}
