import Foundation
import TestSupport
import TestTraits
import Testing

/// The menu while somebody types and looks at it after each key: it stays where it is, is no higher than it may be, and
/// nothing that fits goes and comes back.
@Suite(.blocking) struct CalmMenuTests {
  private static let text = """
    def count_words(paragraph):
        words = paragraph.split()
        longest = max(words, key=len)
        return len(words), longest
    print(count_words("paragraph one"))
    """

  /// Less of it: company waits before each menu.
  private static let shortText = """
    longest = max(words, key=len)
    print(len(words), longest)
    print(longest)
    """

  private static let files = [
    "project/.git/HEAD": "",
    "project/wordlists.py": "def longest_paragraph(paragraphs):\n    return max(paragraphs, key=len)\n",
  ]

  /// Writes where the cursor is into the file `rest` when nothing has changed for so long that no menu is on its way.
  private static let noteOfRest = """
    let g:rest = -1
    function! NoteRest() abort
      call timer_stop(g:rest)
      let g:rest = timer_start(150, {-> writefile([line('.') .. ':' .. charcol('.')], 'rest')})
    endfunction
    autocmd TextChangedI,TextChangedP * call NoteRest()
    """

  @Test func isCalmInVim() throws {
    guard let vim = try Vim("first\n", settings: Self.noteOfRest, files: Self.files) else { return }
    vim.type(":edit! project/words.py\ri")
    try vim.wait(for: "Insert mode") { $0.contains("INSERT") }
    let path = vim.terminal.home.path + "/rest"
    try expectCalm(typing: Self.text, in: vim.terminal, rowsBelow: 1) { key, line, column, look in
      vim.type(key == "\n" ? "\r" : String(key))
      try vim.terminal.wait(forFile: path, watching: look) { $0 == "\(line):\(column)\n" }
    }
    #expect(try vim.text() == Self.text + "\n")
  }

  @Test func isCalmInNeovim() throws {
    let setup = "on_set_up = vim.cmd([[filetype plugin indent off | set noautoindent\n\(Self.noteOfRest)]]),"
    guard let neovim = try Neovim(text: "first\n", options: setup, files: Self.files) else { return }
    neovim.terminal.press("Escape")
    neovim.terminal.type(":edit! project/words.py")
    neovim.terminal.press("Enter")
    try neovim.waitUntilReady(times: 2)
    neovim.terminal.type("i")
    try neovim.terminal.wait(for: "Insert mode") { $0.contains("INSERT") }
    try expectCalm(typing: Self.text, in: neovim.terminal, rowsBelow: 2) { key, line, column, look in
      if key == "\n" { neovim.terminal.press("Enter") } else { neovim.terminal.type(String(key)) }
      try neovim.terminal.wait(forFile: neovim.path("rest"), watching: look) { $0 == "\(line):\(column)\n" }
    }
    try neovim.expect(text: Self.text + "\n")
  }

  @Test func isCalmInEmacs() throws {
    guard
      let emacs = try Emacs(text: "first\n", package: "company", setup: EmacsTypingTests.setup, files: Self.files)
    else { return }
    try EmacsTypingTests.visit("words.py", in: emacs)
    var point = 1
    try expectCalm(typing: Self.shortText, in: emacs.terminal, rowsBelow: 2) { key, _, _, look in
      if key == "\n" { emacs.terminal.press("Enter") } else { emacs.terminal.type(String(key)) }
      point += 1
      try emacs.terminal.wait(forFile: emacs.folder.url.path + "/idle", watching: look) { $0 == "\(point)\n" }
    }
    emacs.terminal.press("C-x", "C-s")
    let path = emacs.folder.url.path + "/project/words.py"
    #expect(try emacs.terminal.wait(forFile: path) { !$0.isEmpty } == Self.shortText)
  }

  /// Types a text, and looks at every screen.
  ///
  /// - Parameters:
  ///   - rowsBelow: How many rows at the bottom of the screen are not the text's.
  ///   - type: Types a key, and shows every screen until the editor is at rest behind it, with the cursor in this line and
  ///     this column, which count from one.
  private func expectCalm(
    typing text: String, in terminal: Terminal, rowsBelow: Int,
    type: (_ key: Character, _ line: Int, _ column: Int, _ look: (String) -> Void) throws -> Void
  ) throws {
    var (line, typed, shown) = (1, "", 0)
    var before = Menu(of: try terminal.screen(), below: line, without: rowsBelow)
    for key in text {
      (line, typed) = key == "\n" ? (line + 1, "") : (line, typed + String(key))
      var menus = [before]
      try type(key, line, typed.count + 1) { menus.append(Menu(of: $0, below: line, without: rowsBelow)) }
      let after = Menu(of: try terminal.screen(), below: line, without: rowsBelow)
      menus.append(after)
      let word = String(typed.reversed().prefix { $0.isLetter || $0 == "_" }.reversed())
      #expect(flicker(of: menus, behind: word) == [], "behind \"\(typed)\": \(menus)")
      #expect(after.labels.count <= 10)
      if word.count > 1, !before.labels.isEmpty, !after.labels.isEmpty {
        #expect(after.column == before.column, "behind \"\(typed)\": \(before) \(after)")
      }
      shown += after.labels.isEmpty ? 0 : 1
      before = after
    }
    #expect(shown >= text.count / 10)
  }

  /// What fits and was there, was gone, and was there again: an editor may take away what does not fit any more.
  private func flicker(of menus: [Menu], behind word: String) -> [String] {
    Set(menus.flatMap(\.labels)).filter { label in
      guard !word.isEmpty, label.lowercased().hasPrefix(word.lowercased()) else { return false }
      let isShown = menus.map { $0.labels.contains(label) }
      guard let first = isShown.firstIndex(of: true), let last = isShown.lastIndex(of: true) else { return false }
      return isShown[first...last].contains(false)
    }
  }

  /// What stands on the screen below the text.
  private struct Menu: CustomStringConvertible {
    var column: Int?
    var labels: [String] = []

    init(of screen: String, below line: Int, without rowsBelow: Int) {
      let rows = screen.split(separator: "\n", omittingEmptySubsequences: false)
      for row in rows.dropFirst(line).dropLast(rowsBelow) {
        // Vim and Neovim mark rows behind the end.
        let cells = row.hasPrefix("~") ? " " + row.dropFirst() : String(row)
        guard let start = cells.firstIndex(where: { $0 != " " }) else { continue }
        column = min(column ?? .max, cells.distance(from: cells.startIndex, to: start))
        labels.append(String(cells[start...].prefix { $0 != " " }))
      }
    }

    var description: String { labels.isEmpty ? "-" : "\(column ?? 0):\(labels.joined(separator: " "))" }
  }
}
