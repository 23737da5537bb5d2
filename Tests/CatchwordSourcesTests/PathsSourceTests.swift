import CatchwordCompletion
import CatchwordFiles
import CatchwordText
import Foundation
import CatchwordTesting
import Synchronization
import TestSupport
import Testing

@testable import CatchwordSources

/// Paths, in folders that are there for the test.
struct PathsSourceTests {
  private let folder: TemporaryFolder
  /// It stands still, so that no folder is too slow for a busy machine.
  private let clock = EngineClock(ManualClock())
  private var root: String { folder.url.path }

  init() throws {
    folder = try TemporaryFolder()
    for name in [
      "src/main.swift", "src/my file.txt", "src/it's.txt", "src/.hidden", "docs/a.md", "and/or.txt", "img/a (1).png",
      "lib/inner/deep.c",
    ] { try folder.write("contents of \(name)\nsecond line\n", to: name) }
  }

  private func source(_ change: (inout PathsSettings) -> Void = { _ in }) -> PathsSource {
    var settings = PathsSettings()
    change(&settings)
    var disk = FolderAccess.disk
    disk.home = { [root] user in user == nil ? root : user == "ann" ? "\(root)/docs" : nil }
    disk.variable = { [root] in ["DATA": "\(root)/lib", "LIST": "/a:/b"][$0] }
    let source = PathsSource(folders: disk, clock: clock)
    source.apply(settings, folders: [root])
    return source
  }

  private func ask(
    _ source: PathsSource, _ line: String, _ languageID: String = "plaintext", file: String = "src/main.swift"
  ) async throws -> [Candidate] {
    let document = DocumentSnapshot(
      uri: "file://\(root)/\(file)", languageID: languageID, version: 1, text: Text(line))
    let query = CompletionQuery(document: document, offset: document.text.count)
    return try await source.completions(for: query).candidates
  }

  private func texts(
    _ line: String, _ change: (inout PathsSettings) -> Void = { _ in }
  ) async throws -> Set<String> {
    Set(try await ask(source(change), line).map(\.text))
  }

  @Test func eachRootIsLabelled() async throws {
    let source = source { $0.aliases = ["@": "src", "@lib": "\(root)/lib"] }
    for (line, text, label) in [
      ("./", "main.swift", "relative to the file"), ("../docs/", "a.md", "relative to the file"),
      ("docs/", "a.md", "in the workspace \(folder.url.lastPathComponent)"), ("~/", "docs", "in the home folder"),
      ("~ann/", "a.md", "in the home folder of ann"), ("$DATA/", "inner", "in $DATA"),
      ("${DATA}/", "inner", "in $DATA"), ("%DATA%/", "inner", "in $DATA"),
      ("\(root)/docs/", "a.md", "absolute path"), ("@/", "main.swift", "alias @ for src"),
      ("@lib/", "inner", "alias @lib for \(root)/lib"),
    ] {
      let candidate = try await ask(source, line).first { $0.text == text }
      #expect(candidate?.detail == label, "\(line)")
    }
  }

  /// As Node looks for them: beside the file and above it, up to the workspace.
  @Test func packagesAreFoundWhereNodeFindsThem() async throws {
    for name in [
      "node_modules/leftpad/index.js", "node_modules/@scope/tool/lib/a.js", "src/app/node_modules/inner/x.js",
      "node_modules/.bin/x", "src/app/b.js",
    ] { try folder.write("", to: name) }
    let source = source { ($0.trailingSlash, $0.aliases) = (true, ["@": "src"]) }
    for (line, expected) in [
      ("import x from \"", ["@scope/", "inner", "leftpad"]), ("import x from \"le", ["leftpad"]),
      ("const a = require('@scope/", ["tool"]), ("await import('leftpad/", ["index.js"]),
      ("import '@scope/tool/", ["lib/"]), ("import './b", ["b.js"]), ("import '@/ap", ["app/"]), ("x = 'le", []),
    ] {
      let found = try await ask(source, line, "typescript", file: "src/app/a.ts").map(\.text).sorted()
      #expect(found == expected, "\(line)")
    }
    #expect(try await ask(source, "import 'in", "typescript", file: "src/a.ts").isEmpty)
  }

  @Test func aRootThatIsNotWantedIsNotUsed() async throws {
    #expect(try await texts("~/") { $0.roots = [.file] }.isEmpty)
    #expect(try await texts("docs/") { $0.roots = [.file] }.isEmpty)
    #expect(try await texts("./") { $0.roots = [.workspace] }.isEmpty)
    #expect(try await texts("$DATA/") { $0.roots.remove(.variable) }.isEmpty)
  }

  @Test(arguments: [
    "$LIST/", "$NONE/", "%NONE%/", "%DATA/", "%%/", "~nobody/", "none/", "x/", "@/", "docs/a.md/", "word",
  ])
  func whatIsNotThereHasNothingToOffer(line: String) async throws { #expect(try await texts(line).isEmpty) }

  @Test func whatADockerfileCopiesIsAFile() async throws {
    try folder.write("", to: "src/requirements.txt")
    let found = try await ask(source(), "COPY requ", "dockerfile", file: "src/Dockerfile").map(\.text)
    #expect(found == ["requirements.txt"])
    #expect(try await ask(source(), "RUN requ", "dockerfile", file: "src/Dockerfile").isEmpty)
  }

  @Test func wordsWithASlashAreOfferedOnlyWhereThereIsAFolder() async throws {
    #expect(try await texts("and/") == ["or.txt"])
    #expect(try await texts("this/that") == [])
  }

  @Test(arguments: [
    ("cat src/my", "sh", "my\\ file.txt"), ("cat src/my\\ f", "sh", "my\\ file.txt"),
    ("cat \"src/my f", "sh", "my file.txt"),
    ("cat 'src/it", "sh", "it'\\''s.txt"), ("[a](src/my", "markdown", "my%20file.txt"),
    ("[a](<src/my f", "markdown", "my file.txt"), ("[a](img/a", "markdown", "a%20%281%29.png"),
    ("open('src/it", "python", "it\\'s.txt"), ("open(\"src/it's", "python", "it's.txt"),
    ("<img src=\"img/a", "html", "a%20%281%29.png"), ("\\input{src/my f", "latex", "my file.txt"),
    ("file://ROOT/src/my%20", "plaintext", "my%20file.txt"), ("[a]: src/my", "markdown", "my%20file.txt"),
    ("cat \"src/my f", "powershell", "my file.txt"), ("cat 'src/my f", "nu", "my file.txt"),
  ])
  func namesAreEscapedAsTheTextAroundWants(line: String, languageID: String, expected: String) async throws {
    let line = line.replacing("ROOT", with: root)
    let found = try await ask(source(), line, languageID)
    let candidate = try #require(found.first { $0.text == expected }, "\(found.map(\.text))")
    // It replaces all that has been typed of the name, and is found by it.
    let start = try #require(candidate.start)
    #expect(Array(line.utf8)[start - 1] == UInt8(ascii: "/"))
    let typed = String(decoding: Array(line.utf8)[start...], as: UTF8.self)
    #expect(candidate.matched.hasPrefix(typed), "\(candidate.matched) \(typed)")
  }

  @Test func aNameThatCannotBeWrittenIsNotOffered() async throws {
    #expect(Set(try await texts("see src/")) == ["main.swift", "my file.txt"])
    for language in ["powershell", "nushell", "elvish", "bat", "cmake"] {
      let found = try await ask(source(), "cat src/m", language).map(\.text)
      #expect(found == ["main.swift"], "\(language)")
    }
    #expect(try await texts("see src/my fi") == ["my file.txt"])
    #expect(try await texts("see src/main and my") == [])
  }

  @Test func hiddenFilesComeAfterADot() async throws {
    #expect(try await !texts("\"src/").contains(".hidden"))
    #expect(try await texts("\"src/.").contains(".hidden"))
    #expect(try await texts("\"src/.hi") == [".hidden"])
    #expect(try await texts("\"src/") { $0.showsHidden = true }.contains(".hidden"))
  }

  @Test func foldersComeFirstAndHaveASlashIfThatIsWanted() async throws {
    let found = try await ask(source(), "\"ROOT/".replacing("ROOT", with: root))
    #expect(found.first { $0.text == "docs" }?.kind == .folder)
    let affinity = { (kind: CandidateKind) in found.filter { $0.kind == kind }.map(\.signals.affinity) }
    #expect(affinity(.folder).allSatisfy { $0 > affinity(.file).max() ?? 0 })
    let withSlash = try await ask(source { $0.trailingSlash = true }, "\"ROOT/do".replacing("ROOT", with: root))
    #expect(withSlash.map(\.text) == ["docs/"] && withSlash.map(\.matched) == ["docs"])
  }

  @Test func linksAreWhatTheyLeadTo() async throws {
    let files = FileManager.default
    try files.createSymbolicLink(atPath: "\(root)/to-folder", withDestinationPath: "docs")
    try files.createSymbolicLink(atPath: "\(root)/to-file", withDestinationPath: "docs/a.md")
    try files.createSymbolicLink(atPath: "\(root)/to-nothing", withDestinationPath: "nowhere")
    try files.createSymbolicLink(atPath: "\(root)/loop", withDestinationPath: "loop")
    let found = try await ask(source(), "../")
    let kinds = Dictionary(found.map { ($0.text, $0.kind) }) { first, _ in first }
    #expect(kinds["to-folder"] == .folder && kinds["to-file"] == .file)
    #expect(kinds["to-nothing"] == .file && kinds["loop"] == .file)
    #expect(try await texts("../loop/").isEmpty)
    #expect(try await texts("../to-folder/") == ["a.md"])
  }

  @Test func namesThatNoTextCanHoldAreLeftOut() async throws {
    let source = PathsSource(
      folders: FolderAccess(
        entries: { _, take in
          for name in [[0x61], [0x61, 0xFF], [0x61, 0x0A], [0x61, 0x1B], Array("a\u{202E}b".utf8), Array("é".utf8)]
            as [[UInt8]]
          {
            _ = name.withUnsafeBufferPointer { take($0, .file) }
          }
        }, stamp: { _ in nil }, kind: { _ in nil }), clock: clock)
    #expect(try await Set(ask(source, "\"/x/").map(\.text)) == ["a", "é"])
  }

  @Test func whatGitIgnoresIsLeftOutIfThatIsWanted() async throws {
    try folder.write("/lib/\n/img/a*\n*.md\n", to: ".gitignore")
    try folder.write("", to: ".git/HEAD")
    try folder.write("!a.md", to: "docs/.gitignore")
    try folder.write("", to: "docs/b.md")
    #expect(try await texts("../").isSuperset(of: ["lib", "docs"]))
    let wanted = { (settings: inout PathsSettings) in settings.respectsGitignore = true }
    #expect(try await texts("../", wanted).isSuperset(of: ["docs", "src"]))
    #expect(try await !texts("../", wanted).contains("lib"))
    #expect(try await texts("../docs/", wanted) == ["a.md"])
    #expect(try await texts("../img/", wanted) == [])
    // Who asks for it gets it.
    #expect(try await texts("../lib/", wanted) == ["inner"])
  }

  @Test func aHugeFolderIsCut() async throws {
    let source = PathsSource(folders: .holding((0..<100_000).map { "entry\($0)" }), clock: clock)
    let document = DocumentSnapshot(uri: "x", languageID: "plaintext", version: 1, text: Text("\"/huge/"))
    let all = try await source.completions(for: CompletionQuery(document: document, offset: 7, limit: 20))
    #expect(all.isIncomplete && all.candidates.count == 100)
    let one = DocumentSnapshot(uri: "x", languageID: "plaintext", version: 1, text: Text("\"/huge/entry99999"))
    let found = try await source.completions(for: CompletionQuery(document: one, offset: one.text.count, limit: 20))
    #expect(found.candidates.first?.text == "entry99999")
    var settings = PathsSettings()
    settings.maximumEntries = 10
    source.apply(settings, folders: [])
    let few = try await source.completions(for: CompletionQuery(document: document, offset: 7, limit: 20))
    #expect(few.isIncomplete && few.candidates.count == 10)
  }

  @Test func theDiskIsLeftAloneWhereThereIsNoPath() async throws {
    let looks = Box<Int>()
    var disk = FolderAccess.holding(["a"])
    let entries = disk.entries
    disk.entries = { path, take in
      looks.update { ($0 ?? 0) + 1 }
      try entries(path, take)
    }
    let source = PathsSource(folders: disk, clock: clock)
    for line in ["word", "a / b", "http://x/y", "// c", "\"word", "</di"] {
      #expect(try await ask(source, line, "swift").isEmpty)
    }
    #expect(looks.value == nil)
    #expect(try await !ask(source, "\"/x/", "swift").isEmpty)
    #expect(looks.value == 1)
  }

  @Test func documentationTellsWhatItIs() async throws {
    let source = source()
    let text = { (path: String) async throws -> String in
      var candidate = Candidate("x")
      candidate.key = "\(self.root)/\(path)"
      return try await source.documentation(for: candidate) ?? "nothing"
    }
    try FileManager.default.createSymbolicLink(atPath: "\(root)/link", withDestinationPath: "docs/a.md")
    #expect(try await text("docs/a.md").hasPrefix("34 bytes, modified 20"))
    #expect(try await text("docs/a.md").hasSuffix("```\ncontents of docs/a.md\nsecond line\n\n```"))
    #expect(try await text("link").hasPrefix("→ `docs/a.md`\n\n34 bytes"))
    #expect(try await text("src") == "4 entries")
    #expect(try await text("nowhere") == "nothing")
    try Data([0x61, 0, 0x62]).write(to: folder.url.appendingPathComponent("binary"))
    #expect(try await text("binary").hasPrefix("3 bytes, modified"))
    #expect(try await !text("binary").contains("```"))
    try Data("TOKEN=1".utf8).write(to: folder.url.appendingPathComponent(".env"))
    try FileManager.default.createSymbolicLink(atPath: "\(root)/notes", withDestinationPath: ".env")
    #expect(try await text(".env").hasPrefix("7 bytes, modified"))
    #expect(try await !text(".env").contains("TOKEN"))
    #expect(try await text("notes").hasPrefix("→ `.env`\n\n7 bytes"))
    #expect(try await !text("notes").contains("TOKEN"))
    #expect(mkfifo("\(root)/pipe", 0o600) == 0)
    #expect(try await text("pipe") == "Neither a file nor a folder")
    #expect(try await text("pipe/x") == "nothing")
  }

  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (123_456, "123 kB"), (2_500_000, "2.5 MB"),
  ])
  func sizesAreShort(bytes: Int, text: String) { #expect(PathDocumentation.size(bytes) == text) }

  @Test func keepsTheContract() async {
    let violations = await SourceContract(clock: .unhurried).violations(of: source())
    #expect(violations.isEmpty, "\(violations)")
  }
}

extension FolderAccess {
  /// Every folder has these files.
  static func holding(_ names: [String]) -> FolderAccess {
    FolderAccess(
      entries: { _, take in
        for name in names {
          var name = name
          guard name.withUTF8({ take($0, .file) }) else { return }
        }
      }, stamp: { _ in FileAccess.Stamp(modified: 1, size: 1) }, kind: { _ in .folder })
  }
}
