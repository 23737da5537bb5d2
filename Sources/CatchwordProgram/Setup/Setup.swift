import CatchwordFiles
import CatchwordProcesses
import CatchwordText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `catchword setup`: puts the client of an editor where that editor looks for it.
enum Setup {
  /// What is to be done.
  enum Action: Equatable {
    case explain, write, remove
  }

  /// - Parameters:
  ///   - editor: The editor; nil to list those that are installed.
  ///   - program: The program of the editor that is meant; nil for the first of them that the PATH has.
  /// - Returns: The exit code: 0, 66 without a home folder or with a file that cannot be read, 73 when something cannot be
  ///   written.
  static func run(_ editor: SetupEditor?, _ action: Action, program: String? = nil) async -> Int32 {
    guard let places else {
      Printer.complain("there is no HOME, so it is not known where editors look. Set it.")
      return 66
    }
    guard PlainText.isPlain([places.home, places.config, places.data, places.kakoune, places.command].joined()) else {
      Printer.complain("a path of yours has control characters, which cannot be written into settings of editors.")
      return 66
    }
    guard let editor else { return await list(places) }
    let setup: EditorSetup
    do throws(EditedFile.Failure) {
      setup = try EditorSetup(editor, program: program, places)
      if let refusal = setup.files?.refusal { throw EditedFile.Failure(description: refusal) }
    } catch {
      Printer.complain(sentence(error))
      return 66
    }
    do {
      switch action {
      case .explain: try await explain(setup)
      case .write: try await write(setup)
      case .remove: try await remove(setup)
      }
      return 0
    } catch let failure as EditedFile.Failure {
      Printer.complain(sentence(failure))
    } catch {
      Printer.complain(
        "the files of \(editor.rawValue) cannot be written to \(setup.files?.folder ?? ""); is a file in the way, the disk "
          + "full, or a folder not yours? What has been written, '--remove' takes back.")
    }
    return 73
  }

  /// A failure with a full stop, but not behind lines that are to be copied.
  private static func sentence(_ failure: EditedFile.Failure) -> String {
    failure.description.contains("\n") ? failure.description : "\(failure)."
  }

  /// The path of this program, without links.
  static var ownPath: String? { FileSystem.canonical(ProcessPlatform.ownExecutable) }

  /// The places of this user; nil without a home folder.
  static var places: SetupPlaces? {
    let variables = ProcessEnvironment.variables
    guard var home = variables["HOME"], home.hasPrefix("/") else { return nil }
    while home.count > 1, home.hasSuffix("/") { home.removeLast() }
    let own = ownPath
    let found = try? ProgramLookup(environment: variables, folder: nil).find("catchword")
    let isFound = found.flatMap { FileSystem.canonical($0) } == own
    return SetupPlaces(home: home, variables: variables, command: isFound ? "catchword" : own ?? "catchword")
  }

  // MARK: One editor

  private static func explain(_ setup: EditorSetup) async throws(EditedFile.Failure) {
    let name = setup.name
    var lines: [String] = []
    if let files = setup.files, !files.areInstalled {
      lines.append("put \(counted(files.files.count, "file")) into \(files.folder)")
    }
    // That the file is there says nothing of this program: it may be there for another one, or not have been taken.
    if let install = setup.install {
      let isInstalled = lines.isEmpty ? await setup.isInstalled(in: install[0]) : false
      if isInstalled != true { lines.append("run " + install.joined(separator: " ")) }
    }
    if let edit = setup.edit, try edit.addition() != nil {
      let exists = Files.exist(edit.path)
      lines.append(
        (exists ? "add to \(edit.path), of which a copy is kept in \(edit.backup):" : "write \(edit.path):")
          + edit.block.lines.map { "\n    \($0)" }.joined())
    }
    if lines.isEmpty {
      Printer.print("\(whatIsDone(setup)); 'catchword setup \(name) --remove' takes it back.\n")
    } else {
      Printer.print(
        "For \(name), this would\n" + lines.map { "- \($0)\n" }.joined()
          + "Nothing is changed yet: 'catchword setup \(name) --write' does it, and '--remove' takes it back.\n")
    }
    Printer.print((setup.problems + setup.notes).map { "\($0)\n" }.joined())
  }

  private static func whatIsDone(_ setup: EditorSetup) -> String {
    setup.needsHand
      ? "The file for \(setup.name) is there, and \(setup.name) itself must be told by hand"
      : "\(setup.name) is set up already"
  }

  private static func write(_ setup: EditorSetup) async throws {
    var done: [String] = []
    let wasListed = setup.files?.isListed == true
    if let files = setup.files, !files.areInstalled {
      try files.install()
      done.append("\(counted(files.files.count, "file")) in \(files.folder)")
    }
    // Each time: another one of its programs may have been installed since.
    if let install = setup.install {
      do {
        try await hand(install)
      } catch {
        // Without the extension in an editor, its archive is of no use; but one may have had it before.
        if !wasListed { _ = setup.files?.remove() }
        throw error
      }
      done.append("installed by '\(install[0])'")
    }
    if let edit = setup.edit, try edit.addition() != nil {
      try edit.add()
      done.append("\(counted(edit.block.lines.count, "line")) in \(edit.path)")
    }
    let name = setup.name
    Printer.print(
      done.isEmpty
        ? "\(whatIsDone(setup)).\n"
        : "written: \(done.joined(separator: ", and ")). 'catchword setup \(name) --remove' takes it back.\n")
    Printer.print((setup.problems + setup.notes).map { "\($0)\n" }.joined())
  }

  private static func remove(_ setup: EditorSetup) async throws(EditedFile.Failure) {
    var done: [String] = []
    if let edit = setup.edit, try edit.remove() { done.append("the lines in \(edit.path)") }
    var failure: EditedFile.Failure?
    if setup.files?.isListed == true {
      for command in setup.removals {
        do throws(EditedFile.Failure) {
          if try await hand(command, unless: "is not installed") { done.append("the extension of '\(command[0])'") }
        } catch {
          failure = failure ?? error
        }
      }
    }
    if failure == nil, !setup.keepsFiles, let files = setup.files, case let count = files.remove(), count > 0 {
      done.append("\(counted(count, "file")) in \(files.folder)")
    }
    if !done.isEmpty {
      Printer.print("removed: \(done.joined(separator: ", and ")).\n")
    } else if failure == nil {
      Printer.print("catchword setup has written nothing for \(setup.name).\n")
    }
    if let failure { throw failure }
  }

  /// Runs a program of the editor's.
  ///
  /// - Parameter nothingToDo: What it says when there is nothing to do.
  /// - Returns: False when there was nothing to do.
  /// - Throws: `EditedFile.Failure` when it fails.
  @discardableResult
  private static func hand(
    _ command: [String], unless nothingToDo: String? = nil
  ) async throws(EditedFile.Failure) -> Bool {
    let run = await BriefRun(command, patience: .seconds(120))
    if run?.hasSucceeded == true { return true }
    if let nothingToDo, run?.output.contains(nothingToDo) == true { return false }
    var said = run?.output.split(separator: "\n").suffix(3).joined(separator: " ") ?? "it could not be started"
    if said.isEmpty { said = "it does not say why" }
    throw EditedFile.Failure(description: "'\(command.joined(separator: " "))' has failed: \(said)")
  }

  private static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  // MARK: All editors

  private static func list(_ places: SetupPlaces) async -> Int32 {
    var rows: [String] = []
    for editor in SetupEditor.allCases {
      guard let version = await InstalledEditor.find(editor, places)?.version else { continue }
      let name = editor.rawValue.padding(to: 9)
      let state = await state(of: editor, places).rawValue.padding(to: 13)
      rows.append("\(name)\(state)\(version)\n")
    }
    if rows.isEmpty {
      let names = SetupEditor.allCases.flatMap(\.programs).joined(separator: ", ")
      Printer.print("No editor is found in the PATH: none of \(names).\n")
    } else {
      Printer.print(
        rows.joined() + "'catchword setup EDITOR' says what it would do for one, and with --write does it.\n")
    }
    return 0
  }

  /// What has been done for an editor.
  enum State: String {
    case setUp = "set up"
    /// Some of it, or by another version, or for a program at another place.
    case outOfDate = "out of date"
    case notSetUp = "not set up"
    case unreadable
  }

  /// Returns what has been done for an editor.
  static func state(of editor: SetupEditor, _ places: SetupPlaces) async -> State {
    guard let setup = try? EditorSetup(editor, places) else { return .unreadable }
    let isEdited = setup.edit.map { (try? $0.addition()) == .some(nil) } ?? true
    if isEdited, setup.files?.areInstalled ?? true {
      // One of its programs is enough.
      for command in setup.removals where await setup.isInstalled(in: command[0]) != false { return .setUp }
      return setup.removals.isEmpty ? .setUp : .outOfDate
    }
    let hasBlock = setup.edit.map { (try? $0.removal()) != .some(nil) } ?? false
    return hasBlock || setup.files?.isListed == true ? .outOfDate : .notSetUp
  }
}

extension String {
  /// The text, with spaces behind it up to a length.
  fileprivate func padding(to length: Int) -> String { self + String(repeating: " ", count: max(1, length - count)) }
}
