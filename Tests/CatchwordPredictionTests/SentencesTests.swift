import CatchwordText
import TestSupport
import Testing

@testable import CatchwordPrediction

/// Words that have a capital only because a sentence begins with them.
struct SentencesTests {
  private func prediction(
    _ text: String, in files: [String: String] = [:], language: String = "plaintext"
  ) throws -> Prediction {
    let model = languageModel(of: files)
    let document = DocumentSnapshot(uri: "here", languageID: language, version: 0, text: Text(text))
    model.documentDidOpen(document)
    return model.prediction(at: text.utf8.count, in: document)
  }

  @Test(
    arguments: [
      // What ends a sentence.
      ("It is. Perhaps so", true), ("So! Perhaps so", true), ("So?\nPerhaps so", true), ("(so.) Perhaps so", true),
      ("He said. \u{201E}Perhaps so", true), ("Well\u{2026} Perhaps so", true), ("\u{BF}So? \u{BF}Perhaps so", true),
      ("\"so.\"\n\n> Perhaps so", true), ("It is it. Perhaps", true), ("so.\n- Perhaps so! Perhaps not", true),
      // The beginnings of texts, headings and items of lists begin with either.
      ("Perhaps so", false), ("# Perhaps\n", false), ("so\n- Perhaps so", false), ("so\n\n## Perhaps so", false),
      ("He said: Perhaps so", false), ("- Perhaps. It is. Perhaps so", true),
      // A name.
      ("so Perhaps so", false), ("so\nPerhaps so", false), ("so, Perhaps so", false), ("so \u{201E}Perhaps so", false),
      ("so - Perhaps so", false), ("so \u{2013} Perhaps so", false), ("Dear Perhaps,", false),
      // Titles, initials and numbers end none, whatever their letters.
      ("Mrs. Perhaps so", false), ("by J. Perhaps so", false), ("on 3. Perhaps so", false), ("e.g. Perhaps so", false),
      ("\u{410}. Perhaps so", false), ("\u{C9}. Perhaps so", false),
      // One place is enough to tell that it is a name.
      ("It is. Perhaps so. I am Perhaps.", false), ("It is. Perhaps so. Perhaps not.", true), ("perhaps so", false),
      ("nothing", false), ("", false),
    ] as [(String, Bool)])
  func table(text: String, expected: Bool) throws {
    let text = text + "\n"
    #expect(try prediction(text).onlyBeginsSentences("Perhaps") == expected)
    // In another file, and in the file that is open, but not in both with one of them telling otherwise.
    #expect(try prediction("x ", in: ["a": text, "b": "so"]).onlyBeginsSentences("Perhaps") == expected)
    #expect(try !prediction("x Perhaps x ", in: ["a": text]).onlyBeginsSentences("Perhaps"))
    #expect(try !prediction(text, in: ["a": "x Perhaps x"]).onlyBeginsSentences("Perhaps"))
    // The old text of a file that is open does not count.
    #expect(try prediction(text, in: ["here": "x Perhaps x"]).onlyBeginsSentences("Perhaps") == expected)
    // In programs each name is another one.
    #expect(try !prediction(text, language: "swift").onlyBeginsSentences("Perhaps"))
  }

  /// However often a word occurs, and whatever stands before it.
  @Test func manyOccurrencesAndMarks() throws {
    let often = String(repeating: "It is so. Perhaps so.\n", count: 5000)
    #expect(try prediction("x ", in: ["a": often]).onlyBeginsSentences("Perhaps"))
    let marks = String(repeating: "\"", count: 5000)
    #expect(try !prediction("so. \(marks)Perhaps\n").onlyBeginsSentences("Perhaps"))
    #expect(try prediction("so. \"Perhaps\n").onlyBeginsSentences("Perhaps"))
  }
}
