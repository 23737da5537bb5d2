import Foundation
import TestSupport
import Testing

@testable import CatchwordProgram

/// What `catchword setup` writes, and what of a user's files it leaves.
struct SetupFilesTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func path(_ name: String) -> String { "\(home.url.path)/\(name)" }

  private func edited(_ name: String, _ lines: [String] = ["one", "two"]) -> EditedFile {
    EditedFile(
      path: path(name), block: MarkedBlock(comment: "--", lines: lines), closing: .luaReturn)
  }

  @Test(arguments: SetupEditor.allCases) func theProgramHasTheFilesOfTheRepository(_ editor: SetupEditor) throws {
    let folder = Repository.root.appendingPathComponent("editors/\(editor.rawValue)")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { name in
      // VS Code shows what an extension's README says.
      FileKind(folder.appendingPathComponent(name).path) == .file && (name != "README.md" || editor == .vscode)
        && !name.hasSuffix(".elc")
    }
    #expect(!names.isEmpty)
    #expect(Set(editor.files.map(\.path)) == Set(names), "Sources/CatchwordEmbedded/\(editor.rawValue).c")
    for (name, contents) in editor.files {
      #expect(try contents == Data(contentsOf: folder.appendingPathComponent(name)), "\(name)")
    }
  }

  @Test func theExtensionIsAnArchiveOfItsFiles() throws {
    let made = try VSCodeExtension(SetupEditor.vscode.files)
    #expect(made.identifier == "catchword.catchword" && made.version == Catchword.version)
    #expect(try made.archive == VSCodeExtension(SetupEditor.vscode.files.reversed()).archive)
    try made.archive.write(to: home.url.appendingPathComponent("a.vsix"))
    let script = """
      import sys, zipfile, xml.dom.minidom
      archive = zipfile.ZipFile(sys.argv[1])
      assert archive.testzip() is None
      for name in archive.namelist():
          if name.endswith(('.vsixmanifest', '.xml')): xml.dom.minidom.parseString(archive.read(name))
      archive.extractall(sys.argv[2])
      """
    let outcome = try Program.run(
      "/bin/sh",
      ["-c", "PATH='\(searchPath)'; command -v python3 > seen || exit 77; python3 -c \"$0\" a.vsix out", script],
      home: home)
    if outcome.code == 77 { return print("skipped: python3 not found") }
    #expect(outcome.code == 0, "\(outcome.errors)")
    for (name, contents) in SetupEditor.vscode.files {
      #expect(try contents == Data(contentsOf: home.url.appendingPathComponent("out/extension/\(name)")), "\(name)")
    }
    #expect(home.read("out/extension.vsixmanifest")?.contains("Path=\"extension/package.json\"") == true)
  }

  private var searchPath: String { ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin" }

  @Test func theProgramOfVSCodeInstallsTheExtensionAndRemovesIt() throws {
    try home.write(
      "#!/bin/sh\necho \"$@\" >> \"$HOME/calls\"\n[ ! -f \"$HOME/fails\" ] || { echo no room >&2; exit 1; }\n",
      to: "bin/codium")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path("bin/codium"))
    let program = Repository.executable("catchword").path
    let setup = { (action: String) in
      try Program.run(
        "/bin/sh", ["-c", "PATH=\"$HOME/bin:/usr/bin:/bin\" exec \"$0\" setup vscode \(action)", program], home: home)
    }
    let archive = path(".local/share/catchword/vscode/catchword-vscode-\(Catchword.version).vsix")
    #expect(try setup("").output.contains("run codium --install-extension \(archive) --force"))
    #expect(home.read("calls") == nil && !Files.exist(archive))
    let written = try setup("--write")
    #expect(written.code == 0 && written.output.contains("installed by 'codium'"), "\(written)")
    #expect(home.read("calls") == "--install-extension \(archive) --force\n")
    #expect(Files.exist(archive))
    try home.write("", to: "fails")
    let failed = try setup("--remove")
    #expect(failed.code == 73 && failed.errors.contains("no room"), "\(failed)")
    #expect(Files.exist(archive))
    try FileManager.default.removeItem(atPath: path("fails"))
    #expect(try setup("--remove").code == 0)
    #expect(home.read("calls")?.hasSuffix("--uninstall-extension catchword.catchword\n") == true)
    #expect(!Files.exist(path(".local/share/catchword")))
    #expect(try setup("--remove").output.contains("has written nothing"))
    // Where it cannot be installed, nothing is left that looks like it; but what is there already stays.
    try home.write("", to: "fails")
    let refused = try setup("--write")
    #expect(refused.code == 73 && refused.errors.contains("no room"), "\(refused)")
    #expect(!Files.exist(path(".local/share/catchword")))
    try FileManager.default.removeItem(atPath: path("fails"))
    #expect(try setup("--write").code == 0)
    try home.write("", to: "fails")
    #expect(try setup("--write").code == 73)
    #expect(Files.exist(archive))
  }

  /// Each has extensions of its own, and who has taken ours away by hand must not be held up.
  @Test func theProgramThatIsNamedGetsTheExtensionAndAllThatHaveItGiveItBack() throws {
    for program in ["code", "cursor"] {
      try home.write(
        "#!/bin/sh\necho \(program) \"$1\" >> \"$HOME/calls\"\n"
          + "case $1 in --v*) echo 1.85.0 ;; --l*) [ ! -f \"$HOME/\(program).has\" ] || cat \"$HOME/\(program).has\" ;; "
          + "--i*) echo ms.first@1.0.0 > \"$HOME/\(program).has\"; "
          + "echo Catchword.catchword@\(Catchword.version) >> \"$HOME/\(program).has\" ;; *) rm \"$HOME/\(program).has\" 2> /dev/null || "
          + "{ echo \"Extension '$2' is not installed.\" >&2; exit 1; } ;; esac\n", to: "bin/\(program)")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path("bin/\(program)"))
    }
    let program = Repository.executable("catchword").path
    let setup = { (arguments: String) in
      try Program.run(
        "/bin/sh", ["-c", "PATH=\"$HOME/bin:/usr/bin:/bin\" exec \"$0\" setup \(arguments)", program], home: home)
    }
    #expect(try setup("cursor --write").output.contains("installed by 'cursor'"))
    #expect(Files.exist(path("cursor.has")) && !Files.exist(path("code.has")))
    let missing = try setup("windsurf --write")
    #expect(missing.code == 0 && missing.output.contains("The PATH has no 'windsurf'"), "\(missing)")
    // Whether it has the extension is not known, though the file is there.
    for action in ["", "--write"] {
      let again = try setup("windsurf \(action)")
      #expect(again.output.contains("by hand") && again.output.contains("The PATH has no 'windsurf'"), "\(again)")
      #expect(!again.output.contains("set up already"), "\(again)")
    }
    let removed = try setup("vscode --remove")
    #expect(removed.code == 0 && removed.output.contains("the extension of 'cursor'"), "\(removed)")
    #expect(!removed.output.contains("'code'") && !Files.exist(path("cursor.has")))
    #expect(!Files.exist(path(".local/share/catchword")))
    #expect(try setup("code --write").code == 0)
    // That one has it says nothing of another.
    #expect(try setup("code").output.contains("code is set up already"))
    #expect(try setup("cursor").output.contains("'catchword setup cursor --write' does it"))
    #expect(try setup("cursor --write").output.contains("installed by 'cursor'"))
    #expect(try setup("cursor").output.contains("cursor is set up already"))
    // Nor does the file, where an older one was not replaced, or ours was taken away by hand.
    for has in ["catchword.catchword@0.0.1\n", "catchword.catchword-more@\(Catchword.version)\n", ""] {
      try home.write(has, to: "code.has")
      #expect(try setup("vscode").output.contains("run code --install-extension"))
      // That one of them has it is enough; which of them the user means is not known.
      #expect(try setup("").output.contains("vscode   set up"))
    }
    try home.write("", to: "cursor.has")
    #expect(try setup("").output.contains("vscode   out of date"))
    #expect(try setup("cursor --write").output.contains("installed by 'cursor'"))
    #expect(try setup("vscode --write").output.contains("installed by 'code'"))
    #expect(try setup("vscode").output.contains("vscode is set up already"))
    #expect(try setup("").output.contains("vscode   set up"))
    #expect(try setup("cursor --remove").output == "removed: the extension of 'cursor'.\n")
    #expect(Files.exist(path("code.has")) && Files.exist(path(".local/share/catchword")))
    try FileManager.default.removeItem(atPath: path("code.has"))
    #expect(try setup("vscode --remove").code == 0)
    #expect(!Files.exist(path(".local/share/catchword")))
    // One that cannot be asked holds no other up.
    #expect(try setup("cursor --write").code == 0)
    try home.write("#!/bin/sh\necho no root >&2\nexit 1\n", to: "bin/code")
    let half = try setup("vscode --remove")
    #expect(half.code == 73 && half.errors.contains("no root") && half.output.contains("the extension of 'cursor'"))
    #expect(!Files.exist(path("cursor.has")) && Files.exist(path(".local/share/catchword")))
  }

  @Test func kakouneGetsItWhereItsSettingsAre() throws {
    let program = Repository.executable("catchword").path
    let setup = { (action: String) in
      try Program.run(
        "/bin/sh", ["-c", "KAKOUNE_CONFIG_DIR=\"$HOME/own/\" exec \"$0\" setup kakoune \(action)", program],
        home: home)
    }
    let written = try setup("--write")
    #expect(written.code == 0 && written.output.contains("in \(path("own/kakrc"))"), "\(written)")
    #expect(home.read("own/kakrc")?.contains("catchword.kak") == true)
    #expect(Files.exist(path("own/catchword/catchword.kak")) && !Files.exist(path(".config/kak")))
    #expect(try setup("--remove").code == 0)
    #expect(!Files.exist(path("own/catchword")))
  }

  @Test func withoutAProgramOfVSCodeItSaysWhereTheExtensionIs() throws {
    let program = Repository.executable("catchword").path
    let outcome = try Program.run(
      "/bin/sh", ["-c", "PATH=/nowhere exec \"$0\" setup vscode --write", program], home: home)
    #expect(outcome.code == 0 && outcome.output.contains("Install from VSIX"), "\(outcome)")
    #expect(outcome.output.contains("\"catchword.command\": [\"\(program)\"]"), "\(outcome)")
  }

  @Test func aBlockGoesAsItCame() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededRandom(seed: seed)
    let rows = ["", "", "a", "\tb", "return M", "-- é", "c\r", "\r", "--"]
    let (old, new) = (
      MarkedBlock(comment: "--", lines: ["old", "", "block"]), MarkedBlock(comment: "--", lines: ["new"])
    )
    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 0..<7, using: &random)).map { _ in rows.randomElement(using: &random) ?? "" }
        .joined(separator: "\n")
      let closing = Bool.random(using: &random) ? ClosingLine.luaReturn : nil
      let added = try old.added(to: text, before: closing)
      #expect(try old.added(to: added, before: closing) == added, "\(seed) \(text.debugDescription)")
      let updated = try new.added(to: added, before: closing)
      for (block, added) in [(old, added), (new, updated)] {
        let rest = try #require(try block.removed(from: added))
        // A last line gets its end.
        let hasReturns = text.contains("\r\n") && text.unicodeScalars.last != "\r"
        let whole = text.isEmpty || text.unicodeScalars.last == "\n" ? text : text + (hasReturns ? "\r\n" : "\n")
        #expect(rest == whole, "\(seed) \(text.debugDescription)")
      }
      #expect(try updated.contains("new") && old.removed(from: text) == nil)
    }
  }

  @Test func theBlockStandsBeforeAReturn() throws {
    try home.write("local M = {}\nreturn M\n", to: "init.lua")
    try edited("init.lua").add()
    #expect(
      home.read("init.lua") == """
        local M = {}
        -- Catchword, by 'catchword setup': begin
        one
        two
        -- Catchword, by 'catchword setup': end
        return M

        """)
    #expect(home.read("init.lua.before-catchword") == "local M = {}\nreturn M\n")
    #expect(try edited("init.lua").remove() && home.read("init.lua") == "local M = {}\nreturn M\n")
    #expect(home.read("init.lua.before-catchword") == nil)
  }

  @Test(arguments: ["\n", "\r\n"]) func aLineThatEndsTheFileStaysBehind(_ ending: String) throws {
    let text = ["set number", "finish", "\" more", ""].joined(separator: ending)
    try home.write(text, to: "init.vim")
    let file = EditedFile(
      path: path("init.vim"), block: MarkedBlock(comment: "\"", lines: ["x"]), closing: .vimFinish)
    try file.add()
    let added = try #require(home.read("init.vim"))
    #expect(added.contains("end\(ending)finish\(ending)\" more"))
    #expect(try file.remove() && home.read("init.vim") == text)
  }

  @Test(
    arguments: [
      (ClosingLine.luaReturn, ["a", "return M"], 1), (.luaReturn, ["return {", "  a = 1,", "}", "-- end", ""], 0),
      (.luaReturn, ["return setup({", "  1,", "})"], 0),
      (.luaReturn, ["if vim.g.vscode then", "return", "end", "b"], nil),
      (.luaReturn, ["--[[", "return old", "]]"], nil), (.luaReturn, ["--[[", "return old", "--]]"], nil),
      (.luaReturn, ["--[[ a ]]", "return M"], 1), (.luaReturn, ["  return 1"], nil),
      (.vimFinish, ["if exists('g:vscode')", "finish", "endif", "set nu"], nil),
      (.vimFinish, ["if a | echo 1 | endif", "finish", "anything if"], 1),
      (.vimFinish, ["\" if", "lua << EOF", "if a then", "end", "EOF", "finish"], 5),
      (.vimFinish, ["let x = 1 << 2", "finish"], 1), (.vimFinish, ["let x =<< trim END", "if", "END", "finish"], 3),
      (.vimFinish, ["python3 <<", "if a:", ".", "finish"], 3),
      (.vimFinish, ["function! F()", "  if 1", "  endif", "endfunction", "finish"], 4), (.vimFinish, ["set nu"], nil),
    ] as [(ClosingLine, [String], Int?)])
  func theLineThatClosesAFileIsFound(_ closing: ClosingLine, _ rows: [String], _ place: Int?) {
    #expect(closing.index(in: rows) == place, "\(rows)")
  }

  @Test func aFileThatIsReadOnlyIsLeftAlone() throws {
    try home.write("a\n", to: "rc")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path("rc"))
    let failure = #expect(throws: EditedFile.Failure.self) { try edited("rc").add() }
    #expect(
      failure?.description.contains("is read-only, so it is left as it is; add these lines by hand:\none") == true)
    #expect(home.read("rc") == "a\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path("rc"))
    try edited("rc").add()
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path("rc"))
    let removal = #expect(throws: EditedFile.Failure.self) { try edited("rc").remove() }
    #expect(removal?.description.hasSuffix("remove the lines between its two markers by hand") == true)
  }

  @Test func whatWasChangedMeanwhileStays() throws {
    try home.write("a\n", to: "rc")
    try edited("rc").add()
    let text = try #require(home.read("rc"))
    try home.write("z\n" + text + "b\n", to: "rc")
    try edited("rc", ["three"]).add()
    #expect(try edited("rc").remove() && home.read("rc") == "z\na\nb\n")
    // The user's file of before is still there, as it is another one.
    #expect(home.read("rc.before-catchword") == "a\n")
    #expect(try !edited("rc").remove())
    // And the next copy takes another name.
    #expect(edited("rc").backup.hasSuffix(".before-catchword-2"))
    try edited("rc").add()
    #expect(home.read("rc.before-catchword-2") == "z\na\nb\n")
    #expect(try edited("rc").remove() && home.read("rc") == "z\na\nb\n" && home.read("rc.before-catchword-2") == nil)
  }

  @Test(arguments: ["a", "a\r\nb"]) func aFileWithoutALineEndAtItsEndComesBack(_ text: String) throws {
    try home.write(text, to: "rc")
    try edited("rc").add()
    #expect(try edited("rc").remove() && home.read("rc") == text)
    #expect(home.read("rc.before-catchword") == nil)
  }

  @Test(arguments: [
    ("", [], nil), ("theme = \"dark\"\n[editor]\nx = [\"]\",\n  \"[\"]\n", [], nil),
    (
      "[[language]]\nname = \"markdown\"\n\n[[language]] # more\n name = 'git-commit'\n", ["git-commit", "markdown"],
      nil
    ),
    ("[language-server.clangd]\ncommand = \"clangd\"\n[ language-server ]\nother = { command = \"x\" }\n", [], nil),
    ("[language-server.x]\ncommand = \"y\" # see [1\n[[language]]\nname = \"markdown\" # [\n", ["markdown"], nil),
    ("[a]\nb = \"a\\\"b[c\"\nd = \"\"\"\na [ b\n\"\"\"\n[[language]]\n\"name\" = \"markdown\"\n", ["markdown"], nil),
    ("[[grammar]]\r\nname = \"markdown\"\r\n", [], nil),
    ("x = [\n[\"a\"],\n[\"b\"]\n]\ny = '''\n[not a table\n'''\n", [], nil),
    ("[\"language-server.catchword\"]\na = \"\"\"\n[language-server.catchword]\n\"\"\"\n", [], nil),
    ("[language]\nname = \"c\"\n", [], 1),
    ("[language-server]\ncatchword = { command = \"catchword\" }\n", [], 2),
    ("[language-server]\ncatchword.command = \"catchword\"\n", [], 2),
    ("use = 1\nlanguage-server = { a = { command = \"b\" } }\n", [], 2),
    ("\"language-server\".a.command = \"b\"\n", [], 1),
    ("language = [\n  { name = \"c\" },\n]\n", [], 1), ("[language-server.foo\ncommand = 1\n", [], 1),
  ])
  func whatHelixWouldNotReadAnyMoreIsRefused(_ text: String, _ languages: [String], _ line: Int?) throws {
    let file = HelixLanguages(text)
    #expect(file.languages.keys.sorted() == languages && !file.hasServer)
    #expect(file.problem?.contains("in line \(line ?? 0)") == (line == nil ? nil : true), "\(file.problem ?? "")")
    #expect(HelixLanguages(text + "[\"language-server\" . 'catchword']\n").hasServer)
    try home.write(text, to: "config/helix/languages.toml")
    let outcome = try Program.run("catchword", ["setup", "helix", "--write"], home: home)
    #expect(outcome.code == (line == nil ? 0 : 66), "\(outcome)")
    if line != nil {
      // To add tables to what is no table would make a file that Helix does not read.
      #expect(outcome.errors.contains("and run this again"), "\(outcome)")
      #expect(home.read("config/helix/languages.toml") == text)
    }
  }

  /// As a table of nested arrays that somebody has generated.
  @Test func aLongFileIsReadInTimeThatGrowsWithIt() {
    let text = "x = [\n" + String(repeating: "[\"a\", [1]],\n", count: 50_000) + "]\n[language-server.catchword]\n"
    #expect(HelixLanguages(text).hasServer)
  }

  @Test func aCommentIsNoSetup() throws {
    let text = "-- require('catchword').setup {}\n  -- catchword\n"
    try home.write(text, to: "config/nvim/init.lua")
    let outcome = try Program.run("catchword", ["setup", "neovim", "--write"], home: home)
    #expect(outcome.code == 0 && outcome.output.hasPrefix("written: "), "\(outcome)")
    #expect(home.read("config/nvim/init.lua")?.contains("\nrequire('catchword').setup") == true)
  }

  @Test func aFileThatWasNotThereGoesAgain() throws {
    try edited("deep/er/rc").add()
    #expect(home.read("deep/er/rc")?.contains("one\ntwo\n") == true)
    #expect(try edited("deep/er/rc").remove() && !FileManager.default.fileExists(atPath: path("deep/er/rc")))
  }

  @Test func aLinkStaysOneAndPermissionsStay() throws {
    try home.write("a\n", to: "dotfiles/rc")
    chmod(path("dotfiles/rc"), 0o640)
    try home.link("rc", to: "dotfiles/rc")
    try edited("rc").add()
    #expect(home.read("dotfiles/rc")?.contains("two") == true)
    #expect(FileKind(path("rc")) == .link)
    let attributes = try FileManager.default.attributesOfItem(atPath: path("dotfiles/rc"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test(arguments: [
    "-- Catchword, by 'catchword setup': begin\none\n", "x\n-- Catchword, by 'catchword setup': end\n",
    "-- Catchword, by 'catchword setup': end\n-- Catchword, by 'catchword setup': begin\n",
    "-- Catchword, by 'catchword setup': begin\n-- Catchword, by 'catchword setup': begin\n-- Catchword, by 'catchword setup': end\n",
  ])
  func aFileWithOneMarkerIsLeftAlone(_ text: String) throws {
    try home.write(text, to: "rc")
    for action in [{ try edited("rc").add() }, { _ = try edited("rc").remove() }] {
      let failure = try #require(throws: EditedFile.Failure.self) { try action() }
      #expect(failure.description.contains("rc:\(text.hasPrefix("x") ? 2 : 1): "))
    }
    #expect(home.read("rc") == text)
  }

  @Test func whatIsNoTextIsLeftAlone() throws {
    try Data([0x61, 0xFF, 0x0A]).write(to: home.url.appendingPathComponent("rc"))
    try home.link("broken", to: "nowhere")
    mkfifo(path("pipe"), 0o600)
    for (name, reason) in [("rc", "is not UTF-8"), ("broken", "is a link to a file"), ("pipe", "is no regular file")] {
      let failure = try #require(throws: EditedFile.Failure.self) { try edited(name).add() }
      #expect(failure.description.contains(reason), "\(failure)")
    }
  }

  @Test func filesAreUpdatedAndRemovedAndNoOthers() throws {
    func installed(_ names: String...) -> InstalledFiles {
      InstalledFiles(folder: path("pack/catchword/start/catchword"), files: names.map { ($0, Data($0.utf8)) })
    }
    let first = installed("a.vim", "in/b.vim", "in/c.vim")
    try first.install()
    #expect(first.areInstalled && home.read("pack/catchword/start/catchword/in/b.vim") == "in/b.vim")
    try home.write("mine", to: "pack/catchword/start/catchword/in/mine.vim")
    let second = installed("a.vim", "out/b.vim")
    #expect(!second.areInstalled)
    try second.install()
    #expect(second.areInstalled && home.read("pack/catchword/start/catchword/in/c.vim") == nil)
    #expect(second.remove() == 2 && second.remove() == 0)
    #expect(home.read("pack/catchword/start/catchword/in/mine.vim") == "mine")
    try FileManager.default.removeItem(atPath: path("pack/catchword/start/catchword/in"))
    try second.install()
    #expect(second.remove() == 2 && FileManager.default.fileExists(atPath: path("pack")))
    #expect(!FileManager.default.fileExists(atPath: path("pack/catchword")))
  }

  /// As on a full disk: what is there by then is taken back.
  @Test func whatAFailureLeavesIsTakenBack() throws {
    try home.write("", to: "client/in")
    try home.write("", to: "client/\(InstalledFiles.list)")
    let files = InstalledFiles(
      folder: path("client"), files: [("a.vim", Data("a".utf8)), ("in/b.vim", Data("b".utf8))])
    #expect(throws: (any Error).self) { try files.install() }
    #expect(home.read("client/a.vim") == "a" && !files.areInstalled)
    #expect(files.remove() == 1 && home.read("client/a.vim") == nil && home.read("client/in") == "")
  }

  /// Whoever can write the list can write to the folder; still it leads nowhere else.
  @Test func aListThatLeadsOutOfTheFolderRemovesNothingThere() throws {
    try home.write("keep", to: "keep")
    try home.write("keep", to: "outside/keep")
    let files = InstalledFiles(folder: path("client"), files: [("a.vim", Data("a".utf8))])
    try files.install()
    try home.link("client/link", to: "outside")
    try home.write("../keep\n/\(path("keep"))\nlink/keep\n.\n\na.vim\n", to: "client/\(InstalledFiles.list)")
    #expect(files.remove() == 1)
    #expect(home.read("keep") == "keep" && home.read("outside/keep") == "keep")
  }

  @Test func aFolderThatIsALinkIsRefused() throws {
    try home.write("", to: "clone/plugin.vim")
    try home.link("client", to: "clone")
    #expect(InstalledFiles(folder: path("client"), files: []).refusal?.contains("is a link") == true)
    #expect(InstalledFiles(folder: path("clone/plugin.vim"), files: []).refusal?.contains("is in the way") == true)
    #expect(InstalledFiles(folder: path("none"), files: []).refusal == nil)
    // A copy that was made by hand.
    let client = InstalledFiles(folder: path("clone"), files: [("plugin.vim", Data("new".utf8))])
    #expect(client.refusal?.contains("has files already") == true)
    #expect(InstalledFiles(folder: path("clone"), files: [("plugin.vim", Data())]).refusal == nil)
  }

  @Test func namesAreQuoted() {
    #expect(Quoted.vim("/it's") == "'/it''s'")
    #expect(Quoted.lua("/it's\\") == "'/it\\'s\\\\'")
    #expect(Quoted.lisp("/a\"b\\") == "\"/a\\\"b\\\\\"")
  }
}
