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
    let source = EnvironmentSource(names: ["HOME", "PATH", "BASH_FUNC_x%%", "a b"], home: "/home/me")
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
  ])
  func namesAreOfferedWhereOneIsWritten(_ text: String, _ languageID: String) async throws {
    #expect(try await ask(text, languageID) == ["HOME", "PATH"])
  }

  @Test(arguments: [
    ("echo HO", "shellscript"), ("kill $$", "shellscript"), ("costs $", "plaintext"), ("$HO", "php"),
    ("my_getenv(\"", "c"),
    ("100%", "plaintext"), ("getenv(x, \"", "c"), ("process.environ.", "javascript"),
  ])
  func elsewhereNoneIs(_ text: String, _ languageID: String) async throws {
    #expect(try await ask(text, languageID) == [])
  }

  @Test func filesOfTheProjectHaveNamesAndNoValues() async throws {
    try folder.write("export TOKEN = s3cr3t\nKEY=\"-----BEGIN\nMIIB=\nQQ==\n-----END\"\n# NO=1\nlast='x'\n", to: ".env")
    try folder.write("KEY=\nOTHER=1\n", to: ".env.example")
    try folder.write("INNER=1\n1ST=2\nno\n\(String(repeating: "A", count: 65))=1\n", to: "in/.env")
    try folder.write("OPEN='a\nHIDDEN=1\n", to: "in/.env.test")
    let outside = try TemporaryFolder()
    try outside.write("LINKED=1\n", to: "env")
    try folder.link(".env.local", to: outside.url.path + "/env")
    #expect(try await ask("$", "sh") == ["TOKEN", "KEY", "last", "OTHER", "HOME", "PATH"])
    #expect(
      try await ask("$", "sh", at: folder.url.path + "/in/a.sh") == [
        "TOKEN", "KEY", "last", "OTHER", "INNER", "OPEN", "HOME", "PATH",
      ])
    // Beside a file that is in no open folder, nobody has opened them.
    #expect(
      try await ask("$", "sh", at: outside.url.path + "/a.sh") == ["TOKEN", "KEY", "last", "OTHER", "HOME", "PATH"])
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
