import Foundation
import TestSupport

/// Texts to be typed as somebody types them, in a small project: what is in the file must be what was typed.
enum TypedText {
  /// A letter, in German, with umlauts and emoji.
  static let letter = """
    Liebe Großtante Käthe,

    vielen Dank für deinen schönen Brief und die Lebkuchen 🍪.
    Wir haben uns sehr über die Überraschung gefreut.
    Im Garten blühen die Schneeglöckchen, und der Nachbar
    hat schon den Zaun gestrichen. Mir ist das noch zu früh!
    Zu Ostern würden wir gern über Nürnberg fahren. 🚂
    Hast du für uns ein Plätzchen auf dem Sofa?

    Tausend Grüße 👨‍👩‍👧
    deine Jörg und Anneliese
    """

  /// A program in Python.
  static let python = """
    import json
    from pathlib import Path

    from inventory import Inventory, load_inventory

    def summarise(inventory: Inventory) -> dict[str, int]:
        totals: dict[str, int] = {}
        for item in inventory.items:
            totals[item.category] = totals.get(item.category, 0) + item.count
        return totals

    if __name__ == "__main__":
        print(json.dumps(summarise(load_inventory(Path("./inventory.json")))))
    """

  /// A program in C.
  static let c = """
    #include <stdio.h>
    #include "window.h"

    static struct window_pane *
    window_pane_next(struct window *w, struct window_pane *wp)
    {
        if (wp == NULL || w->panes == NULL)
            return (NULL); /* nothing to go on from */
        return (wp->next != NULL ? wp->next : w->panes);
    }
    """

  /// What else is in the project.
  static let files = [
    "project/.git/HEAD": "",
    "project/notes.md": "# Über den Garten\n\nSchneeglöckchen, Lebkuchen und Überraschungen.\n",
    "project/inventory.py": "class Inventory:\n    items = []\n\n\ndef load_inventory(path):\n    return Inventory()\n",
    "project/window.h":
      "struct window_pane { struct window_pane *next; };\nstruct window { struct window_pane *panes; };\n",
  ]

  /// By the names of the files.
  static let all = [
    (name: "letter.txt", text: letter), (name: "summary.py", text: python),
    (name: "window.c", text: c),
  ]

  /// A seed for each time that everything is typed: CATCHWORD_TYPING_SEEDS of them, by default one.
  static let seeds: [UInt64] = {
    let number = ProcessInfo.processInfo.environment["CATCHWORD_TYPING_SEEDS"].flatMap(Int.init) ?? 1
    var random = SeededRandom("TypedText")
    return (0..<number).map { _ in random.next() }
  }()

  /// Types a text letter by letter, with pauses in which menus may come up, and slips that are taken back.
  static func type(_ text: String, into terminal: Terminal, _ random: inout SeededRandom) throws {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { terminal.press("Enter") }
      var typed = ""
      for character in line {
        if random.below(25) == 0 {
          terminal.type("x")
          if random.below(2) == 0 { try pause(behind: typed + "x", terminal) }
          terminal.press("BSpace")
        }
        terminal.type(String(character))
        typed.append(character)
        if random.below(4) == 0 { try pause(behind: typed, terminal) }
      }
      if random.below(2) == 0 { try pause(behind: typed, terminal) }
    }
  }

  /// Goes on when what was typed is on the screen.
  private static func pause(behind typed: String, _ terminal: Terminal) throws {
    // Terminals and editors do not agree on how emoji look.
    let letters = typed.suffix(20).reversed().prefix { $0.unicodeScalars.allSatisfy { $0.value < 0x2000 } }
    let end = String(letters.reversed()).trimmingCharacters(in: [" "])
    if end.isEmpty { return }
    try terminal.wait(for: "\"\(end)\"") { $0.contains(end) }
  }
}
