import Foundation
import TestSupport
import TestTraits
import Testing

/// `catchword setup` in an empty home, and then a real editor without any other setting.
@Suite(.serialized, .blocking) struct SetupTests {
  private let home: TemporaryFolder

  init() throws {
    home = try TemporaryFolder()
    try home.write("needlework needlepoint\n", to: "text.txt")
  }

  /// - Parameter isInPath: Whether the program is found by its name.
  private func setUp(_ arguments: String, isInPath: Bool = false) throws -> Program.Outcome {
    let program = Repository.executable("catchword").path
    if isInPath && !FileManager.default.fileExists(atPath: home.url.path + "/bin") {
      try FileManager.default.createDirectory(atPath: home.url.path + "/bin", withIntermediateDirectories: true)
      try home.link("bin/catchword", to: program)
    }
    let script = """
      export XDG_CONFIG_HOME="$HOME/.config" PATH="$HOME/bin:\(searchPath)"
      exec "$0" setup \(arguments)
      """
    return try Program.run("/bin/sh", ["-c", script, program], home: home)
  }

  private var searchPath: String { ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin" }

  private func terminal(_ command: [String], isInPath: Bool) throws -> Terminal {
    try Terminal(
      command, home: home.url,
      environment: isInPath ? ["PATH": "\(home.url.path)/bin:\(searchPath)"] : [:])
  }

  /// The files at home, without what editors and servers write.
  private var files: [String] {
    get throws {
      try FileManager.default.subpathsOfDirectory(atPath: home.url.path).filter { path in
        !["tmp", ".cache", ".local/state", "bin", ".std", ".viminfo", ".vim/.netrwhist"].contains(where: path.hasPrefix)
          && FileManager.default.contents(atPath: "\(home.url.path)/\(path)") != nil
          && !path.hasPrefix(".local/share/nvim/shada") && !path.hasPrefix(".emacs.d/auto-save-list")
          && !path.hasPrefix(".emacs.d/eln-cache")
      }
    }
  }

  private func expectNothingIsLeft(_ editor: String) throws {
    let removed = try setUp("\(editor) --remove")
    #expect(removed.code == 0 && removed.output.hasPrefix("removed: "), "\(removed)")
    #expect(try files == ["text.txt"])
    #expect(try setUp("\(editor) --remove").output == "catchword setup has written nothing for \(editor).\n")
  }

  @Test(arguments: [false, true]) func vimHasTheMenu(_ isInPath: Bool) throws {
    guard let vim = try requiredProgram("vim") else { return }
    let planned = try setUp("vim")
    #expect(try planned.code == 0 && planned.output.contains("Nothing is changed yet") && files == ["text.txt"])
    let written = try setUp("vim --write", isInPath: isInPath)
    #expect(written.code == 0 && written.errors == "" && written.output.hasPrefix("written: "), "\(written)")
    let isNamed = try files.contains { $0.hasSuffix("catchword-setup.vim") }
    #expect(isNamed != isInPath)
    let terminal = try terminal([vim, "text.txt"], isInPath: isInPath)
    try terminal.wait(for: "Vim") { $0.contains("needlepoint") }
    terminal.type("Goneed")
    try terminal.wait(for: "a menu") { Vim.isInMenu("needlework", of: $0) && Vim.isInMenu("needlepoint", of: $0) }
    terminal.press("Escape")
    terminal.type(":help catchword\r")
    try terminal.wait(for: "its help") { $0.contains("catchword.txt") }
    terminal.type(":qa!\r")
    try terminal.waitForExit()
    try expectNothingIsLeft("vim")
  }

  @Test(arguments: [false, true]) func neovimHasTheMenu(_ isInPath: Bool) throws {
    guard let neovim = try requiredProgram("nvim") else { return }
    let written = try setUp("neovim --write", isInPath: isInPath)
    #expect(written.code == 0 && written.errors == "", "\(written)")
    #expect(home.read(".config/nvim/init.lua")?.contains("require('catchword').setup {}\n") == isInPath)
    let terminal = try terminal([neovim, "text.txt"], isInPath: isInPath)
    try terminal.wait(for: "Neovim") { $0.contains("needlepoint") }
    terminal.type("Goneed")
    try terminal.wait(for: "a menu") { $0.components(separatedBy: "needlepoint").count == 3 }
    terminal.press("Escape")
    terminal.type(":qa!\r")
    try terminal.waitForExit()
    try expectNothingIsLeft("neovim")
  }

  @Test(arguments: [false, true]) func emacsCompletes(_ isInPath: Bool) throws {
    guard let emacs = try requiredProgram("emacs") else { return }
    let own = "(setq native-comp-deferred-compilation nil inhibit-startup-screen t)\n"
    try home.write(own, to: ".emacs.d/init.el")
    let written = try setUp("emacs --write", isInPath: isInPath)
    #expect(written.code == 0 && written.errors == "", "\(written)")
    #expect(home.read(".emacs.d/init.el")?.contains("catchword-command") == !isInPath)
    let terminal = try terminal([emacs, "-nw", "text.txt"], isInPath: isInPath)
    try terminal.wait(for: "Emacs") { $0.contains("text.txt") && $0.contains("Catchword") }
    terminal.press("M->")
    terminal.type("needlew")
    terminal.press("M-Tab")
    try terminal.wait(for: "the word") { $0.components(separatedBy: "needlework").count == 3 }
    terminal.press("C-x", "C-s", "C-x", "C-c")
    try terminal.waitForExit()
    #expect(home.read("text.txt")?.hasPrefix("needlework needlepoint\nneedlework") == true)
    let removed = try setUp("emacs --remove")
    #expect(removed.code == 0 && home.read(".emacs.d/init.el") == own, "\(removed)")
    #expect(try files.filter { $0.contains("catchword") } == [])
  }

  @Test func helixCompletes() throws {
    guard Repository.find("tmux") != nil, let helix = Repository.find("hx") else {
      return print("skipped: hx not found")
    }
    try home.write("needlework needlepoint\n", to: "text.md")
    #expect(try setUp("helix --write").code == 0)
    let terminal = try terminal([helix, "text.md"], isInPath: false)
    try terminal.wait(for: "Helix") { $0.contains("needlepoint") }
    terminal.type("geoneed")
    try terminal.wait(for: "a menu") { $0.components(separatedBy: "needlework").count == 3 }
  }

  @Test func helixKeepsTheUsersLanguages() throws {
    let own = "[[language]]\nname = \"markdown\"\nindent = { tab-width = 4, unit = \"    \" }\n"
    try home.write(own, to: ".config/helix/languages.toml")
    #expect(try setUp("helix --write", isInPath: true).code == 0)
    let text = try #require(home.read(".config/helix/languages.toml"))
    #expect(text.hasPrefix(own) && text.contains("command = \"catchword\"") && text.contains("\"git-commit\""))
    #expect(text.components(separatedBy: "\"markdown\"").count == 2)
    #expect(try setUp("helix --remove").code == 0 && home.read(".config/helix/languages.toml") == own)
  }

  @Test func saysWhichEditorsAreHereAndWhatIsWrong() throws {
    if try requiredProgram("vim") != nil {
      #expect(try setUp("").output.contains(#/vim +not set up +VIM - Vi IMproved 9/#))
      _ = try setUp("vim --write")
      #expect(try setUp("").output.contains(#/vim +set up +VIM - Vi IMproved 9/#))
    }
    #expect(try setUp("--write").code == 64 && setUp("vim --write --remove").code == 64 && setUp("ed").code == 64)
    try home.write("require('catchword').setup { auto = false }\n", to: ".config/nvim/init.lua")
    let neovim = try setUp("neovim --write")
    #expect(neovim.code == 0 && neovim.output.contains("init.lua names catchword already, so it is left as it is."))
    #expect(home.read(".config/nvim/init.lua") == "require('catchword').setup { auto = false }\n")
    // What we have written is taken back, whatever has been added by hand since.
    try home.write("", to: ".config/nvim/init.lua")
    _ = try setUp("neovim --write")
    let byHand = "require('catchword').setup { auto = false }\n"
    try home.write(home.read(".config/nvim/init.lua")! + byHand, to: ".config/nvim/init.lua")
    #expect(try setUp("neovim --write").code == 0 && setUp("neovim --remove").code == 0)
    #expect(home.read(".config/nvim/init.lua") == byHand)
    try home.write("", to: ".emacs.d/catchword")
    let emacs = try setUp("emacs --write")
    #expect(emacs.code == 66 && emacs.errors.contains(".emacs.d/catchword is in the way; move it."))
  }
}
