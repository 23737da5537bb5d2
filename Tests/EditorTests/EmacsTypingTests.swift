import Foundation
import TestSupport
import TestTraits
import Testing

/// Text typed letter by letter, with company as it comes: the file is what was typed, whatever menus came up meanwhile.
@Suite(.blocking) struct EmacsTypingTests {
  /// Emacs notes where point is when it has been left alone for longer than company waits; what Emacs indents by itself
  /// would not be what was typed.
  static let setup = """
    (require 'company)
    (global-company-mode 1)
    (electric-indent-mode -1)
    (setq-default c-electric-flag nil)
    (run-with-idle-timer (+ company-idle-delay 0.15) t
      (lambda ()
        ;; A timer may run while Emacs is in a buffer of its own, such as that of the server's output.
        (with-current-buffer (window-buffer)
          (write-region (format "%d\\n" (point)) nil "~/idle" nil 'quiet))))
    """

  private static let letter = """
    Liebe Anna, 🎉
    vielen Dank für deinen schönen Brief und die Lebkuchen.
    Wir haben uns sehr über die
    Grüße gefreut; mir ist das schon
    lange nicht mehr passiert. Köln ist schön, Größe und Maß stimmen 👩‍👩‍👧
    und der Garten
    auch. Über das Buch reden wir noch
    """

  private static let python = """
    import flask

    class Session(dict):
        def __init__(self, initial=None):
            self.modified = False
            self.initial = initial

        def modify(self):
            self.modified = True
            return self.initial
    """

  private static let c = """
    #include <stdio.h>

    static int counted_words(const char *text) {
        int count = 0;
        for (const char *place = text; *place; place++)
            if (*place == ' ') count++;
        return count;
    }
    """

  private static let texts: [(name: String, text: String, number: UInt64)] = [
    ("letter.txt", letter, 1), ("letter.txt", letter, 2), ("session.py", python, 3), ("words.c", c, 4),
  ]

  @Test(arguments: texts, TypedText.seeds)
  func theFileIsWhatWasTyped(text: (name: String, text: String, number: UInt64), seed: UInt64) throws {
    let (name, text, number) = text
    let files = ["project/.git/HEAD": "", "project/other.txt": text]
    guard let emacs = try Emacs(text: "first\n", package: "company", setup: Self.setup, files: files) else { return }
    var random = SeededRandom(seed: seed &+ number)
    try Self.visit(name, in: emacs)
    // After a pause the menu is up; the ends of lines are where it does harm.
    var typed = 0
    for character in text {
      let isEnd = character == "\n"
      if random.below(isEnd ? 3 : 60) == 0 { try Self.waitForPause(emacs, at: typed + 1) }
      if isEnd { emacs.terminal.press("Enter") } else { emacs.terminal.type(String(character)) }
      typed += character.unicodeScalars.count
    }
    try Self.waitForPause(emacs, at: typed + 1)
    emacs.terminal.press("C-x", "C-s")
    let path = emacs.folder.url.path + "/project/\(name)"
    let saved = try emacs.terminal.wait(forFile: path) { !$0.isEmpty }
    #expect(saved == text)
  }

  /// What company shows after a pause, it takes at Enter.
  @Test func enterAfterAFinishedWordIsANewLine() throws {
    let known = "deinen schönen Nachbarn zu Zugfahrkarten, nicht Köstlichen\n"
    guard let emacs = try Emacs(text: known, package: "company", setup: Self.setup) else { return }
    emacs.terminal.press("M->")
    var typed = known
    for line in ["über die", "mir ist das schon", "reden wir noch", "der Garten", "nach Köln"] {
      emacs.terminal.type(line)
      typed += line
      try Self.waitForPause(emacs, at: typed.unicodeScalars.count + 1)
      emacs.terminal.press("Enter")
      typed += "\n"
    }
    try emacs.save(typed)
  }

  /// Opens a file of the project, and waits until it is shown, with company on.
  static func visit(_ name: String, in emacs: Emacs) throws {
    emacs.terminal.press("C-x", "C-f")
    emacs.terminal.press("C-a", "C-k")
    emacs.terminal.type("~/project/\(name)")
    emacs.terminal.press("Enter")
    try emacs.terminal.wait(for: "the file") { $0.contains("\(name)  ") && $0.contains("company") }
  }

  private static func waitForPause(_ emacs: Emacs, at point: Int) throws {
    try emacs.terminal.wait(forFile: emacs.folder.url.path + "/idle") { $0 == "\(point)\n" }
  }
}
