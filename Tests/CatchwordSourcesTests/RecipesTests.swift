import CatchwordCompletion
import CatchwordText
import Foundation
import TestSupport
import TestTraits
import Testing

@testable import CatchwordSources

/// The programs of the article Recipes, run as they stand there.
@Suite(.timeLimit(.minutes(10)))
struct RecipesTests {
  private let folder: TemporaryFolder
  private let sections: [String]

  init() throws {
    folder = try TemporaryFolder()
    sections = try Repository.article("Recipes").components(separatedBy: "\n## ")
  }

  /// The program below a heading, written to a file.
  private func program(_ heading: String, _ language: String = "sh") throws -> String {
    let section = try #require(sections.first { $0.hasPrefix(heading + "\n") })
    let parts = section.components(separatedBy: "\n```\(language)\n")
    try #require(parts.count == 2)
    let text = try #require(parts[1].components(separatedBy: "\n```").first)
    return try folder.write(text + "\n", to: "program.\(language)")
  }

  private func ask(
    _ command: [String], _ text: String = "x", uri: String = "file:///a",
    _ change: (inout CommandSettings) -> Void = { _ in }
  ) async throws -> [Candidate] {
    var settings = CommandSettings(name: "it", command: command)
    settings.folder = folder.url.path
    settings.deadline = .seconds(600)
    settings.environment = ["HOME": folder.url.path, "TMUX_TMPDIR": folder.url.path]
    change(&settings)
    let log = EventLog()
    log.listen { Issue.record("\($1)") }
    let source = CommandSource(
      settings: settings, clock: EngineClock(ManualClock()),
      supervisor: Repository.executable("scripted-server").path, log: log)
    let document = DocumentSnapshot(uri: uri, languageID: "plaintext", version: 1, text: Text(text))
    let query = CompletionQuery(document: document, offset: document.text.count)
    return try await source.completions(for: query).candidates
  }

  @Test func theWordsOfTmux() async throws {
    guard let tmux = try requiredProgram("tmux") else { return }
    #if os(macOS)
      let locale = "en_US.UTF-8"
    #else
      let locale = "C.UTF-8"
    #endif
    let environment = [
      "TMUX_TMPDIR": folder.url.path, "PATH": "/usr/bin:/bin", "HOME": folder.url.path, "LC_ALL": locale,
    ]
    let start = ["-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24"]
    let session = try ChildProgram(
      tmux, start + ["printf 'needlework größer src/main.swift abc\\n'; exec sleep 1000"], environment: environment)
    #expect(try session.wait() == 0)
    defer { _ = try? ChildProgram(tmux, ["kill-server"], environment: environment).wait() }
    let program = try program("What is on the screen of tmux")
    try await Breather.wait(for: "the words of the pane") {
      let found = try await ask(["sh", program]) { $0.environment["LC_ALL"] = locale }
      return Set(found.map(\.text)) == ["größer", "needlework", "src/main.swift"]
    }
  }

  @Test func theHistoryOfTheShell() async throws {
    try folder.write(
      """
      git status
        secret word
      # comment
      export GITHUB_TOKEN=x
      mysql --Password y
      curl -H 'Authorization: bearer z'
      make test

      """, to: ".bash_history")
    try folder.write(": 1700000000:0;git push --force-with-lease\n: 1700000001:5;git status\n", to: ".zsh_history")
    let program = try program("What you typed in the shell")
    #expect(try await ask(["sh", program]).map(\.text) == ["git status", "git push --force-with-lease", "make test"])
  }

  @Test func branchesAndScopes() async throws {
    guard let git = try requiredProgram("git") else { return }
    let repository = folder.url.path + "/repository"
    let environment = ["HOME": folder.url.path, "PATH": "/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM": "1"]
    let identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    let commit = ["commit", "-q", "--allow-empty", "-m"]
    for arguments in [
      ["init", "-q", "-b", "trunk", repository], ["-C", repository] + identity + commit + ["fix(parser): one"],
      ["-C", repository] + identity + commit + ["Two (words)"], ["-C", repository, "branch", "feature/needle"],
    ] {
      #expect(try ChildProgram(git, arguments, environment: environment).wait() == 0)
    }
    let program = try program("Branches and scopes in commit messages")
    let found = try await ask(["sh", program], uri: "file://\(repository)/.git/COMMIT_EDITMSG")
    #expect(found.map(\.text) == ["feature/needle", "trunk", "parser"])
    #expect(found.map(\.detail) == ["branch", "branch", "scope"])
    // The folders of a worktree and of a submodule are below that one, and are not about the same branch or repository.
    let (worktree, inner) = ("\(repository)/.git/worktrees/tree", "\(repository)/.git/modules/inner")
    try FileManager.default.createDirectory(atPath: repository + "/.git/modules", withIntermediateDirectories: true)
    for arguments in [
      ["-C", repository, "worktree", "add", "-q", "-b", "side", folder.url.path + "/tree"],
      ["-C", folder.url.path + "/tree"] + identity + commit + ["fix(tree): three"],
      ["init", "-q", "-b", "inside", "--separate-git-dir", inner, folder.url.path + "/inner"],
      ["-C", folder.url.path + "/inner"] + identity + commit + ["fix(inner): four"],
    ] {
      #expect(try ChildProgram(git, arguments, environment: environment).wait() == 0)
    }
    for (place, expected) in [
      (worktree, ["feature/needle", "side", "trunk", "parser", "tree"]), (inner, ["inside", "inner"]),
    ] {
      #expect(try await ask(["sh", program], uri: "file://\(place)/COMMIT_EDITMSG").map(\.text) == expected)
    }
  }

  @Test func synonyms() async throws {
    guard let python = try requiredProgram("python3") else { return }
    try folder.write("big: large, huge ,enormous\nno colon\nsmall:\n", to: "words/synonyms")
    let program = try program("Synonyms", "python")
    for (typed, words) in [("so Big", ["large", "huge", "enormous"]), ("small", []), ("bi", [])] {
      let found = try await ask([python, program], typed) {
        $0.mode = .longLived
        $0.format = .json
      }
      #expect(found.map(\.text) == words)
      #expect(found.allSatisfy { $0.filter == "Big" })
    }
  }

  @Test func aDictionary() async throws {
    // In Latin 1, as many are.
    let text = "3\nAbend/Nm\nab\ngrüßen\tpo:verb\n"
    try #require(text.data(using: .isoLatin1)).write(to: folder.url.appendingPathComponent("de.dic"))
    try folder.write("# x\nSET ISO8859-1\nTRY a\n", to: "de.aff")
    let program = try program("A dictionary")
    #expect(try await ask(["sh", program, "de.dic"]).map(\.text) == ["Abend", "grüßen"])
  }

  /// The programs of PostgreSQL, which Debian keeps out of the PATH.
  private static func postgres(_ name: String) throws -> String? {
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    let paths = versions.sorted().reversed().map { "/usr/lib/postgresql/\($0)/bin/\(name)" }
    if let path = paths.first(where: FileManager.default.isExecutableFile) { return path }
    return try requiredPrograms([name])
  }

  /// A real server, on a socket in a folder of its own; it does not run as root.
  @Test func wordsInADatabase() async throws {
    guard let initdb = try Self.postgres("initdb"), let server = try Self.postgres("postgres"),
      let psql = try requiredPrograms(["psql"])
    else { return }
    // Another user's server gets into no folder of ours.
    let data = geteuid() == 0 ? "/tmp/catchword-\(UUID().uuidString)" : folder.url.path + "/data"
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: data) }
    var user: [String] = []
    if geteuid() == 0 {
      let setpriv = try #require(Repository.find("setpriv"))
      user = [setpriv, "--reuid=65534", "--regid=65534", "--clear-groups"]
      try FileManager.default.setAttributes(
        [.ownerAccountID: 65534, .groupOwnerAccountID: 65534], ofItemAtPath: data)
    }
    let environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C", "HOME": data]
    func start(_ command: [String]) throws -> ChildProgram {
      try ChildProgram(
        (user + command)[0], Array((user + command).dropFirst()), environment: environment, folder: URL(filePath: data))
    }
    try #require(try start([initdb, "-D", data, "-U", "me", "-E", "UTF8", "-A", "trust", "-N"]).wait() == 0)
    let running = try start([server, "-D", data, "-k", data, "-h", ""])
    defer {
      // Told to, it gives its shared memory back.
      kill(running.id, SIGINT)
      _ = try? running.wait()
    }
    let connection = ["PGHOST": data, "PGUSER": "me", "PGDATABASE": "postgres", "PATH": "/usr/bin:/bin"]
    let table = """
      CREATE TABLE words(word text, description text, uses integer);
      INSERT INTO words VALUES ('needlework', 'what one sews', 1), ('Needlepoint', 'the same', 9), ('need_x', NULL, 2),
        ('needle''s', 'a quotation mark', 0), ('other', '', 99), ('übrig', '', 1);
      CREATE INDEX ON words(lower(word) text_pattern_ops);
      """
    try await Breather.wait(for: "the server") {
      try ChildProgram(psql, ["-Xq", "-v", "ON_ERROR_STOP=1", "-c", table], environment: connection).wait() == 0
    }
    let program = try program("Words in a database")
    for (typed, words) in [
      ("so needle", ["Needlepoint", "needlework", "needle's"]), ("NEED_", ["need_x"]), ("übr", ["übrig"]),
      ("needle's", ["needle's"]), ("nothing", []), ("%", []),
    ] {
      let found = try await ask(["sh", program], typed) { $0.environment.merge(connection) { $1 } }
      #expect(found.map(\.text) == words, "\(typed)")
      if words.count == 3 { #expect(found.map(\.detail) == ["the same", "what one sews", "a quotation mark"]) }
    }
  }

  /// A stand-in for the search engine: it answers as Elasticsearch would, to the one question that is asked.
  @Test func wordsOfASearchEngine() async throws {
    guard let python = try requiredPrograms(["python3"]) else { return }
    let standIn = try folder.write(
      """
      import http.server, json, os
      class Engine(http.server.BaseHTTPRequestHandler):
          protocol_version = "HTTP/1.1"
          def do_POST(self):
              query = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
              prefix = query["query"]["prefix"]["word"]["value"].lower()
              words = [word for word in ("needlework", "Needlepoint", "other") if word.lower().startswith(prefix)]
              if prefix == "broken":
                  body = b"no JSON"
              else:
                  body = json.dumps({"hits": {"hits": [{"_source": {"word": word}} for word in words]}}).encode()
              self.send_response(200 if self.path == "/words/_search" else 404)
              self.send_header("Content-Length", str(len(body)))
              self.end_headers()
              self.wfile.write(body)
          def log_message(self, *_): pass
      server = http.server.HTTPServer(("127.0.0.1", 0), Engine)
      open("port.new", "w").write(str(server.server_port))
      os.rename("port.new", "port")
      server.serve_forever()
      """, to: "stand-in.py")
    let engine = try ChildProgram(python, [standIn], folder: folder.url)
    defer { engine.end() }
    try await Breather.wait(for: "the stand-in's port") { folder.read("port") != nil }
    let port = try #require(folder.read("port"))
    let program = try program("Words of a search engine", "python")
    for (typed, words) in [("so need", ["needlework", "Needlepoint"]), ("broken", []), ("oth", ["other"])] {
      let found = try await ask([python, program, "127.0.0.1", port], typed) {
        $0.mode = .longLived
        $0.format = .json
      }
      #expect(found.map(\.text) == words)
    }
    let none = try await ask([python, program, "127.0.0.1", "1"], "need") {
      $0.mode = .longLived
      $0.format = .json
    }
    #expect(none.isEmpty)
  }
}
