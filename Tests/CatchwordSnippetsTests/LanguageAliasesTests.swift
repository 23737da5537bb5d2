import Testing

@testable import CatchwordSnippets

struct LanguageAliasesTests {
  @Test(arguments: [
    ("sh", "shellscript"), ("bash", "shellscript"), ("SH", "shellscript"), ("cs", "csharp"), ("c++", "cpp"),
    ("c_cpp", "cpp"),
    ("jsx", "javascriptreact"), ("tsx-ts-mode", "typescriptreact"), ("c++-ts-mode", "cpp"), ("python-ts", "python"),
    ("git-commit", "git-commit"), ("gitcommit", "git-commit"), ("COMMIT_EDITMSG", "git-commit"), ("plaintex", "latex"),
    ("emacs-lisp-mode", "emacs-lisp"), ("unheard-of", "unheard-of"), ("_", "all"), ("text-mode", "text-mode"),
  ])
  func aLanguageHasOneName(id: String, expected: String) {
    #expect(LanguageAliases.canonical(id) == expected)
    #expect(LanguageAliases.canonical(expected) == expected)
  }

  @Test func namesOfSeveralAreTakenApart() {
    #expect(LanguageAliases.languages(of: "javascript.jest") == ["javascript", "jest"])
    #expect(LanguageAliases.languages(of: "") == [])
  }
}
