import CatchwordCompletion
import CatchwordText
import Testing

@testable import CatchwordSources

struct KeywordsTests {
  private func offered(
    _ text: String, _ languageID: String, _ source: KeywordsSource = KeywordsSource()
  ) async -> [String] {
    let document = DocumentSnapshot(uri: "file:///a", languageID: languageID, version: 1, text: Text(text))
    let query = CompletionQuery(document: document, offset: document.text.count)
    guard !source.state.isEmpty, source.mayAnswer(query) else { return [] }
    return await source.completions(for: query).candidates.map(\.text)
  }

  /// One of each language that others do not have, under names that editors send.
  @Test(arguments: [
    ("c", "typeof_unqual"), ("cpp", "consteval"), ("c++", "consteval"), ("objective-c", "synthesize"),
    ("rust", "unsafe"),
    ("go", "fallthrough"), ("swift", "fileprivate"), ("zig", "errdefer"), ("nim", "iterator"), ("d", "immutable"),
    ("fortran", "allocatable"), ("ada", "rename"), ("pascal", "implementation"), ("verilog", "endmodule"),
    ("vhdl", "architecture"), ("solidity", "payable"), ("glsl", "uniform"), ("java", "synchronized"),
    ("csharp", "stackalloc"), ("kotlin", "lateinit"), ("scala", "trait"), ("groovy", "assert"), ("dart", "covariant"),
    ("fsharp", "downcast"), ("haskell", "newtype"), ("ocaml", "functor"), ("elm", "exposing"), ("gleam", "opaque"),
    ("erlang", "receive"), ("elixir", "defmodule"), ("python", "nonlocal"), ("javascript", "instanceof"),
    ("typescript", "satisfies"), ("typescriptreact", "satisfies"), ("ruby", "elsif"), ("crystal", "responds_to?"),
    ("php", "insteadof"), ("perl", "wantarray"), ("lua", "repeat"), ("r", "repeat"), ("julia", "baremodule"),
    ("gdscript", "preload"), ("shellscript", "esac"), ("sh", "esac"), ("bash", "esac"), ("fish", "argparse"),
    ("powershell", "dynamicparam"), ("tcl", "uplevel"), ("awk", "getline"), ("vim", "augroup"),
    ("clojure", "defprotocol"),
    ("scheme", "letrec"), ("emacs-lisp", "unwind-protect"), ("commonlisp", "defpackage"), ("racket", "provide"),
    ("purescript", "derive"), ("sql", "HAVING"), ("cmake", "add_executable"),
    ("makefile", "ifneq"), ("make", "ifneq"), ("dockerfile", "ENTRYPOINT"), ("terraform", "depends_on"),
    ("nix", "inherit"), ("proto", "oneof"), ("graphql", "fragment"), ("just", "export"),
  ])
  func eachLanguageHasItsOwn(languageID: String, keyword: String) {
    let found = Keywords.of(languageID)
    #expect(found.contains { $0.hasPrefix(keyword) }, "\(languageID)")
    #expect(Set(found).count == found.count && found.allSatisfy { $0.utf8.count > 2 })
  }

  /// A keyword is a word of its language: else it could not be completed as one.
  @Test(arguments: Keywords.languages) func keywordsAreWords(languageID: String) {
    for keyword in Keywords.of(languageID) {
      let text = Text(keyword)
      let scanner = WordScanner(WordRules.rules(for: languageID))
      let start = text.wordStart(before: text.count, scanner: scanner)
      #expect(start == 0, "\(languageID): \(keyword)")
    }
  }

  @Test func theyAreOfferedAtAWord() async {
    #expect(await offered("gua", "swift") == ["guard"])
    #expect(await offered("GUA", "swift") == ["guard"])
    #expect(await offered("grd", "swift").isEmpty)
    for (text, languageID) in [("", "swift"), ("a.gua", "swift"), ("gua", "plaintext")] {
      #expect(await offered(text, languageID).isEmpty)
    }
    #expect(await offered("sel", "sql").contains("select"))
    #expect(await offered("SEL", "sql").contains("SELECT"))
    #expect(await offered("sel", "mysql").contains("select"))
    let source = KeywordsSource()
    var settings = KeywordsSettings()
    settings.isEnabled = false
    source.apply(settings)
    #expect(await offered("gua", "swift", source).isEmpty)
  }
}
