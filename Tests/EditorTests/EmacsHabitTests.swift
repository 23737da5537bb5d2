import Foundation
import TestSupport
import TestTraits
import Testing

/// What a user of Emacs does all day: the keys that he has always pressed, with company as it comes where it says so.
@Suite(.serialized, .blocking) struct EmacsHabitTests {
  /// Company, with nothing set but how long it waits: tests are to wait for as little as they can.
  /// Without the signs and the margin that company 1.0 has in front of candidates.
  private static let company = """
    (require 'company)
    (setq company-idle-delay 0 company-format-margin-function nil company-tooltip-margin 0)
    (global-company-mode 1)
    """

  /// What Emacs 30 puts into text modes, as it is there: words of a list that begin so.
  private static let spellChecker = """
    (defun ispell-completion-at-point ()
      (pcase (bounds-of-thing-at-point 'word)
        (`(,beg . ,end)
         (when (and (< beg (point)) (<= (point) end))
           (list beg end
                 (all-completions (buffer-substring beg end)
                                  '("prig" "prim" "price" "printing" "alpo" "alps" "alpha" "mfgs" "kale" "smile"))
                 :annotation-function (lambda (_) " Dictionary word")
                 :exclusive 'no)))))
    (add-hook 'text-mode-hook
      (lambda () (add-hook 'completion-at-point-functions #'ispell-completion-at-point 10 t)))
    """

  /// A completion function that knows two words.
  private static let another = """
    (add-hook 'text-mode-hook
      (lambda ()
        (add-hook 'completion-at-point-functions
          (lambda () (list (save-excursion (skip-syntax-backward "w_") (point)) (point) '("needless" "needles"))) nil t)))
    """

  /// A snippet of one line and one of several.
  private static let snippets = [
    ".config/catchword/config.json": #"{"snippets": {"files": ["~/plaintext.json"]}}"#,
    "plaintext.json": #"""
    {"Loop": {"prefix": "forr", "body": ["for ${1:item} in list {", "\tprint(item)", "}"]},
     "Greetings": {"prefix": "mfg", "body": "Mit freundlichen Grüßen"}}
    """#,
  ]

  // MARK: Beside the spell checker

  @Test func wordsOfTheTextStandBeforeThoseOfTheSpellChecker() throws {
    let setup = Self.spellChecker + "\n" + Self.company
    guard let emacs = try Emacs(text: "The printing press\n", package: "company", setup: setup) else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("The pri")
    let screen = try emacs.terminal.wait(for: "the menu") { $0.contains("prig Dictionary word") }
    let own = try #require(screen.firstRange(of: "printing  words"))
    let other = try #require(screen.firstRange(of: "prig Dictionary word"))
    #expect(own.lowerBound < other.lowerBound)
    #expect(!screen.contains("printing Dictionary word"))
    emacs.terminal.press("Enter")
    try emacs.wait(forLine: 1, toBe: "The printing")
  }

  @Test func aSymbolIsNoWordOfTheSpellChecker() throws {
    let setup = Self.spellChecker + "\n" + Self.company
    guard let emacs = try Emacs(text: "first\n", package: "company", setup: setup) else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("\\alp")
    try emacs.terminal.wait(for: "the menu") { $0.contains("GREEK SMALL LETTER ALPHA") }
    #expect(!(try emacs.terminal.screen()).contains("alpo"))
    emacs.terminal.press("Enter")
    try emacs.wait(forLine: 1, toBe: "α")
  }

  // MARK: Names typed in full

  /// Also where the name is a word of the text.
  @Test(arguments: ["first\n", "forr forrest\n"])
  func companyOffersASnippetWhoseNameIsTypedInFull(text: String) throws {
    guard let emacs = try Emacs(text: text, package: "company", setup: Self.company, files: Self.snippets) else {
      return
    }
    emacs.terminal.press("M->")
    emacs.terminal.type("forr")
    try emacs.terminal.wait(for: "the snippet") { $0.contains("forr…") }
    emacs.terminal.press("Enter")
    emacs.terminal.type("!")
    try emacs.save(text + "for item in list {\n\tprint(item)\n}!")
  }

  @Test func oneKeyUnfoldsASnippetWhoseNameIsTypedInFull() throws {
    let setup = Self.spellChecker
    guard let emacs = try Emacs(text: "forrest forrester\n", setup: setup, files: Self.snippets) else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("mfg")
    try emacs.complete(to: "Mit freundlichen Grüßen")
    emacs.terminal.type(", forr")
    try emacs.complete("the snippet") { $0.contains("Grüßen, for item in list {") }
    try emacs.save("forrest forrester\nMit freundlichen Grüßen, for item in list {\n\tprint(item)\n}")
  }

  // MARK: One key

  @Test func oneKeyInsertsTheOneThatBeginsSo() throws {
    guard let emacs = try Emacs(text: "printing Pretoria primrose-river\n") else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("The prin")
    try emacs.complete(to: "The printing")
    emacs.terminal.type(" Pre")
    try emacs.complete(to: "The printing Pretoria")
    try emacs.save("printing Pretoria primrose-river\nThe printing Pretoria")
  }

  @Test func companyShowsPathsFromTheFirstLetter() throws {
    guard
      let emacs = try Emacs(
        text: "first\n", package: "company", setup: Self.company, files: ["tests.txt": "", "tent": ""])
    else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("see ./t")
    try emacs.terminal.wait(for: "the files") { screen in
      ["tests.txt  ", "text.txt  ", "tent  "].allSatisfy { name in
        // From company 1.0 on, a letter for the kind comes first.
        screen.contains(" \(name)")
      }
    }
  }

  @Test func companyShowsSymbolsFromTheSecondLetter() throws {
    guard let emacs = try Emacs(text: "first\n", package: "company", setup: Self.company) else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("see \\al")
    try emacs.terminal.wait(for: "the symbols") { $0.contains("GREEK SMALL LETTER ALPHA") }
  }

  @Test func namesThatALanguageServerKnowsWithTheirArgumentsAreNotOfferedTwice() throws {
    let setup = """
      (add-hook 'completion-at-point-functions
        (lambda ()
          (list (save-excursion (skip-syntax-backward "w_") (point)) (point) '("catalogue(int)" "catapult"))))
      """
    guard let emacs = try Emacs(text: "catalogue cataract\n", setup: setup) else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("cat")
    emacs.terminal.press("M-Tab")
    #expect(try emacs.menu(of: "cata") == ["catalogue(int)", "catapult", "cataract"])
  }

  // MARK: The server starts

  /// As on a machine that is busy. What comes up by itself does not wait here; who presses the key does.
  @Test func theFirstKeyWaitsForTheServer() throws {
    let program = Repository.executable("catchword").path
    let setup = """
      (call-process "mkfifo" nil nil nil (expand-file-name "~/pressed"))
      (setq catchword-command '("sh" "-c" "read key < \\"$HOME/pressed\\"; exec \\"$0\\"" "\(program)") catchword-timeout 0)
      (advice-add 'catchword--wait :before (lambda (&rest _) (write-region "\\n" nil "~/pressed" nil 'quiet)) '((name . press)))
      (add-hook 'catchword--ready-hook (lambda () (advice-remove 'catchword--wait 'press)))
      """
    guard let emacs = try Emacs(text: "catalogue other\n", server: "/nowhere/catchword", setup: setup) else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("catal")
    try emacs.complete(to: "catalogue")
    try emacs.save("catalogue other\ncatalogue")
  }

  /// Company asks when typing pauses, and not again before the next key, whether it has nothing then or what others offer.
  @Test(arguments: ["", spellChecker]) func theMenuComesThoughTheServerWasLate(other: String) throws {
    let setup = """
      \(other)
      \(Self.company)
      (setq catchword-timeout 0)
      (add-hook 'catchword--late-hook (lambda () (setq catchword-timeout 5)))
      """
    guard let emacs = try Emacs(text: "printer printing\n", package: "company", setup: setup) else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("pri")
    try emacs.terminal.wait(for: "the menu") { $0.contains("\nprinter  words") && $0.contains("\nprinting  words") }
    emacs.terminal.press("Enter")
    try emacs.wait(forLine: 1, toBe: "printing")
  }

  @Test func whatASlowSourceFindsComesBesideWhatOthersOffer() throws {
    let setup = """
      \(Self.another)
      \(Self.company)
      """
    let files = SlowSource.verySlowFiles
    guard let emacs = try Emacs(text: "first\n", package: "company", setup: setup, files: files) else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("needl")
    try emacs.terminal.wait(for: "what others offer") { $0.contains("\nneedless") }
    try emacs.terminal.wait(for: "both") { $0.contains("\nneedless") && $0.contains("\n\(SlowSource.word)") }
  }

  /// Who has moved in the menu keeps it.
  @Test func whatComesLateDoesNotMoveWhatIsSelected() throws {
    let setup = """
      \(Self.another)
      (advice-add 'catchword--completions-changed :after
        (lambda (&rest _) (write-region "" nil "~/changed" nil 'quiet)))
      \(Self.company)
      """
    let files = SlowSource.verySlowFiles
    guard let emacs = try Emacs(text: "first\n", package: "company", setup: setup, files: files) else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("needl")
    try emacs.terminal.wait(for: "what others offer") { $0.contains("\nneedless") }
    emacs.terminal.press("M-n")
    try emacs.terminal.wait(forFile: emacs.folder.url.path + "/changed") { _ in true }
    emacs.terminal.press("Enter")
    try emacs.wait(forLine: 1, toBe: "needless")
  }

  // MARK: What goes wrong is said once

  @Test func saysThatThereIsNoProgram() throws {
    guard let emacs = try Emacs(text: "catalogue\n", server: "/nowhere/catchword") else { return }
    try emacs.terminal.wait(for: "what is wrong") {
      // A long line is broken, with a backslash.
      let screen = $0.replacing("\\\n", with: "")
      return screen.contains("no program \"/nowhere/catchword\"") && screen.contains("M-x catchword-status")
    }
    #expect(try emacs.terminal.screen().contains("Catchword[off]"))
    emacs.terminal.type("x")
    try emacs.terminal.wait(for: "silence") { !$0.contains("no program") }
  }

  @Test func saysWhatIsWrongWithSettings() throws {
    let files = [".config/catchword/config.json": #"{"lsits": [], "limit": "many"}"#]
    guard let emacs = try Emacs(text: "catalogue\n", files: files) else { return }
    try emacs.terminal.wait(for: "a mistake") { $0.contains("M-x catchword-log tells more") }
    emacs.terminal.press("M-x")
    emacs.terminal.type("catchword-log")
    emacs.terminal.press("Enter")
    try emacs.terminal.wait(for: "both mistakes") {
      let screen = $0.replacing("\\\n", with: "")
      return screen.contains("*catchword log*") && screen.contains("did you mean \"lists\"?")
        && screen.contains("it must be a number from 1 to 10000")
    }
  }

  @Test func saysThatTheServerKeepsEnding() throws {
    let setup = "(setq catchword-command '(\"sh\" \"-c\" \"echo out of order >&2; exit 3\"))"
    guard let emacs = try Emacs(text: "catalogue\n", server: "/nowhere/catchword", setup: setup) else { return }
    try emacs.terminal.wait(for: "what is wrong") { $0.contains("the server keeps ending unexpectedly") }
    emacs.terminal.press("M-x")
    emacs.terminal.type("catchword-log")
    emacs.terminal.press("Enter")
    try emacs.terminal.wait(for: "what it said") { $0.contains("out of order") }
  }

  // MARK: Learning

  /// Of a list that is not complete, the server is asked anew for the word that was just inserted, and does not offer that.
  @Test(arguments: ["", "(setq catchword-options '(:limit 1))"])
  func theServerIsToldWhatIsAccepted(_ options: String) throws {
    let setup = """
      (advice-add 'jsonrpc-async-request :before
        (lambda (_ method params &rest _)
          (when (eq method :workspace/executeCommand)
            (write-region (format "%S\\n" params) nil "~/sent" t 'quiet))))
      \(options)
      """
    let text = options.isEmpty ? "prudence pruning prunes\n" : "prunes prunesque prunes prunes\n"
    guard let emacs = try Emacs(text: text, setup: setup) else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("prune")
    emacs.terminal.press("M-Tab")
    try emacs.terminal.wait(forFile: emacs.folder.url.path + "/sent") {
      $0.hasPrefix("(:command \"catchword.accept\" :arguments [(:label \"prunes") && $0.hasSuffix("\n")
    }
  }

  /// Corfu asks from a timer, when typing pauses.
  @Test func whoAsksWhenTypingPausesAsksBecauseSomethingWasTyped() throws {
    let setup = """
      (run-with-idle-timer 0.1 t
        (lambda ()
          (when (eq (char-before) ?q) (write-region (format "%s\n" (catchword--trigger-kind)) nil "~/kind" nil 'quiet))))
      """
    guard let emacs = try Emacs(text: "first\n", setup: setup) else { return }
    emacs.terminal.press("M->")
    emacs.terminal.type("q")
    let kind = try emacs.terminal.wait(forFile: emacs.folder.url.path + "/kind") { $0.hasSuffix("\n") }
    #expect(kind == "3\n")
  }

  // MARK: Bans

  @Test func aBannedWordIsNotOfferedUntilItIsAllowed() throws {
    guard let emacs = try Emacs(text: "catalogue cataract other\n") else { return }
    emacs.terminal.press("M->")
    for (command, wanted) in [
      ("ban", ["cataract"]), ("unban", ["catalogue", "cataract"]),
    ] {
      emacs.terminal.press("M-x")
      emacs.terminal.type("catchword-\(command)")
      emacs.terminal.press("Enter")
      emacs.terminal.type("catalogue")
      emacs.terminal.press("Enter")
      try emacs.terminal.wait(for: "the word to be taken") { $0.contains("Catchword: \"catalogue\" is") }
      emacs.terminal.type("cata")
      if wanted.count == 1 {
        try emacs.complete(to: "cataract ".trimmingCharacters(in: .whitespaces))
        emacs.terminal.press("C-a", "C-k")
      } else {
        #expect(try emacs.menu(of: "cata") == Set(wanted))
      }
    }
  }
}
