import CatchwordCompletion
import CatchwordLSP
import CatchwordMatching
import CatchwordRPC
import CatchwordText
import Foundation

/// Benchmarks of the package's parts, each beside a reference measured in the same run.
enum Benchmarks {
  /// Measures the decoding of a small edit from the wire, beside Foundation's decoder.
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
      ours: Measurement(20_000, batch: 20) {
        guard case .notification(_, let params) = Message(body) else { fatalError("not a notification") }
        let change = try? params.decode { (reader) throws(JSONError) in try DidChangeTextDocumentParams(from: &reader) }
        precondition(change?.contentChanges.count == 1)
      },
      reference: Measurement(5_000, batch: 20) { _ = try! decoder.decode(FoundationMessage.self, from: data) },
      referenceName: "Foundation's JSONDecoder")
  }

  /// Measures the decoding of the message that opens a large document, beside Foundation's decoder.
  static func decodingLarge(megabytes: Int) -> Row {
    let line = #"the \"quick\" brown fox jumps over the lazy dog 🎉 and runs away into the wood\n"#
    let text = String(repeating: line, count: megabytes * 1_000_000 / line.utf8.count)
    let json = """
      {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///notes.md",\
      "languageId":"markdown","version":1,"text":"\(text)"}}}
      """
    let body = ContiguousArray(json.utf8)
    let data = Data(json.utf8)
    let decoder = JSONDecoder()
    let (ours, foundation) = Measurement.inTurns(
      10, runs: 3,
      {
        guard case .notification(_, let params) = Message(body) else { fatalError("not a notification") }
        let open = try? params.decode { (reader) throws(JSONError) in try DidOpenTextDocumentParams(from: &reader) }
        precondition(open?.text.utf8.count ?? 0 > megabytes * 900_000)
      },
      batch: 1, floor: { _ = try! decoder.decode(FoundationOpening.self, from: data) })
    return Row(
      name: "decode a didOpen of \(megabytes) MB", ours: ours, reference: foundation,
      referenceName: "Foundation's JSONDecoder")
  }

  /// Measures the encoding of a list of a thousand items, beside Foundation's encoder.
  static func encoding() -> Row {
    // The item that a client gets that supports everything but `itemDefaults`.
    let insert = PositionRange(start: Position(line: 120, character: 8), end: Position(line: 120, character: 12))
    let replace = PositionRange(start: Position(line: 120, character: 8), end: Position(line: 120, character: 14))
    let edit = CompletionEdit(range: .insertReplace(insert: insert, replace: replace), newText: "")
    let items = (0..<1000).map { index in
      var item = CompletionItem(label: identifier(index))
      item.kind = 1
      item.sortText = String(index + 1000)
      item.labelDescription = "words"
      item.insertText = item.label
      item.insertTextMode = 1
      item.textEdit = edit.replacing(with: item.label)
      item.data = 17
      return item
    }
    let list = CompletionList(isIncomplete: true, items: items)
    let foundation = FoundationList(
      isIncomplete: true,
      items: items.enumerated().map { index, item in
        .init(
          label: item.label, labelDetails: .init(description: "words"), kind: 1, sortText: item.sortText ?? "",
          insertText: item.label, insertTextMode: 1,
          textEdit: .init(newText: item.label, insert: .init(insert), replace: .init(replace)), data: 17)
      })
    let outbox = Outbox(NoSink())
    let encoder = JSONEncoder()
    return Row(
      name: "encode a list of 1000 items",
      ours: Measurement(3000) { outbox.send(list, id: .int(1)) },
      reference: Measurement(100) { _ = try! encoder.encode(foundation) },
      referenceName: "Foundation's JSONEncoder")
  }

  /// Finds the words that an edit changes, beside finding all words of the document again.
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

  /// Searches 100,000 words for three letters, beside the simplest subsequence test.
  static func matching() throws -> Row {
    let words = (0..<100_000).map { Benchmarks.identifier($0) }
    var index = CandidateIndex()
    for word in words { _ = index.insert(word) }
    let pattern = Pattern("con")
    return Row(
      name: "match 3 letters in 100,000 words",
      ours: try Measurement(30) {
        let count = try index.search(pattern, limit: 200).matches.count
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

  /// Returns a made-up identifier, always the same for the same number.
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

private struct FoundationOpening: Decodable {
  struct Document: Decodable { let uri: String; let languageId: String; let version: Int; let text: String }
  struct Params: Decodable { let textDocument: Document }
  let jsonrpc: String
  let method: String
  let params: Params
}

private struct FoundationList: Encodable {
  struct LabelDetails: Encodable { let description: String }
  struct Place: Encodable { let line: Int; let character: Int }
  struct Range: Encodable {
    let start: Place
    let end: Place
    init(_ range: PositionRange) {
      start = Place(line: range.start.line, character: range.start.character)
      end = Place(line: range.end.line, character: range.end.character)
    }
  }
  struct Edit: Encodable { let newText: String; let insert: Range; let replace: Range }
  struct Item: Encodable {
    let label: String
    let labelDetails: LabelDetails
    let kind: Int
    let sortText: String
    let insertText: String
    let insertTextMode: Int
    let textEdit: Edit
    let data: Int
  }
  let isIncomplete: Bool
  let items: [Item]
}

/// A sink that discards its messages.
private struct NoSink: MessageSink {
  func send(_ body: ContiguousArray<UInt8>, urgency: MessageUrgency) { precondition(body.count > 1000) }
  func flush() {}
}
