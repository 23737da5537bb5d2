import CatchwordRPC
import CatchwordText
import TestSupport
import Testing

@testable import CatchwordProxy

struct SyncedDocumentsTests {
  private func abilities(_ kind: Int, _ encoding: PositionEncoding) -> UpstreamAbilities {
    UpstreamAbilities([
      "capabilities": ["textDocumentSync": .int(kind), "positionEncoding": .string(encoding.rawValue)]
    ])
  }

  /// A server that applies what it is told as LSP says has the same text after every edit.
  @Test(arguments: [1, 2], PositionEncoding.allCases)
  func theServerHasTheText(_ kind: Int, _ encoding: PositionEncoding) throws {
    var random = SeededRandom()
    for _ in 0..<200 {
      var synced = SyncedDocuments(abilities(kind, encoding))
      var ours = OpenDocument(uri: "a", languageID: "c", version: 1, text: random.text(upTo: 12))
      var server: OpenDocument?
      var version = 0
      func tell(_ messages: [ContiguousArray<UInt8>]) throws {
        for message in messages {
          let value = try JSONValue(parsing: message)
          let document = try #require(value["params"]?["textDocument"])
          let told = try #require(document["version"]?.intValue)
          #expect(told > version)
          version = told
          if value["method"] == "textDocument/didOpen" {
            server = OpenDocument(
              uri: "a", languageID: "c", version: 1, text: try #require(document["text"]?.stringValue))
            continue
          }
          for change in value["params"]?["contentChanges"]?.arrayValue ?? [] {
            func place(_ name: String) -> TextPosition? {
              guard let place = change["range"]?[name] else { return nil }
              return TextPosition(line: place["line"]?.intValue ?? -1, column: place["character"]?.intValue ?? -1)
            }
            let range = place("start").flatMap { start in place("end").map { (start: start, end: $0) } }
            _ = server?.apply(
              replacing: range, with: try #require(change["text"]?.stringValue), version: told, encoding: encoding)
          }
        }
      }
      try tell(synced.open(ours.snapshot))
      for _ in 0..<20 {
        let text = ours.snapshot.text
        let a = text.position(of: random.below(text.count + 1), encoding: .utf8)
        let b = text.position(of: random.below(text.count + 1), encoding: .utf8)
        let (start, end) = (a.line, a.column) < (b.line, b.column) ? (a, b) : (b, a)
        let change = ours.apply(
          replacing: (start: start, end: end), with: random.text(upTo: 3), version: 1, encoding: .utf8)
        try tell(synced.change(change, in: ours.snapshot))
        if kind == 2 || random.below(3) == 0 {
          try tell(synced.refresh("a"))
          #expect(server?.snapshot.text.string == ours.snapshot.text.string)
          #expect(server?.snapshot.text.count == ours.snapshot.text.count)
        }
      }
      #expect(synced.close("a").count == 1 && synced.close("a").isEmpty && synced.refresh("a").isEmpty)
    }
  }

  /// LSP has no place between the two halves of a line break.
  @Test func halfALineBreakIsSentWhole() throws {
    var synced = SyncedDocuments(abilities(2, .utf8))
    let document = DocumentSnapshot(uri: "a", languageID: "c", version: 1, text: Text("a\r\nb"))
    _ = synced.open(document)
    let change = TextChange(document.text, replacing: 1..<3, with: "\n")
    let message = try #require(synced.change(change, in: document.updated(version: 2, text: change.after)).first)
    let told = try JSONValue(parsing: message)["params"]?["contentChanges"]?[0]
    #expect(
      told == [
        "range": ["start": ["line": 0, "character": 1], "end": ["line": 1, "character": 0]], "text": "\n",
      ])
  }
}

struct RestartPolicyTests {
  @Test func itWaitsLongerEachTimeAndGivesUp() {
    var policy = RestartPolicy()
    var now = Duration.zero
    var delays: [Int64] = []
    while !policy.hasGivenUp {
      policy.didStart(at: now)
      policy.didEnd(at: now)
      var delay: Int64 = 0
      while !policy.hasGivenUp, !policy.mayStart(at: now) {
        now += .seconds(1)
        delay += 1
      }
      if !policy.hasGivenUp { delays.append(delay) }
    }
    #expect(delays == [1, 2, 4, 8])
  }

  @Test func aGoodRunForgivesWhatWasBefore() {
    var policy = RestartPolicy()
    for _ in 0..<20 {
      policy.didStart(at: .zero)
      policy.didEnd(at: .seconds(61))
    }
    #expect(!policy.hasGivenUp && policy.mayStart(at: .seconds(62)))
  }
}
