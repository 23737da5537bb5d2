import Foundation
import TestSupport
import TestTraits
import Testing

/// Ghost text in a real Emacs: most tests with a server that suggests by rule.
@Suite(.serialized, .blocking) struct EmacsGhostTextTests {
  /// An Emacs in which "the quick" has been typed behind a first line, and " brown fox" is shown; nil where there is none.
  private static func emacsWithGhostText() throws -> Emacs? {
    guard let emacs = try Emacs(text: "first\n", isSuggesting: true) else { return nil }
    emacs.terminal.press("M->")
    emacs.terminal.type("the quick")
    try emacs.waitForLine("the quick brown fox")
    return emacs
  }

  @Test(arguments: ["C-f", "C-e", "Right"])
  func showsWhatMayComeAndTakesIt(_ key: String) throws {
    guard let emacs = try Self.emacsWithGhostText() else { return }
    emacs.terminal.press(key)
    emacs.terminal.type(", X")
    try emacs.save("first\nthe quick brown fox, X")
  }

  @Test func goesOnWithALineThatStandsInTheBuffer() throws {
    guard let emacs = try Emacs(text: RepeatedLine.text) else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type(RepeatedLine.typed)
    try emacs.terminal.wait(for: "ghost text") { $0.split(separator: "\n").count { $0 == RepeatedLine.line } == 3 }
    emacs.terminal.press("C-e")
    try emacs.save(RepeatedLine.text + RepeatedLine.line)
  }

  @Test func showsOthersByAKey() throws {
    guard let emacs = try Emacs(text: "first\n", isSuggesting: true) else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("either")
    try emacs.waitForLine("either this way")
    for line in ["either that way", "either no way", "either this way", "either that way"] {
      emacs.terminal.press("C-Down")
      try emacs.waitForLine(line)
    }
    // What is typed belongs to the text that is shown.
    emacs.terminal.type(" that")
    try emacs.waitForLine("either that way")
    emacs.terminal.press("C-e")
    try emacs.save("first\neither that way\nand back")
  }

  @Test func theKeyForOthersLeavesTheOnlyOne() throws {
    guard let emacs = try Self.emacsWithGhostText() else { return }
    emacs.terminal.press("C-Down", "C-Down", "C-e")
    try emacs.save("first\nthe quick brown fox")
    try emacs.terminal.wait(forFile: emacs.folder.url.path + "/questions") { $0.hasPrefix("the quick\nthe quick\n") }
  }

  @Test func eachPressOfTheKeyIsOneTextFurther() throws {
    guard let emacs = try Emacs(text: "first\n", isSuggesting: true) else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("either")
    try emacs.waitForLine("either this way")
    emacs.terminal.press("C-Down", "C-Down")
    try emacs.waitForLine("either no way")
  }

  @Test func staysWithTheTextThatWasChosenByHand() throws {
    let setup = """
      (run-with-idle-timer 0.3 t
        (lambda () (write-region (thing-at-point 'line) nil "~/later" t 'quiet)))
      """
    guard let emacs = try Emacs(text: "first\n", setup: setup, isSuggesting: true) else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("either")
    try emacs.waitForLine("either this way")
    emacs.terminal.press("C-Down")
    try emacs.waitForLine("either that way")
    emacs.terminal.type(" t")
    try emacs.terminal.wait(forFile: emacs.folder.url.path + "/later") { $0.hasSuffix("either t") }
    emacs.terminal.press("C-Right")
    try emacs.terminal.wait(forFile: emacs.folder.url.path + "/later") { $0.hasSuffix("either that") }
    emacs.terminal.press("C-e")
    try emacs.save("first\neither that way\nand back")
    #expect(emacs.folder.read("questions")?.split(separator: "\n").allSatisfy { $0 == "either" } == true)
  }

  @Test func doesNotSaveWhatIsOnlyShown() throws {
    guard let emacs = try Self.emacsWithGhostText() else { return }
    try emacs.save("first\nthe quick")
  }

  @Test func takesWordByWordBeforeClosingMarks() throws {
    guard let emacs = try Emacs(text: "first\n", isSuggesting: true) else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("(call)")
    emacs.terminal.press("C-b")
    emacs.terminal.type(" ")
    try emacs.waitForLine("(call print(first, second))")
    emacs.terminal.press("M-f", "M-f")
    // Within a line this key moves, as ever.
    emacs.terminal.press("C-f")
    emacs.terminal.type(";")
    try emacs.save("first\n(call print(first);")
  }

  @Test func staysWhileWhatIsTypedAgreesAndGoesWhenItDoesNot() throws {
    guard let emacs = try Self.emacsWithGhostText() else { return }
    emacs.terminal.type(" bro")
    try emacs.waitForQuestion("the quick bro")
    try emacs.waitForLine("the quick brown fox")
    emacs.terminal.type("t")
    try emacs.waitForLine("the quick brot")
    try emacs.save("first\nthe quick brot")
  }

  @Test(arguments: ["C-g", "C-b", "C-x b Enter"])
  func goesWhenDismissedOrLeft(_ keys: String) throws {
    guard let emacs = try Self.emacsWithGhostText() else { return }
    for key in keys.split(separator: " ") { emacs.terminal.press(String(key)) }
    try emacs.terminal.wait(for: "no ghost text") { !$0.contains("brown") }
  }

  @Test(arguments: ["S-Right", "S-End", "M-F", "C-u C-f", "M-2 M-f", "C-S-Down", "C-u C-Down"])
  func leavesShiftedKeysAndPrefixArgumentsAlone(_ keys: String) throws {
    guard let emacs = try Self.emacsWithGhostText() else { return }
    for key in keys.split(separator: " ") { emacs.terminal.press(String(key)) }
    try emacs.waitForLine("the quick")
    emacs.terminal.type("!")
    try emacs.save("first\nthe quick!")
  }

  @Test func isDrawnInTheWindowThatIsTypedInAlone() throws {
    guard let emacs = try Emacs(text: "first\n", isSuggesting: true) else { return }
    emacs.terminal.press("C-x", "2", "M->")
    emacs.terminal.type("the quick")
    let screen = try emacs.waitForLine("the quick brown fox")
    #expect(screen.split(separator: "\n").filter { $0 == "the quick brown fox" }.count == 1)
    #expect(screen.split(separator: "\n").contains("the quick"))
  }

  @Test func isUndoneAlone() throws {
    guard let emacs = try Self.emacsWithGhostText() else { return }
    emacs.terminal.press("C-e")
    emacs.terminal.type(" jumps")
    try emacs.waitForLine("the quick brown fox jumps")
    emacs.terminal.press("C-_")
    // Saving in between would make the next undo a redo.
    try emacs.waitForLine("the quick brown fox")
    emacs.terminal.press("C-_")
    try emacs.save("first\nthe quick")
  }

  @Test func takesLinesAsTheyAreWhateverIsSet() throws {
    let setup = """
      (electric-indent-mode 1) (setq-default abbrev-mode t indent-tabs-mode nil fill-column 20)
      (define-abbrev global-abbrev-table "body" "BODY") (add-hook 'text-mode-hook #'auto-fill-mode)
      """
    guard let emacs = try Emacs(text: "first\n", setup: setup, isSuggesting: true) else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("    for loop")
    try emacs.terminal.wait(for: "ghost text") { $0.contains("    for loop {\n        body\n}\n") }
    emacs.terminal.press("C-e")
    try emacs.save("first\n    for loop {\n\tbody\n}")
  }

  @Test func countsColumnsAsTheServerDoes() throws {
    guard let emacs = try Emacs(text: "first\n", isSuggesting: true) else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("🎉é 東京, 東京")
    try emacs.waitForLine("🎉é 東京, 東京都庁 🎉")
    emacs.terminal.type("都")
    try emacs.waitForQuestion("🎉é 東京, 東京都")
    emacs.terminal.press("C-e")
    try emacs.save("first\n🎉é 東京, 東京都庁 🎉")
  }

  @Test func showsNoAnswerToAnOlderQuestion() throws {
    guard let emacs = try Emacs(text: "first\n", isSuggesting: true) else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("slow")
    try emacs.waitForQuestion("slow")
    emacs.terminal.type("ly")
    try emacs.waitForLine("slowly but surely")
    // The late answer has come by the time that the next question is put.
    emacs.terminal.type(" b")
    try emacs.waitForQuestion("slowly b")
    emacs.terminal.press("C-e")
    try emacs.save("first\nslowly but surely")
  }

  @Test func canBeTurnedOff() throws {
    let setup = """
      (setq-default catchword-ghost-text nil)
      (global-set-key (kbd "C-c t") (lambda () (interactive) (setq catchword-ghost-text t)))
      """
    guard let emacs = try Emacs(text: "first\n", setup: setup, isSuggesting: true) else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("the quick")
    try emacs.save("first\nthe quick")
    emacs.terminal.press("C-c", "t")
    emacs.terminal.type(" quick")
    try emacs.waitForLine("the quick quick brown fox")
    try emacs.waitForQuestion("the quick quick")
    #expect(emacs.folder.read("questions") == "the quick quick\n")
  }

  @Test func goesWithTheServer() throws {
    guard let emacs = try Self.emacsWithGhostText() else { return }
    kill(try emacs.serverProcess(), SIGKILL)
    let screen = try emacs.waitForLine("the quick")
    #expect(!screen.contains("Backtrace") && !screen.contains("rror"))
  }

  @Test func isShownBesideTheMenuOfCompany() throws {
    let setup = """
      (require 'company)
      (setq company-backends '(company-capf) company-idle-delay 0 company-minimum-prefix-length 2)
      (add-hook 'completion-at-point-functions
        (lambda () (list (save-excursion (skip-syntax-backward "w_") (point)) (point) '("quicken" "quicker"))))
      (global-company-mode 1)
      (setq catchword-timeout 0.5)
      """
    guard let emacs = try Emacs(text: "first\n", package: "company", setup: setup, isSuggesting: true) else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("the quic")
    try emacs.waitForLine("    quicken")
    emacs.terminal.type("k")
    try emacs.waitForLine("the quick brown fox")
    try emacs.waitForLine("    quicken")
    emacs.terminal.press("M-n")
    try emacs.waitForLine("the quick")
    emacs.terminal.press("Enter")
    try emacs.save("first\nthe quicker")
  }

  /// As on a machine that is busy: typing pauses before the server has begun.
  @Test func isShownThoughTheServerWasLate() throws {
    let program = Repository.executable("catchword").path
    let setup = """
      (call-process "mkfifo" nil nil nil (expand-file-name "~/asked"))
      (setq catchword-command '("sh" "-c" "read key < \\"$HOME/asked\\"; exec \\"$0\\"" "\(program)"))
      (advice-add 'catchword-ghost--ask :after
        (lambda (&rest _)
          (when (looking-back "by the quick" (line-beginning-position))
            (advice-remove 'catchword-ghost--ask 'late)
            ;; It waits until the server's shell reads, which may be started yet.
            (start-process "asked" nil "sh" "-c" "echo > \\"$HOME/asked\\"")))
        '((name . late)))
      """
    let text = String(repeating: "of the quick brown fox\n", count: 6)
    guard let emacs = try Emacs(text: text, server: "/nowhere/catchword", setup: setup) else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("by the quick")
    try emacs.waitForLine("by the quick brown")
  }

  /// As company 1.0 does while it asks for completions; the server's ghost text comes meanwhile.
  @Test func isShownThoughCompanyProtectsTheText() throws {
    let setup = """
      (require 'company)
      (setq company-backends '(company-capf) company-idle-delay 0 company-minimum-prefix-length 2)
      (advice-add 'company-capf :before
        (lambda (&rest _)
          (let ((buffer-read-only t) (end (time-add nil 0.4)))
            (while (time-less-p nil end) (accept-process-output nil 0.05)))))
      (global-company-mode 1)
      """
    guard let emacs = try Emacs(text: "first\n", package: "company", setup: setup, isSuggesting: true) else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("the quick")
    try emacs.waitForLine("the quick brown fox")
  }

  /// Both would stand at the cursor, one behind the other; and company takes Enter for its own.
  @Test(arguments: ["company-manual-begin", "company-idle-begin"])
  func makesRoomForWhatCompanyShowsInTheLine(begin: String) throws {
    let setup = """
      (require 'company)
      (setq company-backends '(company-capf) company-idle-delay nil)
      (add-hook 'completion-at-point-functions
        (lambda () (list (save-excursion (skip-syntax-backward "w_") (point)) (point) '("quickest"))))
      (global-company-mode 1)
      (setq catchword-timeout 0.5)
      (global-set-key (kbd "C-c b")
        (lambda () (interactive)
          (if (eq 'company-manual-begin '\(begin)) (company-manual-begin)
            ;; As company does when typing pauses.
            (run-with-timer 0 nil
              (lambda () (let ((company-idle-delay 0))
                (company-idle-begin (current-buffer) (selected-window) (buffer-chars-modified-tick) (point))))))))
      """
    guard let emacs = try Emacs(text: "first\n", package: "company", setup: setup, isSuggesting: true) else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("the quick")
    try emacs.waitForLine("the quick brown fox")
    emacs.terminal.press("C-c", "b")
    try emacs.waitForLine("the quickest")
    emacs.terminal.press("Enter")
    try emacs.save("first\nthe quickest")
  }

  /// Whichever comes first; then Enter takes company's, and the ghost text goes on behind it.
  @Test(arguments: [0, 0.4])
  func standsForWhatCompanyShowsInTheLine(delay: Double) throws {
    let setup = """
      (require 'company)
      (setq company-backends '(company-capf) company-idle-delay \(delay) company-minimum-prefix-length 2
            catchword-ghost-delay \(0.4 - delay))
      (add-hook 'completion-at-point-functions
        (lambda () (list (save-excursion (skip-syntax-backward "w_") (point)) (point) '("catalogue"))))
      (add-hook 'company-completion-started-hook (lambda (_) (write-region "begun" nil "~/company" nil 'quiet)))
      (global-company-mode 1)
      (setq catchword-timeout 0.5)
      """
    guard let emacs = try Emacs(text: "first\n", package: "company", setup: setup, isSuggesting: true) else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("a cata")
    try emacs.terminal.wait(forFile: emacs.folder.url.path + "/company") { $0 == "begun" }
    try emacs.waitForLine("a catalogue of birds")
    emacs.terminal.press("Enter")
    try emacs.waitForLine("a catalogue of birds")
    emacs.terminal.press("M-f")
    emacs.terminal.type(" fish")
    try emacs.save("first\na catalogue of fish")
  }

  @Test func isShownWhereEglotRunsTheServer() throws {
    guard let emacs = try Emacs(text: "first\n", package: "eglot", isSuggesting: true, usesEglot: true) else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("🎉 東京")
    try emacs.waitForLine("🎉 東京都庁 🎉")
    emacs.terminal.press("C-e")
    emacs.terminal.type(" call ")
    try emacs.waitForLine("🎉 東京都庁 🎉 call print(first, second)")
    try emacs.save("first\n🎉 東京都庁 🎉 call ")
  }
}

extension Emacs {
  /// Waits until the screen has a line. Emacs and tmux disagree about the width of emoji, so spaces do not count.
  @discardableResult
  func waitForLine(_ line: String) throws -> String {
    let wanted = line.filter { $0 != " " }
    return try terminal.wait(for: "\"\(line)\"") { screen in
      screen.split(separator: "\n").contains { $0.filter { $0 != " " } == wanted }
    }
  }

  /// Waits until the server of `Suggestions` was asked what comes after a line.
  func waitForQuestion(_ line: String) throws {
    try terminal.wait(forFile: folder.url.path + "/questions") { $0.split(separator: "\n").last == Substring(line) }
  }
}
