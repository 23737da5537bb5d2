import Foundation
import TestSupport
import TestTraits
import Testing

/// What `catchword doctor` finds, and what it says to do.
@Suite(.blocking) struct DoctorTests {
  private let home: TemporaryFolder

  init() throws {
    home = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: path("bin"), withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { "\(home.url.path)/\(name)" }

  private func doctor(_ file: String = "") throws -> Program.Outcome {
    let script =
      "export PATH=\"$HOME/bin:$HOME/more:/bin\" XDG_CONFIG_HOME=\"$HOME/.config\"; exec \"$0\" doctor \(file)"
    return try Program.run("/bin/sh", ["-c", script, Repository.executable("catchword").path], home: home)
  }

  private func install(_ name: String, _ script: String) throws {
    try home.write("#!/bin/sh\n\(script)\n", to: name)
    chmod(path(name), 0o755)
  }

  private func link() throws { try home.link("bin/catchword", to: Repository.executable("catchword").path) }

  @Test func aHealthyHomeHasNoProblems() throws {
    try link()
    let outcome = try doctor()
    #expect(outcome.code == 0 && outcome.errors == "" && outcome.output.hasSuffix("no problems\n"), "\(outcome)")
  }

  @Test func saysWhichProgramEditorsStart() throws {
    let none = try doctor()
    #expect(none.code == 1 && none.output.contains("The PATH has no catchword"))
    try install("bin/catchword", "exit 1")
    #expect(try doctor().output.contains("start \(path("bin/catchword")), which comes first in the PATH"))
    try FileManager.default.removeItem(atPath: path("bin/catchword"))
    try link()
    try FileManager.default.createDirectory(atPath: path("more"), withIntermediateDirectories: true)
    try install("more/catchword", "exit 1")
    let outcome = try doctor()
    #expect(outcome.code == 1 && outcome.output.contains("\(path("more/catchword")) is another program of this name"))
  }

  @Test(arguments: [
    ("vim", "echo 'VIM - Vi IMproved 8.2 (2019)'", "vim at HOME/bin/vim is older than 9.0"),
    ("vim", "echo 'VIM - Vi IMproved 9.1'; echo '-job +eval'", "is built without +job"),
    ("nvim", "echo NVIM v0.6.1", "is older than 0.7"), ("emacs", "echo GNU Emacs 27.1", "is older than 28.1"),
  ])
  func saysWhichEditorsAreTooOld(_ name: String, _ script: String, _ problem: String) throws {
    try link()
    try install("bin/\(name)", script)
    let outcome = try doctor()
    #expect(outcome.code == 1 && outcome.output.contains(problem.replacing("HOME", with: home.url.path)), "\(outcome)")
  }

  @Test func anEditorThatPrintsAnythingBreaksNothing() throws {
    try link()
    try install("bin/vim", "printf '\\033]0;x\\007\\033[2J'; head -c 30000000 /dev/zero; exit 3")
    try install("bin/nvim", "exit 1")
    try install("bin/emacs", "yes GNU Emacs")
    let outcome = try doctor()
    #expect(outcome.output.contains("nvim") && outcome.output.contains("GNU Emacs\n"))
    #expect(!outcome.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x7F })
    #expect(outcome.output.utf8.count < 1_000_000)
  }

  @Test func saysWhatIsInTheWay() throws {
    try link()
    try home.write("", to: ".cache")
    try home.write(#"{"limit": "many"}"#, to: ".config/catchword/config.json")
    try install("bin/nvim", "echo NVIM v0.10.4")
    try home.write("", to: ".local/share/nvim/lazy/blink.cmp/init.lua")
    let outcome = try doctor()
    #expect(outcome.code == 1)
    for line in [
      "\(path(".cache")) is no folder, so indexes cannot be kept", "config.json:1:2: ",
      "neovim has blink.cmp in \(path(".local/share/nvim/lazy/blink.cmp")), which has a menu of its own",
    ] {
      #expect(outcome.output.contains(line), "\(outcome.output)")
    }
  }

  /// As when the archive of the next release is unpacked in another folder, or a file was changed.
  @Test func saysWhatIsOutOfDate() throws {
    try install("bin/vim", "echo 'VIM - Vi IMproved 9.1'")
    let setUp = { try Program.run("catchword", ["setup", "vim", "--write"], home: self.home) }
    #expect(try setUp().code == 0)
    // The client starts this program by its path.
    let byPath = try doctor()
    #expect(byPath.output.contains("vim          set up, ") && byPath.output.contains("note         The PATH has no"))
    try link()
    let outcome = try doctor()
    #expect(outcome.code == 1 && outcome.output.contains("vim          out of date, "), "\(outcome)")
    #expect(outcome.output.contains("'catchword setup vim --write' mends it"), "\(outcome)")
    let shell = "PATH=\"$HOME/bin:/usr/bin:/bin\" exec \"$0\" setup vim --write"
    let mended = try Program.run(
      "/bin/sh", ["-c", shell, Repository.executable("catchword").path], home: home)
    #expect(mended.output.hasPrefix("written: "), "\(mended)")
    #expect(home.read(".vim/pack/catchword/start/catchword/plugin/catchword-setup.vim") == nil)
    #expect(try doctor().output.contains("vim          set up, "))
    try home.write("\" older\n", to: ".vim/pack/catchword/start/catchword/plugin/catchword.vim")
    #expect(try doctor().output.contains("vim          out of date, "))
  }

  @Test func saysWhyAFileIsNotRead() throws {
    try link()
    for name in ["p/.git/HEAD", "p/shut.txt", "p/.hid.txt", "p/a.png", "p/old/a.txt", "p/a.log"] {
      try home.write("x\n", to: name)
    }
    for (name, text) in [
      ("p/none.txt", ""), ("p/nul.txt", "a\u{0}b"), ("p/big.txt", String(repeating: "word ", count: 300_000)),
    ] { try home.write(text, to: name) }
    // "a" and, in Latin-1, "Straße".
    try Data([0x61, 0x0A, 0x53, 0x74, 0x72, 0x61, 0xDF, 0x65, 0x0A]).write(
      to: home.url.appendingPathComponent("p/latin.txt"))
    try home.write("*.log\n", to: "p/.gitignore")
    try home.write(#"{"workspace": {"exclude": ["old"]}}"#, to: "p/.catchword.json")
    try home.link("p/link.txt", to: path("p/a.log"))
    chmod(path("p/shut.txt"), 0)
    for (file, reason) in [
      ("none.txt", "it is empty"), ("latin.txt", "it is not UTF-8 (line 2)"), ("nul.txt", "it has NUL bytes"),
      ("big.txt", "\"maximumFileSize\": 1048576} is the most"),
      (".hid.txt", ".hid.txt begins with a dot"), ("a.png", "its name is one of files that are no text"),
      ("old/a.txt", "{\"exclude\"} names it"), ("a.log", "an ignore file, such as .gitignore, names it"),
      ("link.txt", "link.txt is a link"), ("shut.txt", getuid() == 0 ? "" : "it cannot be opened"),
    ] where !reason.isEmpty {
      let outcome = try doctor("p/\(file)")
      #expect(
        outcome.output.contains("is not read while it is closed: ") && outcome.output.contains(reason), "\(outcome)")
    }
    let folder = try doctor("p")
    #expect(folder.output.contains("folder       its files are read"), "\(folder)")
    try home.write("x\n", to: "p/id_rsa")
    #expect(try doctor("p/id_rsa").output.contains("its name is that of a file with secrets"))
  }

  @Test func saysWhetherAFileIsKnown() throws {
    try link()
    for name in ["alone.txt", "project/.git/HEAD", "project/a.txt", "project/b.log", "project/id_rsa"] {
      try home.write("x\n", to: name)
    }
    try home.write("*.log\n", to: "project/.gitignore")
    for (file, text) in [
      ("none.txt", "there is no such file"), ("alone.txt", "is in no project"),
      ("project/a.txt", "read with the others of the project"), ("project/b.log", "is not read while it is closed"),
      ("project/id_rsa", "has the name of a file with secrets"),
    ] {
      let outcome = try doctor(file)
      #expect(outcome.output.contains(text), "\(file): \(outcome.output)")
      #expect(outcome.code == (file == "none.txt" ? 1 : 0))
    }
  }

  @Test func namesServersThatWereKilledAndThoseOfOtherVersions() throws {
    try link()
    let folder = ".local/state/catchword/servers"
    let alive = ProcessInfo.processInfo.processIdentifier
    try home.write("{\"client\": \"Vim\", \"peakMemory\": \(900 << 20)}", to: "\(folder)/999999999.json")
    try home.write("{\"client\": \"Emacs\", \"version\": \"0.0.9\"}", to: "\(folder)/\(alive).json")
    let outcome = try doctor()
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("The server 999999999, for Vim, did not end by itself"), "\(outcome)")
    #expect(outcome.output.contains("It had 900 MB at most"), "\(outcome)")
    #expect(outcome.output.contains("The server \(alive), for Emacs, is 0.0.9, and this is 0.1.0"), "\(outcome)")
    // What was said once is no news.
    #expect(try !doctor().output.contains("did not end by itself"))
  }

  @Test func saysWhetherSharedWordsCanBeRead() throws {
    try link()
    let settings = #"{"shared": {"acme": {"folder": "\#(path("words"))", "namespaces": ["acme/app", "acme/none"]}}}"#
    for folder in [".config", "config"] { try home.write(settings, to: "\(folder)/catchword/config.json") }
    try home.write("kestrel\n", to: "birds.txt")
    let published = try Program.run("catchword", ["publish", "birds.txt", "--to", "acme:acme/app"], home: home)
    #expect(published.code == 0, "\(published)")
    let outcome = try doctor()
    #expect(outcome.code == 1 && outcome.output.contains("\nacme         acme/app: 1 words, published "), "\(outcome)")
    #expect(
      outcome.output.hasSuffix(
        "The shared words acme/none: nothing is published under that name ('catchword shared test acme' asks for them again)\n"
      ), "\(outcome)")
  }

  @Test func saysWhatAProjectTurnsOff() throws {
    try link()
    try home.write(
      #"{"shared": {"acme": {"folder": "/x", "namespaces": ["a"]}, "off": {"folder": "/x", "namespaces": ["a"], "enabled": false}}}"#,
      to: ".config/catchword/config.json")
    try home.write(#"{"shared": {"acme": {"enabled": false}}}"#, to: "project/.catchword.json")
    try home.write("x\n", to: "project/a.txt")
    let outcome = try doctor("project/a.txt")
    let notes = outcome.output.split(separator: "\n").filter { $0.contains("turns") }
    #expect(
      notes == ["note         The project turns \"shared.acme\" off, in \(path("project"))/.catchword.json."],
      "\(outcome)")
  }

  @Test func namesVimsOwnMenu() throws {
    try link()
    try install("bin/vim", "echo 'VIM - Vi IMproved 9.1 (2024)'")
    try home.write("\" set autocomplete\nset number noautocomplete\n", to: ".vimrc")
    #expect(try !doctor().output.contains("turns Vim's own 'autocomplete' on"))
    try home.write("set nu autocomplete\n", to: ".vimrc")
    let outcome = try doctor()
    #expect(outcome.code == 0 && outcome.output.contains("turns Vim's own 'autocomplete' on"), "\(outcome)")
  }
}
