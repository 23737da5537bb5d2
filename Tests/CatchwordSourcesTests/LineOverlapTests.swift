import CatchwordCompletion
import CatchwordText
import Testing

@testable import CatchwordSources

/// How much of the line a program's candidate replaces.
struct LineOverlapTests {
  private func query(_ text: String, _ language: String = "plaintext") -> CompletionQuery {
    let document = DocumentSnapshot(uri: "a", languageID: language, version: 1, text: Text(text))
    return CompletionQuery(document: document, offset: document.text.count)
  }

  private func extended(_ candidate: Candidate, behind text: String, _ language: String = "plaintext") -> Candidate {
    var candidate = candidate
    LineOverlap(query(text, language)).extend(&candidate)
    return candidate
  }

  /// The document after a candidate has been accepted.
  private func accepted(_ offered: String, behind text: String, _ language: String) -> String {
    let query = query(text, language)
    let start = extended(Candidate(offered), behind: text, language).start ?? query.typedRange.lowerBound
    return query.document.text.string(in: 0..<start) + offered
  }

  @Test(
    arguments: [
      ("gitcommit", "merge feature/l", "feature/login", "merge feature/login"),
      ("gitcommit", "merge feature/", "feature/login", "merge feature/login"),
      ("shellscript", "git pu", "git push --force-with-lease", "git push --force-with-lease"),
      ("makefile", "all: build/o", "build/out.o", "all: build/out.o"),
      ("makefile", "test.u", "test.unit", "test.unit"),
      ("plaintext", "run --ver", "--verbose", "run --verbose"),
      ("plaintext", "echo $HOME_", "$HOME_X", "echo $HOME_X"),
      ("plaintext", "echo \"$HOME_", "$HOME_X", "echo \"$HOME_X"),
      ("plaintext", "@dec", "@decorator", "@decorator"),
      ("plaintext", "the naïve ca", "naïve café", "the naïve café"),
      ("plaintext", "\u{201C}naïve ca", "naïve café", "\u{201C}naïve café"),
      // The longest one.
      ("plaintext", "a a b", "a a bc", "a a bc"),
      // Not within a word, nor on another line, nor where it is something else.
      ("plaintext", "prefeature/l", "feature/login", "prefeature/feature/login"),
      ("plaintext", "übergröße/l", "größe/login", "übergröße/größe/login"),
      ("plaintext", "feature/\nl", "feature/login", "feature/\nfeature/login"),
      ("plaintext", "feature l", "feature/login", "feature feature/login"),
      ("plaintext", "l", "login", "login"),
      ("plaintext", "git ", "push", "git push"),
    ] as [(String, String, String, String)])
  func whatIsTypedAlreadyIsNotThereTwice(language: String, text: String, offered: String, expected: String) {
    #expect(accepted(offered, behind: text, language) == expected)
  }

  @Test func whatIsMatchedBeginsThereToo() {
    var named = Candidate("feature/login")
    named.label = "login"
    #expect(extended(named, behind: "feature/l").matched == "feature/login")
    named.filter = "feature/sign-in"
    #expect(extended(named, behind: "feature/l").matched == "feature/sign-in")
    #expect(extended(named, behind: "l").matched == "feature/sign-in")
    #expect(extended(Candidate("feature/login"), behind: "feature/l").filter == nil)
  }

  @Test func aSnippetMustBeginSo() {
    var snippet = Candidate("$HOME_X")
    snippet.snippet = "\\$HOME_${1:X}"
    #expect(extended(snippet, behind: "a $HOME_").start == 2)
    snippet.snippet = "HOME_${1:X}"
    #expect(extended(snippet, behind: "a $HOME_").start == nil)
  }

  @Test func onlyTheNearPartOfALongLineCounts() throws {
    let line = String(repeating: "é ", count: 2000)
    #expect(extended(Candidate("git push"), behind: line + "git pu").start == line.utf8.count)
    let start = try #require(extended(Candidate(line + "end"), behind: line + "e").start)
    #expect(start >= line.utf8.count + 1 - Candidate.reach)
  }
}
