import CatchwordCompletion
import CatchwordSettings
import CatchwordText
import Foundation
import TestSupport
import Testing

@testable import CatchwordSources

/// Projects that lead out of themselves, held against every source that a project can feed: nothing outside is offered.
///
/// A project is what git can carry: files, folders and links. Its settings are checked as a server does, then the swaps are
/// made, as by a checkout; the files are read after that.
@Suite(.timeLimit(.minutes(10)))
struct HostileProjectTests {
  /// A project, and what is put in the place of its files once the settings have been checked.
  struct Project: CustomStringConvertible, Sendable {
    let description: String
    var settings = "{}"
    var files: [String: String] = [:]
    /// Links by name; OUTSIDE stands for the folder outside, PROJECT for the project.
    var links: [String: String] = [:]
    var swaps: [String: String] = [:]
  }

  /// What is outside, each file with one word that begins with "zqout".
  private static let outside = [
    "list.txt": "zqoutlist\n", "\u{301}x.txt": "zqoutmark\n",
    "table.tsv": "zqouttable\tzqouttext\tzqoutabout\n",
    "x.code-snippets": #"{"a": {"prefix": "zqoutcode", "body": "zqoutbody"}}"#,
    "c.snippets": "snippet zqoutmate\n\tzqoutbody\n",
    "snips/c.json": #"{"a": {"prefix": "zqoutjson", "body": "zqoutbody"}}"#,
    "text-mode/zqoutyas": "zqoutprivate key\n",
    "package.json": #"{"contributes": {"snippets": [{"path": "snips/c.json", "language": "c"}]}}"#,
    "tags": "!_TAG_FILE_SORTED\t1\t//\nzqouttag\ta.c\t1;\"\tf\n",
    "words.c": "int zqoutword = zqoutword2;\n",
    "vscode/x.code-snippets": #"{"a": {"prefix": "zqoutvs", "body": "zqoutbody"}}"#,
  ]

  static let projects: [Project] = [
    Project(description: "a list", settings: #"{"lists": ["l"]}"#, links: ["l": "OUTSIDE/list.txt"]),
    Project(description: "a list, relative", settings: #"{"lists": ["l"]}"#, links: ["l": "../outside/list.txt"]),
    Project(description: "a list in a folder", settings: #"{"lists": ["d/list.txt"]}"#, links: ["d": "OUTSIDE"]),
    Project(
      description: "a list behind a chain", settings: #"{"lists": ["a"]}"#,
      links: ["a": "b", "b": "c/d", "c": ".", "d": "OUTSIDE/list.txt"]),
    Project(
      description: "a list behind dots", settings: #"{"lists": ["a/b/up"]}"#, files: ["a/b/x": ""],
      links: ["a/b/up": "../../../outside/list.txt"]),
    // For the system the slash is one, and what stands before it a folder.
    Project(
      description: "a list behind a combining mark", settings: #"{"lists": ["d/\u0301x.txt"]}"#, links: ["d": "OUTSIDE"]
    ),
    Project(description: "a list in the root", settings: #"{"lists": ["r/etc/hosts"]}"#, links: ["r": "/"]),
    Project(
      description: "a list that is swapped", settings: #"{"lists": ["l"]}"#, files: ["l": "zqinside\n"],
      swaps: ["l": "OUTSIDE/list.txt"]),
    Project(
      description: "a list that comes later", settings: #"{"lists": ["l"]}"#, swaps: ["l": "OUTSIDE/list.txt"]),
    Project(
      description: "a list whose folder is swapped", settings: #"{"lists": ["d/list.txt"]}"#,
      files: ["d/list.txt": "zqinside\n"], swaps: ["d": "OUTSIDE"]),
    Project(
      description: "a list behind a link that is swapped", settings: #"{"lists": ["l"]}"#,
      files: ["d/list.txt": "zqinside\n"], links: ["l": "d/list.txt"], swaps: ["d": "../outside"]),
    Project(description: "a table", settings: #"{"symbols": {"tables": ["t"]}}"#, links: ["t": "OUTSIDE/table.tsv"]),
    Project(
      description: "a table that is swapped", settings: #"{"symbols": {"tables": ["t"]}}"#,
      files: ["t": "zqinside\tx\n"], swaps: ["t": "OUTSIDE/table.tsv"]),
    Project(
      description: "a table whose folder is swapped", settings: #"{"symbols": {"tables": ["d/table.tsv"]}}"#,
      files: ["d/table.tsv": "zqinside\tx\n"], swaps: ["d": "OUTSIDE"]),
    Project(
      description: "a snippet file", settings: #"{"snippets": {"files": ["s/x.code-snippets"]}}"#,
      files: ["s/y": ""], swaps: ["s/x.code-snippets": "OUTSIDE/x.code-snippets"]),
    Project(
      description: "links in a snippet folder", settings: #"{"snippets": {"files": ["s"]}}"#, files: ["s/y": ""],
      links: [
        "s/text-mode": "OUTSIDE/text-mode", "s/in": "OUTSIDE/snips", "s/file.code-snippets": "OUTSIDE/x.code-snippets",
        "s/c.snippets": "OUTSIDE/c.snippets",
      ]),
    Project(
      description: "a snippet folder that is swapped", settings: #"{"snippets": {"files": ["s"]}}"#,
      files: ["s/c.json": #"{"a": {"prefix": "zqinside", "body": "b"}}"#], swaps: ["s": "OUTSIDE"]),
    Project(
      description: "a snippet file that is swapped", settings: #"{"snippets": {"files": ["s"]}}"#,
      files: ["s/c.json": #"{"a": {"prefix": "zqinside", "body": "b"}}"#], swaps: ["s/c.json": "OUTSIDE/snips/c.json"]),
    Project(
      description: "what a package names", settings: #"{"snippets": {"files": ["p"]}}"#,
      files: ["p/package.json": #"{"contributes": {"snippets": [{"path": "l.json", "language": "c"}]}}"#],
      links: ["p/l.json": "OUTSIDE/snips/c.json"]),
    Project(
      description: "a package", settings: #"{"snippets": {"files": ["p"]}}"#, files: ["p/y": ""],
      links: ["p/package.json": "OUTSIDE/package.json", "p/snips": "OUTSIDE/snips"]),
    Project(description: ".vscode", links: [".vscode": "OUTSIDE/vscode"]),
    Project(
      description: "a file in .vscode", files: [".vscode/y": ""],
      links: [".vscode/x.code-snippets": "OUTSIDE/vscode/x.code-snippets"]),
    Project(
      description: ".vscode that is swapped",
      files: [".vscode/x.code-snippets": #"{"a": {"prefix": "zqinside", "body": "b"}}"#],
      swaps: [".vscode": "OUTSIDE/vscode"]),
    Project(description: "tags", links: ["tags": "OUTSIDE/tags"]),
    Project(description: "tags of git", files: [".git/HEAD": ""], links: [".git/tags": "OUTSIDE/tags"]),
    Project(description: "the folder of git", links: [".git": "OUTSIDE"]),
    Project(description: "words of a file", links: ["a.c": "OUTSIDE/words.c"]),
    Project(description: "words of a folder", links: ["d": "OUTSIDE"]),
    Project(description: "words of a file that is swapped", files: ["a.c": "x\n"], swaps: ["a.c": "OUTSIDE/words.c"]),
    Project(
      description: "words of a folder that is swapped", files: ["d/words.c": "x\n"], swaps: ["d": "OUTSIDE"]),
    // Names that say that they hold secrets.
    Project(
      description: "files of secrets",
      settings: #"{"lists": [".env", "id_rsa"], "symbols": {"tables": [".npmrc"]}, "snippets": {"files": ["s"]}}"#,
      files: [
        ".env": "zqoutenv\n", "id_rsa": "zqoutrsa\n", ".npmrc": "zqoutnpm\tzqout\n",
        "s/text-mode/id_ed25519": "zqoutkey\n", "k.pem": "zqoutpem\n",
      ]),
    Project(
      description: "links to files of secrets", settings: #"{"lists": ["l"], "symbols": {"tables": ["t"]}}"#,
      files: [".env": "zqoutenv\n", "a/.netrc": "zqoutnet\tzqout\n"], links: ["l": ".env", "t": "a/.netrc"]),
  ]

  @Test(arguments: projects) func nothingOutsideIsOffered(project: Project) async throws {
    let texts = try await texts(of: project)
    #expect(texts.filter { $0.contains("zqout") } == [])
  }

  /// A link that stays in the project is followed, also one that is written from the root of the file system.
  @Test func linksInsideAreFollowed() async throws {
    let texts = try await texts(
      of: Project(
        description: "inside",
        settings: #"{"lists": ["l", "m/in.txt"], "symbols": {"tables": ["t"]}, "snippets": {"files": ["s"]}}"#,
        files: [
          "d/in.txt": "zqinlist\n", "d/table.tsv": "zqintable\tzqintext\n", "d/e/in.txt": "zqinother\n",
          "d/c.json": #"{"a": {"prefix": "zqincode", "body": "zqinbody"}}"#,
          "d/tags": "!_TAG_FILE_SORTED\t1\t//\nzqintag\ta.c\t1;\"\tf\n", "w.c": "zqinword zqinword\n", "s/y": "",
        ],
        links: [
          "l": "PROJECT/d/in.txt", "m": "d/e", "t": "./d/../d/table.tsv", "s/c.json": "../d/c.json", "tags": "d/tags",
        ]))
    let expected = [
      "lists zqinlist", "lists zqinother", "symbols zqintext", "snippets zqincode", "tags zqintag",
      "workspace zqinword",
    ]
    for text in expected { #expect(texts.contains(text), "\(text)") }
  }

  /// What looks like a key in a project's files does not become the text of an item; the rest does.
  @Test func secretsInAProjectsFilesAreNotOffered() async throws {
    // In pieces, so that nobody takes them for real ones.
    let key = "ghp" + "_" + "zQ3kV9xT1bN7mR5wL2sD8fG4hJ6pYcXeA0uK"
    let password = "zqHunter" + "2"
    let pem = ["-----BEGIN", "OPENSSH PRIVATE KEY-----"].joined(separator: " ")
    let texts = try await texts(
      of: Project(
        description: "keys",
        settings: #"{"lists": ["l"], "symbols": {"tables": ["t"]}, "snippets": {"files": ["s"]}}"#,
        files: [
          "l": "zqin\nzqabout\t1\ttoken \(key)\n\(key)\n", "t": "zqtable\t\(key)\nzqother\tzqshown\n",
          "s/c.json":
            #"{"a": {"prefix": "zqa", "body": "x = '\#(key)'"}, "b": {"prefix": "zqb", "body": "\#(pem)\nAAAA"}, "c": {"prefix": "zqc", "body": "good"}, "e": {"prefix": "zqe", "body": "password = \"\#(password)\""}, "f": {"prefix": "zqf", "body": "password = \"${1:password}\""}}"#,
          ".vscode/x.code-snippets": #"{"a": {"prefix": "zqd", "body": "password: \#(key)"}}"#,
        ]))
    #expect(texts.filter { $0.contains(key) || $0.contains("PRIVATE KEY") || $0 == "snippets zqe" } == [])
    for text in ["lists zqin", "symbols zqshown", "snippets zqc", "snippets zqf"] {
      #expect(texts.contains(text), "\(text)")
    }
  }

  // MARK: A server's way

  /// All that is offered in a project, each text behind the name of its source.
  private func texts(of project: Project) async throws -> [String] {
    let folder = try TemporaryFolder()
    // Who opens a folder may do so by a link.
    try folder.write("", to: "real/.keep")
    try folder.link("project", to: "real")
    for (name, text) in Self.outside { try folder.write(text, to: "outside/\(name)") }
    let root = "\(folder.url.path)/project"
    let fill = { (target: String) in
      target.replacingOccurrences(of: "OUTSIDE", with: "\(folder.url.path)/outside")
        .replacingOccurrences(of: "PROJECT", with: root)
    }
    for (name, text) in project.files { try folder.write(text, to: "project/\(name)") }
    for (name, target) in project.links { try folder.link("project/\(name)", to: fill(target)) }
    try folder.write(project.settings, to: "project/.catchword.json")
    let settings = EffectiveSettings(
      ProjectFile.settings(in: [root]).layers, schema: BuiltInSources.schema, home: "/nowhere", workingFolder: "/")
    for (name, target) in project.swaps {
      try? FileManager.default.removeItem(atPath: "\(root)/\(name)")
      try folder.link("project/\(name)", to: fill(target))
    }
    // This is about what is reached and not about when, so a source waits for a file as long as that takes.
    let sources = BuiltInSources(clock: EngineClock(ManualClock()))
    _ = sources.apply(settings, folders: [root])
    try await Breather.wait(for: "the words") { sources.workspace.loadState.value != nil }
    return try await texts(of: sources, in: root)
  }

  private func texts(of sources: BuiltInSources, in root: String) async throws -> [String] {
    var texts: [String] = []
    for source in sources.all
    where !["words", "paths"].contains(source.descriptor.name) {
      for (line, language) in [
        ("zq", "c"), ("zq", "plaintext"), ("\\zqt", "c"), ("\\zqi", "c"), ("\\zqo", "c"), ("", "text"), ("id", "text"),
      ] {
        let document = DocumentSnapshot(uri: "file://\(root)/x.c", languageID: language, version: 1, text: Text(line))
        let query = CompletionQuery(document: document, offset: document.text.count)
        var answer = try await source.completions(for: query)
        // Lists and tables that are being read hold up nobody.
        try await Breather.wait(for: source.descriptor.name) {
          let mayCome =
            source.descriptor.name == "lists" || (source.descriptor.name == "symbols" && line.hasPrefix("\\"))
          guard mayCome, answer.isIncomplete else { return true }
          answer = try await source.completions(for: query)
          return !answer.isIncomplete
            || (source.descriptor.name == "symbols" && answer.candidates.contains { $0.label?.contains("zq") == true })
        }
        for candidate in answer.candidates {
          let about = try await source.documentation(for: candidate)
          texts += [candidate.text, candidate.label, candidate.snippet, candidate.detail, about].compactMap(\.self).map
          {
            "\(source.descriptor.name) \($0)"
          }
        }
      }
    }
    return texts
  }
}
