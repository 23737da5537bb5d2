import CatchwordFiles
import CatchwordProcesses
import CatchwordRPC
import CatchwordServer
import CatchwordSettings
import CatchwordSources

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `catchword doctor`: looks for what goes wrong in practice, and says the remedy of each.
enum Doctor {
  /// - Parameter file: A file in which something is missing; nil for none.
  /// - Returns: The exit code: 0 when nothing is wrong, 1 when something is.
  static func run(file: String?) async -> Int32 {
    let user = UserConfiguration()
    var report = DoctorReport()
    guard let places = Setup.places else {
      report.problem("There is no HOME, so nothing is kept or found. Set it.")
      return report.finish()
    }
    report.fact("program", "\(Catchword.fullVersion), \(Setup.ownPath ?? "of an unknown path")")
    var states: [(editor: SetupEditor, state: Setup.State)] = []
    for editor in SetupEditor.allCases { states.append((editor, await Setup.state(of: editor, places))) }
    programs(places, isNamed: states.contains { $0.state == .setUp }, &report)
    folders(user, &report)
    for mistake in Check.mistakes(user, near: file ?? ".") { report.problem(mistake) }
    servers(user, &report)
    sharedWords(user, &report)
    await editors(states, places, &report)
    if let file { self.file(Project.absolute(file), user, &report) }
    return report.finish()
  }

  /// Looks for what editors find under the program's name.
  ///
  /// - Parameter isNamed: True when an editor is set up; where the PATH has no program, that is by the path of this one.
  private static func programs(_ places: SetupPlaces, isNamed: Bool, _ report: inout DoctorReport) {
    let paths = (places.variables["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }.map {
      "\($0)/catchword"
    }
    var found: [(path: String, target: String)] = []
    for path in paths where FileManager.default.isExecutableFile(atPath: path) {
      guard let target = FileSystem.canonical(path), !found.contains(where: { $0.target == target }) else { continue }
      found.append((path, target))
    }
    let own = Setup.ownPath ?? "catchword"
    if let first = found.first, first.target == own {
      for other in found.dropFirst() {
        report.problem(
          "\(other.path) is another program of this name, later in the PATH; remove the one that you do not use.")
      }
    } else if let first = found.first {
      report.problem(
        "Editors that are given the name \"catchword\" start \(first.path), which comes first in the PATH, not this one; remove it, or put \(own) before it."
      )
    } else if isNamed {
      report.note("The PATH has no catchword; the editors that are set up start \(own) by its path.")
    } else {
      report.problem(
        "The PATH has no catchword, so editors that are given this name find none: ln -s \(own) into a folder of the PATH, or run 'catchword setup EDITOR --write' again, which names it by its path (for VS Code it says which setting does)."
      )
    }
  }

  private static func folders(_ user: UserConfiguration, _ report: inout DoctorReport) {
    if let problem = user.folderProblem { report.problem(problem) }
    for (purpose, folder) in [("indexes", user.cacheFolder), ("what it learns from you", user.stateFolder)] {
      guard let folder else { continue }
      // The nearest folder that exists must let others be made.
      var place = folder
      while !Files.exist(place), place.count > 1 { place = FilePath.split(place).folder }
      if FileKind(FileSystem.canonical(place) ?? place) != .folder {
        report.problem("\(place) is no folder, so \(purpose) cannot be kept in \(folder); move it.")
      } else if !FileManager.default.isWritableFile(atPath: place) {
        report.problem("\(place) is not writable, so \(purpose) cannot be kept in \(folder); change its permissions.")
      }
    }
  }

  /// Looks for servers that were killed, and for those that run though the program is another one by now.
  private static func servers(_ user: UserConfiguration, _ report: inout DoctorReport) {
    for (processID, status) in Status.killed(user) {
      let memory = (status["peakMemory"]?.intValue ?? 0) >> 20
      report.note(
        "The server \(processID), for \(StatusText.client(of: status)), did not end by itself: it was killed, or the machine went "
          + "down. It had \(memory) MB at most; where the system kills for memory, a smaller "
          + "\"prediction\": {\"maximumTokens\"} takes less.")
    }
    for (processID, status) in Status.running(user) {
      let client = StatusText.client(of: status)
      report.fact("server", "\(processID), for \(client)")
      if case let version = StatusText.text(status["version"]), version != Catchword.fullVersion {
        report.problem(
          "The server \(processID), for \(client), is \(version.isEmpty ? "an older version" : version), and this is "
            + "\(Catchword.fullVersion); restart it, by the editor's command or with the editor.")
      }
    }
  }

  /// Asks each place of shared words for what it has.
  private static func sharedWords(_ user: UserConfiguration, _ report: inout DoctorReport) {
    let settings = Serve.configuration(user).effectiveSettings([user.layer])
    for place in SharedSettings.all(in: settings) where place.isEnabled {
      for finding in SharedCheck(place).test() {
        if finding.isGood {
          report.fact(place.name, finding.text)
        } else {
          report.problem("The shared words \(finding.text) ('catchword shared test \(place.name)' asks for them again)")
        }
      }
    }
  }

  private static func editors(
    _ states: [(editor: SetupEditor, state: Setup.State)], _ places: SetupPlaces, _ report: inout DoctorReport
  ) async {
    for (editor, state) in states {
      guard let installed = await InstalledEditor.find(editor, places) else { continue }
      report.fact(editor.rawValue, "\(state.rawValue), \(installed.version)")
      if state == .outOfDate {
        report.problem(
          "What \(editor.rawValue) has of Catchword is of another version, for a program at another place, or not whole: "
            + "'catchword setup \(editor.rawValue) --write' mends it.")
      }
      if let problem = installed.problem { report.problem(problem) }
      do throws(EditedFile.Failure) {
        let setup = try EditorSetup(editor, places)
        if let refusal = setup.files?.refusal { report.note("\(refusal).") }
        for problem in setup.problems { report.problem(problem) }
      } catch {
        report.problem("\(error.description.prefix { $0 != "\n" })")
      }
      for rival in Rivals.find(beside: editor, places) { report.note(rival) }
    }
  }

  /// Says whether a file's words are known, and where.
  private static func file(_ path: String, _ user: UserConfiguration, _ report: inout DoctorReport) {
    guard Files.exist(path) else { return report.problem("\(path): there is no such file.") }
    if SensitiveFiles.isSensitive(path: path) {
      report.note(
        "\(path) has the name of a file with secrets, so its words are offered in itself alone, and never kept.")
    }
    guard let root = Project.root(of: path) else {
      return report.note(
        "\(path) is in no project: no folder above it has a .git or a \(ProjectFile.name). Where the editor opens no folder, only the words of open documents, lists and \"prediction\": {\"folders\"} are known."
      )
    }
    report.fact("project", root)
    let configuration = Serve.configuration(user)
    let effective = Index.settings(of: root, user, configuration)
    let own = configuration.effectiveSettings([user.layer])
    for group in [SharedSettings.key, CommandSettings.key] {
      for (name, value) in (own[group]?.objectValue ?? [:]).sorted(by: { $0.key < $1.key })
      where value["enabled"] != false && effective[group]?[name]?["enabled"] == false {
        report.note("The project turns \"\(group).\(name)\" off, in \(root)/\(ProjectFile.name).")
      }
    }
    let settings = WorkspaceSettings(effective)
    guard settings.isEnabled else {
      return report.note("\"workspace\" is turned off, so the files of \(root) are not read.")
    }
    if let reason = UnreadReason(path: path, root: root, settings) {
      report.note("\(path) is not read while it is closed: \(reason.text).")
    } else if FileKind(path) == .folder {
      report.fact("folder", "its files are read with the others of the project")
    } else {
      report.fact("file", "read with the others of the project")
    }
  }
}

/// Other plugins that show a menu of their own.
enum Rivals {
  /// The folders of the plugins, and whether they can ask the server for their own menu.
  private static let names: [(folder: String, asksServers: Bool)] = [
    ("nvim-cmp", true), ("blink.cmp", true), ("mini.completion", false), ("coc.nvim", false), ("YouCompleteMe", false),
    ("asyncomplete.vim", false), ("deoplete.nvim", false), ("vim-mucomplete", false),
  ]

  private static func remedy(_ asksServers: Bool, _ editor: SetupEditor) -> String {
    let setting = editor == .vim ? "let g:catchword_auto = 0" : "require('catchword').setup { auto = false }"
    return asksServers
      ? "let it ask the server: \(setting) (:help catchword-nvim)" : "turn one of the two menus off: \(setting)"
  }

  /// Returns a sentence for each that is installed beside our client.
  static func find(beside editor: SetupEditor, _ places: SetupPlaces) -> [String] {
    let name = editor.rawValue
    let parents: [String]
    switch editor {
    case .vim:
      parents = ["\(places.home)/.vim/plugged", "\(places.home)/.vim/bundle"] + packages(in: "\(places.home)/.vim")
    case .neovim:
      let data = "\(places.data)/nvim"
      parents = ["\(data)/lazy", "\(data)/plugged"] + packages(in: "\(data)/site")
    case .emacs, .helix, .kakoune, .vscode: return []
    }
    return own(editor, places)
      + names.compactMap { rival in
        guard let path = parents.map({ "\($0)/\(rival.folder)" }).first(where: Files.exist) else { return nil }
        return
          "\(name) has \(rival.folder) in \(path), which has a menu of its own; \(remedy(rival.asksServers, editor))."
      }
  }

  /// Returns a sentence when Vim's settings turn on the menu that Vim 9.1 has itself, which our client turns off.
  private static func own(_ editor: SetupEditor, _ places: SetupPlaces) -> [String] {
    guard editor == .vim else { return [] }
    let paths = ["\(places.home)/.vimrc", "\(places.home)/.vim/vimrc", "\(places.config)/vim/vimrc"]
    return paths.compactMap { path in
      guard let text = try? Files.text(of: path) else { return nil }
      let isSet = text.split(separator: "\n").contains { line in
        let words = line.split { $0 == " " || $0 == "\t" }
        return ["set", "se", "setglobal", "setg"].contains(words.first)
          && words.contains { ["autocomplete", "ac"].contains($0) }
      }
      return isSet
        ? "\(path) turns Vim's own 'autocomplete' on, which has a menu of its own. In its buffers, Catchword turns that off; "
          + "to keep it there, let g:catchword_auto = 0." : nil
    }
  }

  private static func packages(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/pack")) ?? []
    return names.sorted().prefix(100).map { "\(folder)/pack/\($0)/start" }
  }
}

/// What `catchword doctor` has found.
struct DoctorReport {
  private var lines: [String] = []
  private var problems: [String] = []

  mutating func fact(_ name: String, _ text: String) { lines.append("\(StatusText.padded(name, 12)) \(text)") }

  mutating func note(_ text: String) { lines.append("note         \(text)") }

  mutating func problem(_ text: String) { problems.append(text) }

  /// Prints what was found; returns the exit code.
  func finish() -> Int32 {
    let found = problems.map { "problem      \($0)\n" }.joined()
    Printer.print(lines.map { "\($0)\n" }.joined() + (problems.isEmpty ? "no problems\n" : found))
    return problems.isEmpty ? 0 : 1
  }
}
