import CatchwordCompletion
import CatchwordText
import Foundation
import TestSupport
import Testing

@testable import CatchwordSources

struct EnvironmentSourceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func ask(_ text: String, _ languageID: String, at path: String? = nil) async throws -> [String] {
    let source = EnvironmentSource(names: ["HOME", "PATH", "BASH_FUNC_x%%", "a b", "B`id`", "C[0]"], home: "/home/me")
    source.apply(EnvironmentSettings(), folders: [folder.url.path])
    let uri = "file://\(path ?? folder.url.path + "/a")"
    let document = DocumentSnapshot(uri: uri, languageID: languageID, version: 1, text: Text(text))
    let query = CompletionQuery(document: document, offset: document.text.count)
    let found = try await source.completions(for: query).candidates.map(\.text)
    #expect(source.mayAnswer(query) || found.isEmpty)
    return found
  }

  @Test(arguments: [
    ("echo $HO", "shellscript"), ("echo ${", "bash"), ("x = $(HO", "makefile"), ("image: ${PA", "yaml"),
    ("echo %PA", "bat"),
    ("process.env.", "typescript"), ("a(process.env['HO", "javascript"), ("os.environ[\"", "python"),
    ("x = os.getenv('HO", "python"), ("getenv(\"", "c"), ("std::env::var(\"PA", "rust"), ("os.LookupEnv(\"", "go"),
    ("ENV.fetch('", "ruby"), ("ProcessInfo.processInfo.environment[\"", "swift"), ("$env:PA", "powershell"),
    ("$Env:PA", "powershell"), ("${ENV:PA", "ps1"), ("x := env(\"HO", "just"), ("x := env_var('", "just"),
  ])
  func namesAreOfferedWhereOneIsWritten(_ text: String, _ languageID: String) async throws {
    let typed = String(text.reversed().prefix(while: \.isUppercase).reversed())
    #expect(try await ask(text, languageID) == ["HOME", "PATH"].filter { $0.hasPrefix(typed) })
  }

  @Test(arguments: [
    ("echo HO", "shellscript"), ("kill $$", "shellscript"), ("costs $", "plaintext"), ("$HO", "php"),
    ("my_getenv(\"", "c"),
    ("100%", "plaintext"), ("getenv(x, \"", "c"), ("process.environ.", "javascript"),
    ("env(\"HO", "javascript"), ("my_env(\"HO", "just"),
  ])
  func elsewhereNoneIs(_ text: String, _ languageID: String) async throws {
    #expect(try await ask(text, languageID) == [])
  }

  @Test func filesOfTheProjectHaveNamesAndNoValues() async throws {
    try folder.write(
      "\u{FEFF}export\tTOKEN = value\r\n# NO=1\n\nlast='x'\nKEY=\"-----BEGIN\nMIIB=\nQQ==\n-----END\"\n", to: ".env")
    try folder.write("KEY=\nOTHER=1\n", to: ".env.example")
    try folder.write("INNER=1\n1ST=2\nno\n\(String(repeating: "A", count: 65))=1\n", to: "in/.env")
    try folder.write("OPEN='a\nHIDDEN=1\n", to: "in/.env.test")
    let outside = try TemporaryFolder()
    try outside.write("LINKED=1\n", to: "env")
    try folder.link(".env.local", to: outside.url.path + "/env")
    #expect(try await ask("$", "sh") == ["TOKEN", "last", "KEY", "OTHER", "HOME", "PATH"])
    #expect(
      try await ask("$", "sh", at: folder.url.path + "/in/a.sh") == [
        "TOKEN", "last", "KEY", "OTHER", "INNER", "OPEN", "HOME", "PATH",
      ])
    // Beside a file that is in no open folder, nobody has opened them.
    #expect(
      try await ask("$", "sh", at: outside.url.path + "/a.sh") == ["TOKEN", "last", "KEY", "OTHER", "HOME", "PATH"])
  }

  /// What stands in values of several lines is a part of a key, in whatever way they are written.
  @Test(arguments: [
    "KEY=-----BEGIN KEY-----\nMIIabcdefghijk\nsecretTail==\n-----END KEY-----\nAFTER=1",
    "DIR='C:\\x\\'\nKEY='-----BEGIN\nsecretTail==\n'",
    "KEY=$'a\nsecretTail==\n'", "KEY=x\"a\nsecretTail==\n\"", "KEY=\"\"\"\nsecretTail==\npw=hunter2\n\"\"\"",
    "KEY=$(cat <<EOF\nsecretTail==\nEOF\n)", "KEY=abc\\\nsecretTail=\\\n", "KEY=`a\nsecretTail=x\n`",
    "A=1\nsecretTail==\nB=2",
  ])
  func aPartOfAValueIsNoName(_ text: String) {
    #expect(
      DotenvNames.names(in: text).allSatisfy { ["KEY", "DIR", "A"].contains($0) }, "\(DotenvNames.names(in: text))")
  }

  @Test func aNameThatLooksLikeAKeyIsNotOffered() async throws {
    let key = "gh" + "p_" + String(repeating: "a1B2", count: 9)
    try folder.write("\(key)=1\nGOOD=1\n", to: ".env")
    #expect(try await ask("$", "sh") == ["GOOD", "HOME", "PATH"])
  }

  @Test func randomTextEndsAndNamesNothingElse() {
    var random = SeededRandom()
    let pieces = ["A=", "\n", "\"", "'", "\\", "export ", "=", " ", "é", "\r\n", "`", "x", "B_1=", "#"]
    for _ in 0..<2000 {
      let text = (0..<random.below(30)).map { _ in pieces.randomElement(using: &random)! }.joined()
      for name in DotenvNames.names(in: text) {
        #expect(name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }, "\(text.debugDescription)")
      }
    }
  }
}
