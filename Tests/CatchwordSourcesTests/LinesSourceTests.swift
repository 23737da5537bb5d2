import CatchwordCompletion
import CatchwordText
import TestSupport
import Testing

@testable import CatchwordSources

struct LinesSourceTests {
  private func source(_ change: (inout WordsSettings) -> Void = { _ in }) -> LinesSource {
    let source = LinesSource()
    var settings = WordsSettings()
    settings.offersLines = true
    change(&settings)
    source.apply(settings)
    return source
  }

  private func document(_ text: String, _ uri: String = "file:///a", _ languageID: String = "c") -> DocumentSnapshot {
    DocumentSnapshot(uri: uri, languageID: languageID, version: 1, text: Text(text))
  }

  private func ask(_ source: LinesSource, _ text: String, at offset: Int? = nil) async throws -> [String] {
    let document = document(text)
    source.documentDidOpen(document)
    let query = CompletionQuery(document: document, offset: offset ?? text.utf8.count, budget: .seconds(600))
    let answer = try await source.completions(for: query)
    #expect(source.mayAnswer(query) || answer.candidates.isEmpty)
    return answer.candidates.map(\.text)
  }

  @Test func linesThatBeginAlikeAreOffered() async throws {
    let text =
      "  let view1 = UIView()\nlet view2 = UIView(frame)  \r\nlet view2 = UIView(frame)\nlet viewless\n    let view"
    #expect(try await ask(source(), text) == ["let view2 = UIView(frame)", "let viewless", "let view1 = UIView()"])
    // They replace the line from its first letter on.
    let source = source()
    let document = document(text)
    source.documentDidOpen(document)
    let found = try await source.completions(for: CompletionQuery(document: document, offset: text.utf8.count))
    #expect(found.candidates.allSatisfy { $0.start == text.utf8.count - 8 })
    #expect(found.candidates.first?.detail == "2 lines")
  }

  @Test(arguments: [("ab", 2), ("abc def\nabc )", 11), ("   \n   ", 7), ("abc def\nabc  ", 13)])
  func whereNoLineIsWrittenAtItsEndNoneIs(_ text: String, _ offset: Int) async throws {
    #expect(try await ask(source(), text, at: offset) == [])
  }

  @Test func otherDocumentsCountAsTheWordsDo() async throws {
    for (scope, expected) in [
      (WordsSettings.Scope.all, ["abc one", "abc swift", "abc two"]), (.language, ["abc one", "abc two"]),
      (.document, ["abc one"]),
    ] {
      let source = source { $0.scope = scope }
      let key = "gh" + "p_" + String(repeating: "a1B2", count: 9)
      source.documentDidOpen(document("abc two\nAPI_TOKEN = \(key)\n", "file:///b"))
      source.documentDidOpen(document("abc swift", "file:///c", "swift"))
      source.documentDidOpen(document("abc secret", "file:///x/.env"))
      source.documentDidOpen(document("abc gone", "file:///d"))
      source.documentDidClose(uri: "file:///d")
      #expect(try await ask(source, "abc one\nabc") == expected, "\(scope)")
      #expect(try await ask(source, "abc one\nAPI_TO") == [])
    }
    let off = LinesSource()
    off.apply(WordsSettings())
    #expect(off.isEmpty)
  }

  /// Random texts, larger than a piece, against looking at each line.
  @Test func findsWhatLookingAtEachLineFinds() async throws {
    var random = SeededRandom()
    for round in 0..<30 {
      let lines = (0..<random.below(round % 5 == 0 ? 20_000 : 60)).map { _ in
        let words = (0..<random.below(4)).map { _ in ["ab", "abc", "é", "abcd"].randomElement(using: &random)! }
        return ["", " ", "\t"].randomElement(using: &random)! + words.joined(separator: " ")
      }
      let typed = ["abc", "ab ", "abc é", "é a"].randomElement(using: &random)!
      let cut = random.below(lines.count + 1)
      let all = Array(lines[..<cut]) + [typed] + Array(lines[cut...])
      let before = (Array(lines[..<cut]) + [typed]).joined(separator: "\n")
      let expected = Set(
        lines.map { $0.trimmingPrefix(while: \.isWhitespace) }.filter {
          $0.utf8.starts(with: typed.utf8) && $0 != typed
        }
        .map { String($0.reversed().drop(while: \.isWhitespace).reversed()) }.filter {
          $0.utf8.count > typed.utf8.count
        })
      let found = try await ask(source(), all.joined(separator: "\n"), at: before.utf8.count)
      #expect(Set(found).isSubset(of: expected) && found.count == min(20, expected.count), "\(typed) \(found)")
    }
  }
}
