import Foundation
import TestSupport
import TestTraits
import Testing

/// The client in `editors/emacs` in a real Emacs, in a real terminal: plain completion unless a test says otherwise.
@Suite(.serialized, .blocking) struct EmacsTests {
  @Test func tellsOfTheProjectThatAFileIsIn() throws {
    let setup = """
      (make-directory "~/project/.git" t)
      (advice-add 'jsonrpc-notify :before
                  (lambda (_ method params)
                    (when (eq method :workspace/didChangeWorkspaceFolders)
                      (write-region (format "%S\\n" params) nil "~/sent" t 'quiet))))
      (find-file-noselect "~/project/a.txt")
      (find-file-noselect "~/project/b.txt")
      """
    guard let emacs = try Emacs(text: "first\n", setup: setup) else { return }
    let sent = try emacs.terminal.wait(forFile: emacs.folder.url.path + "/sent") { $0.hasSuffix("\n") }
    #expect(sent.contains("/project\" :name \"project\"") && sent.split(separator: "\n").count == 1)
  }

  // MARK: One word

  @Test(arguments: ["", "🎉👩‍👩‍👧 ", "漢字とかな、", "e\u{301}\u{301} 🇩🇪 "])
  func completesAWordOfTheBufferAfterAnyText(before: String) throws {
    guard let emacs = try Emacs(text: "catalogue cataract other\n") else { return }
    emacs.terminal.press("M->")
    // As far as both words go: Emacs first writes that much, and shows the menu only when there is no more of it.
    emacs.terminal.type(before + "cata")
    #expect(try emacs.menu(of: "cata") == ["catalogue", "cataract"])
    emacs.terminal.type("l")
    try emacs.complete(to: "catalogue")
    try emacs.save("catalogue cataract other\n\(before)catalogue")
  }

  @Test func completesAWordThatIsNotASCII() throws {
    guard let emacs = try Emacs(text: "Überraschung 输入法\n") else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("Über")
    try emacs.complete(to: "Überraschung")
    emacs.terminal.type(" 输入")
    try emacs.complete(to: "Überraschung 输入法")
    try emacs.save("Überraschung 输入法\nÜberraschung 输入法")
  }

  @Test func offersWhatAnAbbreviationStandsFor() throws {
    guard let emacs = try Emacs(text: "helicopter other\n") else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("hlctr")
    try emacs.complete(to: "helicopter")
    try emacs.save("helicopter other\nhelicopter")
  }

  @Test func offersWordsOfAnotherBuffer() throws {
    guard let emacs = try Emacs(text: "first\n", otherText: "elsewhere elseif\n") else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("else")
    #expect(try emacs.menu(of: "else") == ["elsewhere", "elseif"])
  }

  /// As Markdown is where nobody has installed a mode for it. What is no text is left alone.
  @Test func completesInAFileOfNoKnownMode() throws {
    let files = ["notes.unknown": "catalogue other\n", "data.unknown": "catalogue \u{0}\u{1}\n"]
    guard let emacs = try Emacs(text: "first\n", files: files) else { return }
    for (name, modes) in [("data", "(Fundamental)"), ("notes", "(Fundamental Catchword)")] {
      emacs.terminal.press("C-x")
      emacs.terminal.press("C-f")
      emacs.terminal.type("\(name).unknown")
      emacs.terminal.press("Enter")
      try emacs.terminal.wait(for: modes) { $0.contains("\(name).unknown ") && $0.contains(modes) }
    }
    emacs.terminal.press("M->")
    emacs.terminal.type("catal")
    try emacs.complete(to: "catalogue")
  }

  // MARK: The server's text keeps in step

  @Test func fastTypingLosesNothingAndOffersNothingStale() throws {
    guard let emacs = try Emacs(text: "") else { return }
    let sentence = "a catalogue is no catamaran; nor are categories, catacombs and cataracts what catapults are: cat"
    emacs.terminal.type(sentence)
    let menu = try emacs.menu(of: "cat")
    #expect(menu == ["catalogue", "catamaran", "categories", "catacombs", "cataracts", "catapults"])
    try emacs.save(sentence)
  }

  @Test func anUndoneWordIsNotOffered() throws {
    guard let emacs = try Emacs(text: "quest queue tangerine tangram\n") else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("quetzal que")
    #expect(try emacs.menu(of: "que") == ["quest", "queue", "quetzal"])
    emacs.terminal.press("C-_")
    try emacs.wait(forLine: 1, toBe: "")
    emacs.terminal.type("que")
    #expect(try emacs.menu(of: "que") == ["quest", "queue"])
  }

  @Test func goesOnAfterUndoingACompletion() throws {
    guard let emacs = try Emacs(text: "tangerine tangram\n") else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("tange")
    try emacs.complete(to: "tangerine")
    emacs.terminal.press("C-_")
    try emacs.wait(forLine: 1, toBe: "tange")
    emacs.terminal.type("lo tang")
    #expect(try emacs.menu(of: "tang") == ["tangelo", "tangerine", "tangram"])
    emacs.terminal.type("ra")
    try emacs.complete(to: "tangelo tangram")
    try emacs.save("tangerine tangram\ntangelo tangram")
  }

  @Test func completesWordsOfALargePaste() throws {
    guard let emacs = try Emacs(text: "") else { return }
    let lines = (0..<5000).map { "pasted\($0)line" } + ["platypus", "ply"]
    try emacs.terminal.paste(lines.joined(separator: "\n"))
    try emacs.terminal.wait(for: "the paste") { $0.contains("platypus") && $0.contains("ply") }
    emacs.terminal.type(" plat")
    try emacs.complete("the pasted word") { $0.contains("ply platypus") }
    emacs.terminal.type(" pasted4321")
    try emacs.complete("the pasted word") { $0.contains("ply platypus pasted4321line") }
    try emacs.save(lines.joined(separator: "\n") + " platypus pasted4321line")
  }

  @Test func followsChangesThatHooksDoNotSee() throws {
    guard
      let emacs = try Emacs(
        text: "first\n",
        setup: """
          (global-set-key (kbd "C-c i")
            (lambda () (interactive)
              (let ((inhibit-modification-hooks t)) (insert "unseen unsold\\n"))))
          """)
    else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("uns")
    try emacs.completeInVain()
    emacs.terminal.press("C-a", "C-c", "i", "C-e")
    try emacs.wait(forLine: 1, toBe: "unseen unsold")
    #expect(try emacs.menu(of: "uns") == ["unseen", "unsold"])
  }

  @Test func completesInANarrowedBuffer() throws {
    guard let emacs = try Emacs(text: "catalogue\ncataract\n", setup: "(put 'narrow-to-region 'disabled nil)") else {
      return
    }
    emacs.terminal.press("M->")
    emacs.terminal.type("here: cat")
    emacs.terminal.press("C-Space", "C-a", "C-x", "n", "n", "C-e")
    try emacs.wait(forLine: 0, toBe: "here: cat")
    try emacs.complete("as far as both words go") { $0.hasPrefix("here: cata\n") }
    #expect(try emacs.menu(of: "cata") == ["catalogue", "cataract"])
    emacs.terminal.type("r")
    try emacs.complete("the word") { $0.hasPrefix("here: cataract\n") }
    try emacs.save("catalogue\ncataract\nhere: cataract")
  }

  // MARK: What is shown

  @Test func showsDescriptionsAndDocumentationOfAList() throws {
    guard
      let emacs = try Emacs(
        text: "", list: "zebrafish\t5\tA striped fish\nzebrawood\t3\tA timber\n",
        setup: """
          (global-set-key (kbd "C-c d")
            (lambda () (interactive)
              (let* ((result (catchword-completion-at-point))
                     (word (car (completion-all-completions "zebraf" (nth 2 result) nil 6))))
                (display-buffer (funcall (plist-get (nthcdr 3 result) :company-doc-buffer) word)))))
          """)
    else { return }
    emacs.terminal.type("zebra")
    emacs.terminal.press("M-Tab")
    try emacs.terminal.wait(for: "the descriptions") {
      $0.contains("zebrafish  A striped fish") && $0.contains("zebrawood  A timber")
    }
    emacs.terminal.type("f")
    emacs.terminal.press("C-c", "d")
    try emacs.terminal.wait(for: "the documentation") { $0.contains("From the list words") }
  }

  @Test func unfoldsASnippetWhenItIsAccepted() throws {
    let setup = "(setq-default indent-tabs-mode nil standard-indent 3)"
    guard let emacs = try Emacs(text: "first\n", setup: setup, files: UnfoldedSnippet.files) else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("  ab forea")
    try emacs.complete("the snippet") { $0.contains("for item in list {") }
    emacs.terminal.type("!")
    try emacs.save("first\n  ab " + UnfoldedSnippet.text(indentation: "  ", step: "   ") + "!")
  }

  @Test func offersWordsAloneByACommand() throws {
    let setup = "(global-set-key (kbd \"C-c w\") #'catchword-complete-words)"
    guard let emacs = try Emacs(text: "forearm foreword\n", setup: setup, files: UnfoldedSnippet.files) else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("fore")
    #expect(try emacs.menu(of: "fore").contains("foreach"))
    emacs.terminal.type("a")
    emacs.terminal.press("C-c", "w")
    try emacs.wait(forLine: 1, toBe: "forearm")
  }

  @Test func companyShowsAMenuWhileTyping() throws {
    guard
      let emacs = try Emacs(
        text: "catalogue cataract other\n", package: "company",
        setup: """
          (require 'company)
          (setq company-backends '(company-capf) company-idle-delay 0 company-minimum-prefix-length 2)
          (global-company-mode 1)
          """)
    else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("cat")
    try emacs.terminal.wait(for: "company's menu") {
      $0.contains("catalogue  words") && $0.contains("cataract  words")
    }
    emacs.terminal.press("M-n", "Enter")
    try emacs.terminal.wait(for: "the word") {
      let lines = $0.split(separator: "\n", omittingEmptySubsequences: false)
      return ["catalogue", "cataract"].contains(lines[1])
    }
  }

  // MARK: Beside others

  @Test func mergesTheCandidatesOfAnotherFunction() throws {
    guard
      let emacs = try Emacs(
        text: "catalogue cataract\n",
        setup: """
          (add-hook 'completion-at-point-functions
            (lambda ()
              (list (save-excursion (skip-syntax-backward "w_") (point)) (point)
                    '("catapult" "cataract" "catkin")
                    :annotation-function (lambda (_) "  toy"))))
          """)
    else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("cat")
    #expect(try emacs.menu(of: "cat") == ["catalogue", "catapult", "cataract", "catkin"])
    let screen = try emacs.terminal.screen()
    #expect(screen.contains("catapult  toy") && screen.contains("catalogue  words"))
    emacs.terminal.type("k")
    try emacs.complete(to: "catkin")
    emacs.terminal.type(" catal")
    try emacs.complete(to: "catkin catalogue")
    // Where another function knows what begins so, nobody has slipped.
    emacs.terminal.type(" catk")
    try emacs.complete(to: "catkin catalogue catkin")
    try emacs.save("catalogue cataract\ncatkin catalogue catkin")
  }

  @Test func showsTheWordsOfASlowSourceInTheOpenMenu() throws {
    guard let emacs = try Emacs(text: "needlework needless\n", files: SlowSource.files) else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("needle")
    _ = try emacs.menu(of: "needlework")
    try emacs.terminal.wait(for: "the slow word") { $0.contains("*Completions*") && $0.contains(SlowSource.word) }
  }

  @Test func completesBesideAFunctionThatFails() throws {
    guard
      let emacs = try Emacs(
        text: "catalogue cataract\n",
        setup: """
          (add-hook 'completion-at-point-functions (lambda () (error "Toy out of order")))
          """)
    else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("cata")
    #expect(try emacs.menu(of: "cata") == ["catalogue", "cataract"])
  }

  @Test func mergesTheCandidatesOfEglot() throws {
    guard
      let emacs = try Emacs(
        text: "catalogue\n", package: "eglot",
        setup: """
          (require 'eglot)
          (let ((catchword-options '(:lists ["~/other"]))) (catchword-register-eglot))
          (add-hook 'text-mode-hook #'eglot-ensure)
          """,
        otherList: "catnip\ncatwalk\n")
    else { return }
    try emacs.terminal.wait(for: "eglot") { $0.contains("eglot:") }
    emacs.terminal.press("M->")
    emacs.terminal.type("cat")
    #expect(try emacs.menu(of: "cat") == ["catalogue", "catnip", "catwalk"])
    emacs.terminal.type("n")
    try emacs.complete(to: "catnip")
    try emacs.save("catalogue\ncatnip")
  }

  // MARK: The server's life

  @Test func typingGoesOnUndisturbedWithoutAServer() throws {
    guard let emacs = try Emacs(text: "catalogue\n", server: "/nowhere/catchword") else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("cat")
    try emacs.completeInVain()
    emacs.terminal.type("kin")
    try emacs.save("catalogue\ncatkin")
    let screen = try emacs.terminal.screen()
    #expect(!screen.contains("Backtrace") && !screen.contains("rror"))
  }

  @Test func startsAgainAfterACrash() throws {
    guard let emacs = try Emacs(text: "catalogue cataract\n") else { return }
    let first = try emacs.serverProcess()
    kill(first, SIGKILL)
    let second = try emacs.serverProcess { $0 != first }
    #expect(isRunning(second))
    emacs.terminal.press("M->")
    emacs.terminal.type("catal")
    try emacs.complete(to: "catalogue")
  }

  @Test func leavesNoServerBehindAndAsksNothing() throws {
    guard let emacs = try Emacs(text: "catalogue\n") else { return }
    let server = try emacs.serverProcess()
    #expect(isRunning(server))
    emacs.terminal.press("C-x", "C-c")
    try emacs.terminal.waitForExit()
    // The file is gone when the process is; until somebody has asked how it ended, its state is Z.
    try emacs.terminal.wait(forFile: "/proc/\(server)/stat") { $0.isEmpty || $0.contains(") Z ") }
  }

  @Test func compilesWithoutWarnings() throws {
    guard let program = try requiredProgram("emacs") else { return }
    let folder = try TemporaryFolder()
    var files = try clientFiles()
    #expect(files.count > 20)
    if try !isInstalled(package: "eglot") { files["catchword-eglot.el"] = nil }
    for (name, text) in files { try folder.write(text, to: name) }
    let arguments =
      [
        "-Q", "--batch", "--eval", "(setq byte-compile-error-on-warn t)", "--eval", packageSetup, "-L", ".",
        "-f", "batch-byte-compile",
      ] + inOrderOfRequirement(files)
    let compiler = try ChildProgram(program, arguments, folder: folder.url, errors: .pipe)
    let messages = String(decoding: try compiler.readToEnd(), as: UTF8.self)
    #expect(try compiler.wait() == 0, "\(messages)")
  }
}

/// The client under test.
private let clientFolder = Repository.root.appendingPathComponent("editors/emacs")

/// The client's files of Lisp, by name.
private func clientFiles() throws -> [String: String] {
  let names = try FileManager.default.contentsOfDirectory(atPath: clientFolder.path).filter { $0.hasSuffix(".el") }
  return try names.reduce(into: [:]) { files, name in
    files[name] = try String(contentsOf: clientFolder.appendingPathComponent(name), encoding: .utf8)
  }
}

/// The names of files of Lisp, each after those that it requires.
///
/// In this order a file is compiled before any file above it is loaded, so that Emacs warns of what only that defines.
private func inOrderOfRequirement(_ files: [String: String]) -> [String] {
  var rest = files
  var names: [String] = []
  while !rest.isEmpty {
    let next = rest.filter { _, text in
      !rest.keys.contains { text.contains("\n(require '\($0.dropLast(".el".count)))") }
    }
    guard !next.isEmpty else {
      Issue.record("these require each other: \(rest.keys.sorted())")
      break
    }
    names += next.keys.sorted()
    for name in next.keys { rest[name] = nil }
  }
  return names
}

/// Where Debian puts packages for the Emacs that runs: below the folder that the program is in a part of.
private let packageFolder =
  URL(fileURLWithPath: Repository.find("emacs") ?? "/usr/bin/emacs").deletingLastPathComponent()
  .deletingLastPathComponent().appendingPathComponent("share/emacs/site-lisp/elpa").path

/// Lisp that makes the packages there known.
private let packageSetup = """
  (let ((default-directory "\(packageFolder)/"))
    (when (file-directory-p default-directory) (normal-top-level-add-subdirs-to-load-path)))
  """

/// Whether Emacs has a package, as one of those or as a part of itself; a test that needs it is skipped without.
private func isInstalled(package: String) throws -> Bool {
  guard let program = Repository.find("emacs") else { return false }
  let question = "(kill-emacs (if (locate-library \"\(package)\") 0 1))"
  let emacs = try ChildProgram(program, ["-Q", "--batch", "--eval", packageSetup, "--eval", question])
  if try emacs.wait() == 0 { return true }
  #expect(!Repository.isContinuousIntegration, "Emacs package \(package) not found")
  print("skipped: Emacs package \(package) not found")
  return false
}

/// Whether there is such a process.
private func isRunning(_ process: pid_t) -> Bool { kill(process, 0) == 0 }

/// An Emacs that visits `text.txt` with the client on.
struct Emacs {
  let folder: TemporaryFolder
  let terminal: Terminal

  /// Starts Emacs and waits until it shows the file and its server is ready.
  ///
  /// - Parameters:
  ///   - list: A word list for the server.
  ///   - otherList: The contents of `~/other`.
  ///   - otherText: The text of a second buffer.
  ///   - files: More files, by their paths at home.
  ///   - package: An Emacs package that the test needs; without it the test is skipped.
  ///   - setup: Lisp to run before the file is visited.
  ///   - isSuggesting: Whether the server is the one of `Suggestions`, and not the real one.
  ///   - usesEglot: Whether eglot runs the server, and our own client is off.
  /// - Returns: nil when the test is to be skipped.
  init?(
    text: String, server: String = Repository.executable("catchword").path, list: String = "",
    otherText: String? = nil, package: String? = nil, setup: String = "", otherList: String = "",
    files: [String: String] = [:], isSuggesting: Bool = false, usesEglot: Bool = false,
    size: (columns: Int, rows: Int) = (100, 30)
  ) throws {
    guard let program = try requiredProgram("emacs") else { return nil }
    if let package, try !isInstalled(package: package) { return nil }
    let folder = try TemporaryFolder()
    let file = try folder.write(text, to: "text.txt")
    for (name, contents) in files { try folder.write(contents, to: name) }
    try folder.write(list, to: "words")
    try folder.write(otherList, to: "other")
    var lisp = setup
    if usesEglot {
      lisp += """
        \n(require 'eglot)
        (global-catchword-mode -1)
        (catchword-register-eglot)
        (add-hook 'text-mode-hook #'eglot-ensure)
        """
    }
    if let otherText {
      lisp += "\n(find-file-noselect \"\(try folder.write(otherText, to: "other.txt"))\")"
    }
    let command = isSuggesting ? Suggestions.command(log: folder.url.path + "/questions") : [server]
    let configuration = try folder.write(Emacs.configuration(command: command, setup: lisp), to: "configuration.el")
    self.folder = folder
    terminal = try Terminal(
      [program, "-nw", "-Q", "-l", configuration, file], home: folder.url, columns: size.columns, rows: size.rows)
    try terminal.wait(for: "Emacs") {
      $0.contains("text.txt") && $0.contains(usesEglot ? "eglot:" : "Catchword")
    }
    if !usesEglot, FileManager.default.isExecutableFile(atPath: server) { _ = try serverProcess() }
  }

  /// What Emacs loads first. A timer tells the test the server's process as soon as it is ready, and its successor's.
  private static func configuration(command: [String], setup: String) -> String {
    let strings = command.map { "\"" + $0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\"" }
    return """
      ;;; -*- lexical-binding: t -*-
      ;; Every test has a new home, where everything would be compiled anew, at the cost of both cores.
      (setq native-comp-deferred-compilation nil native-comp-jit-compilation nil)
      (setq debug-on-error t inhibit-startup-screen t make-backup-files nil auto-save-default nil
            require-final-newline nil mode-require-final-newline nil)
      ;; Where there is no list of words, Emacs 30 reports an error in text when nobody else has a completion, and drops the
      ;; keys behind that.
      (setq text-mode-ispell-word-completion nil)
      (menu-bar-mode -1)
      (global-set-key (kbd "C-c m") (lambda () (interactive) (write-region "marked" nil "~/mark" nil 'quiet)))
      \(packageSetup)
      (add-to-list 'load-path "\(clientFolder.path)")
      (require 'catchword)
      (setq catchword-command '(\(strings.joined(separator: " "))) catchword-options '(:lists ["~/words"]))
      (global-catchword-mode 1)
      (run-with-timer 0 0.05
        (let (known)
          (lambda ()
            (unless (or (not catchword--is-ready) (eq known (process-id catchword--process)))
              (setq known (process-id catchword--process))
              (write-region (format "%d\\n" known) nil "~/server" nil 'quiet)))))
      \(setup)
      """
  }

  /// The process of the server once it is ready.
  func serverProcess(where isWanted: (pid_t) -> Bool = { _ in true }) throws -> pid_t {
    let text = try terminal.wait(forFile: folder.url.path + "/server") {
      $0.hasSuffix("\n") && pid_t($0.dropLast()).map(isWanted) == true
    }
    return try #require(pid_t(text.dropLast()))
  }

  /// Presses M-TAB and returns the candidates in the window that comes up that begin with `prefix`.
  func menu(of prefix: String) throws -> Set<String> {
    terminal.press("M-Tab")
    let screen = try terminal.wait(for: "the menu") {
      $0.contains("*Completions*") && words(ofMenuIn: $0).contains { $0.hasPrefix(prefix) }
    }
    return Set(words(ofMenuIn: screen).filter { $0.hasPrefix(prefix) })
  }

  private func words(ofMenuIn screen: String) -> [String] {
    // "Possible completions are:" in Emacs 28, "2 possible completions:" in Emacs 30.
    guard let heading = screen.firstRange(of: /ossible completions( are)?:/) else { return [] }
    let menu = screen[heading.upperBound...].split(separator: "\n").prefix { !$0.contains("*Completions*") }
    return menu.joined(separator: "\n").split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// Presses M-TAB and waits for what it has to lead to.
  func complete(_ what: String, until isThere: (String) -> Bool) throws {
    terminal.press("M-Tab")
    try terminal.wait(for: what, until: isThere)
  }

  /// Presses M-TAB and waits until the second line ends with what it has to become.
  ///
  /// Spaces do not count: Emacs and tmux disagree about the width of emoji, so that some come and go on the screen.
  func complete(to text: String) throws {
    let wanted = text.filter { $0 != " " }
    try complete(text) { line(1, of: $0).filter { $0 != " " }.hasSuffix(wanted) }
  }

  /// Presses M-TAB where there is nothing to complete, and waits until that has been seen to.
  func completeInVain() throws {
    // A file and not a message, which the next one would wipe out before anyone has looked.
    let mark = folder.url.path + "/mark"
    try? FileManager.default.removeItem(atPath: mark)
    terminal.press("M-Tab", "C-c", "m")
    try terminal.wait(forFile: mark) { $0 == "marked" }
    #expect(!(try terminal.screen()).contains("*Completions*"))
  }

  func wait(forLine number: Int, toBe text: String) throws {
    try terminal.wait(for: "\"\(text)\"") { line(number, of: $0) == text }
  }

  private func line(_ number: Int, of screen: String) -> Substring {
    let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
    return number < lines.count ? lines[number] : ""
  }

  /// Saves the buffer and waits until the file holds this text.
  func save(_ text: String) throws {
    terminal.press("C-x", "C-s")
    try terminal.wait(forFile: folder.url.path + "/text.txt") { $0 == text }
  }
}
