import CatchwordProcesses

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What `catchword setup` does for an editor.
struct EditorSetup {
  let editor: SetupEditor
  /// The program of the editor that is meant; nil for the first of them that the PATH has.
  let program: String?
  /// The files of the client; nil where the editor needs none.
  var files: InstalledFiles?
  /// The file of the user that gets some lines; nil where none is needed.
  var edit: EditedFile?
  /// The command by which the editor itself takes an extension; nil where none is needed, or none can be given.
  var install: [String]?
  /// The extension that the editor then has, as it lists it: the name, `@`, and the version; nil where it takes none.
  private var installed: String?
  /// The commands by which it is removed from each program that is meant.
  var removals: [[String]] = []
  /// True when another program may have it, so that the files stay when it is removed from the one that is meant.
  var keepsFiles = false
  /// True where the editor cannot be asked whether it has the extension, and the user has to give it.
  var needsHand = false
  /// What the user has to know or do besides.
  var notes: [String] = []
  /// What the user has to do so that anything comes.
  var problems: [String] = []

  /// Creates the plan for an editor.
  ///
  /// - Parameter program: The program of the editor that is meant; nil for the first of them that the PATH has.
  /// - Throws: `EditedFile.Failure` when a file of the user cannot be read.
  init(_ editor: SetupEditor, program: String? = nil, _ places: SetupPlaces) throws(EditedFile.Failure) {
    self.editor = editor
    self.program = program
    switch editor {
    case .vim: planVim(places)
    case .neovim: try planNeovim(places)
    case .emacs: try planEmacs(places)
    case .helix: try planHelix(places)
    case .kakoune: try planKakoune(places)
    case .vscode: try planVSCode(places)
    }
    let names: [SetupEditor: [String]] = [
      .emacs: ["(require 'catchword)", "(use-package catchword", "(global-catchword-mode"],
      .neovim: ["catchword"], .kakoune: ["[catchword]"],
    ]
    if let edit, let names = names[editor] {
      let code = try edit.code()
      if names.contains(where: code.contains) { isByHand(edit.path) }
    }
    if let folder = files?.folder, [.vim, .neovim].contains(editor), folder.contains(where: "\\[]{}*?,".contains) {
      throw EditedFile.Failure(
        description:
          "\(editor.rawValue) finds no files in \(folder), whose path has a character that means something else "
          + "to it: one of \\ [ ] { } * ? and a comma")
    }
  }

  /// Asks a program of the editor whether it has the extension, in this version; nil where it takes none, or does not say.
  func isInstalled(in program: String) async -> Bool? {
    guard let installed else { return nil }
    let run = await BriefRun([program, "--list-extensions", "--show-versions"], patience: .seconds(10))
    guard let run, run.hasSucceeded else { return nil }
    return run.output.split(separator: "\n").contains { $0.lowercased() == installed }
  }

  /// The name by which the user means it.
  var name: String { program ?? editor.rawValue }

  /// Leaves a file alone that sets the client up already.
  private mutating func isByHand(_ path: String) {
    edit?.isLeftAlone = true
    notes.append("\(path) names catchword already, so it is left as it is.")
  }

  /// Vim loads what is in a package by itself.
  private mutating func planVim(_ places: SetupPlaces) {
    let own = ["\(places.home)/.vimrc", "\(places.home)/.vim"].contains(where: Files.exist)
    let isInConfig = !own && Files.exist("\(places.config)/vim/vimrc")
    let folder = isInConfig ? "\(places.config)/vim" : "\(places.home)/.vim"
    var files = editor.files
    if places.isOutsidePath {
      let line = "let g:catchword_command = get(g:, 'catchword_command', [\(Quoted.vim(places.command))])\n"
      files.append(("plugin/catchword-setup.vim", Data(line.utf8)))
    }
    self.files = InstalledFiles(folder: "\(folder)/pack/catchword/start/catchword", files: files)
    notes.append("It needs Vim 9. :help catchword says more; :CatchwordStatus, what the server does.")
  }

  private mutating func planNeovim(_ places: SetupPlaces) throws(EditedFile.Failure) {
    let name = places.variables["NVIM_APPNAME"].flatMap { SetupPlaces.isName($0) ? $0 : nil } ?? "nvim"
    let folder = "\(places.data)/\(name)/site/pack/catchword/start/catchword"
    files = InstalledFiles(folder: folder, files: editor.files)
    let script = "\(places.config)/\(name)/init.vim"
    let options = places.isOutsidePath ? "{ cmd = { \(Quoted.lua(places.command)) } }" : "{}"
    // The folder by its name, too: plugin managers take packages away.
    let lines = [
      "vim.opt.runtimepath:prepend(\(Quoted.lua(folder)))", "require('catchword').setup \(options)",
    ]
    if Files.exist(script), !Files.exist("\(places.config)/\(name)/init.lua") {
      edit = EditedFile(
        path: script, block: MarkedBlock(comment: "\"", lines: lines.map { "lua \($0)" }), closing: .vimFinish
      )
    } else {
      // A return ends a file in Lua, as finish does in Vim script.
      edit = EditedFile(
        path: "\(places.config)/\(name)/init.lua", block: MarkedBlock(comment: "--", lines: lines),
        closing: .luaReturn)
    }
    notes.append("It needs Neovim 0.7. :help catchword-nvim says more; :CatchwordStatus, what the server does.")
  }

  private mutating func planEmacs(_ places: SetupPlaces) throws(EditedFile.Failure) {
    let own = "\(places.home)/.emacs.d"
    let isOwn = [own, "\(places.home)/.emacs", "\(places.home)/.emacs.el"].contains(where: Files.exist)
    let folder = isOwn || !Files.exist("\(places.config)/emacs") ? own : "\(places.config)/emacs"
    files = InstalledFiles(folder: "\(folder)/catchword", files: editor.files)
    var lines = ["(add-to-list 'load-path \(Quoted.lisp("\(folder)/catchword")))", "(require 'catchword)"]
    if places.isOutsidePath { lines.append("(setq catchword-command '(\(Quoted.lisp(places.command))))") }
    lines.append("(global-catchword-mode 1)")
    edit = EditedFile(
      path: isOwn
        ? places.first("\(places.home)/.emacs.el", "\(places.home)/.emacs", "\(folder)/init.el") : "\(folder)/init.el",
      block: MarkedBlock(comment: ";;", lines: lines))
    notes.append("It needs Emacs 28. M-TAB completes; the menu comes up while typing with corfu or company.")
  }

  private mutating func planHelix(_ places: SetupPlaces) throws(EditedFile.Failure) {
    let path = "\(places.config)/helix/languages.toml"
    var lines = ["[language-server.catchword]", "command = \(Quoted.toml(places.command))"]
    let file = EditedFile(path: path, block: MarkedBlock(comment: "#", lines: []))
    let others = HelixLanguages(try file.others())
    // Helix' own servers, which a list replaces.
    var missing: [String] = []
    for (language, servers) in [("markdown", ["marksman", "markdown-oxide"]), ("git-commit", [])] {
      if let own = others.languages[language] {
        if !own.contains("catchword") { missing.append(language) }
        continue
      }
      let names = (servers + ["catchword"]).map { "\"\($0)\"" }.joined(separator: ", ")
      lines += ["", "[[language]]", "name = \"\(language)\"", "language-servers = [\(names)]"]
    }
    if !missing.isEmpty {
      problems.append(
        "\(path) has entries of yours for \(missing.joined(separator: " and ")): put \"catchword\" into their lists of "
          + "language-servers, or nothing comes there.")
    }
    notes.append(
      "In other languages, put \"catchword\" into their lists of language-servers; hx --health LANGUAGE shows these.")
    edit = EditedFile(path: path, block: MarkedBlock(comment: "#", lines: lines))
    if others.hasServer {
      isByHand(path)
    } else if let problem = others.problem {
      throw edit!.refusal(problem)
    }
  }

  private mutating func planKakoune(_ places: SetupPlaces) throws(EditedFile.Failure) {
    let folder = places.kakoune
    let files = editor.files.map { path, contents in
      guard places.isOutsidePath else { return (path: path, contents: contents) }
      let text = String(decoding: contents, as: UTF8.self).replacing(
        "command = \"catchword\"", with: "command = \(Quoted.toml(places.command))")
      return (path: path, contents: Data(text.utf8))
    }
    self.files = InstalledFiles(folder: "\(folder)/catchword", files: files)
    edit = EditedFile(
      path: "\(folder)/kakrc",
      block: MarkedBlock(comment: "#", lines: ["source \"%val{config}/catchword/catchword.kak\""]))
    notes.append(
      "It needs kakoune-lsp 18, whose 'eval %sh{kak-lsp}' must stand before these lines. It has not been tried.")
  }

  private mutating func planVSCode(_ places: SetupPlaces) throws(EditedFile.Failure) {
    guard let made = try? VSCodeExtension(editor.files) else {
      throw EditedFile.Failure(description: "the extension in this program has no manifest that can be read")
    }
    let folder = "\(places.data)/catchword/vscode"
    files = InstalledFiles(folder: folder, files: [(made.fileName, made.archive)])
    let lookup = ProgramLookup(environment: places.variables, folder: nil)
    let archive = "\(folder)/\(made.fileName)"
    let programs = editor.programs.filter { (try? lookup.find($0)) != nil }
    let meant = programs.filter { program == nil || $0 == program }
    removals = meant.map { [$0, "--uninstall-extension", made.identifier] }
    keepsFiles = programs.contains { !meant.contains($0) }
    if let program, meant.isEmpty {
      needsHand = true
      notes.append("The PATH has no '\(program)': in it, take \(archive) by Extensions: Install from VSIX....")
    } else if let program = meant.first {
      install = [program, "--install-extension", archive, "--force"]
      installed = "\(made.identifier)@\(made.version)"
    } else {
      needsHand = true
      notes.append(
        "The PATH has no 'code', so VS Code must be told: Extensions: Install from VSIX..., \(archive).")
    }
    if places.isOutsidePath {
      notes.append("In the user settings: \"catchword.command\": [\(Quoted.json(places.command))].")
    }
    notes.append("It has not been tried in VS Code itself, only with a stand-in for its programming interface.")
  }
}

/// Texts as constants of the editors' languages.
enum Quoted {
  static func vim(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }

  static func lua(_ text: String) -> String { escaped(text, quote: "'") }

  static func lisp(_ text: String) -> String { escaped(text, quote: "\"") }

  static func json(_ text: String) -> String { escaped(text, quote: "\"") }

  static func toml(_ text: String) -> String { escaped(text, quote: "\"") }

  private static func escaped(_ text: String, quote: String) -> String {
    quote + text.replacing("\\", with: "\\\\").replacing(quote, with: "\\\(quote)") + quote
  }
}
