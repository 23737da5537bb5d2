/// An editor in a terminal that shows the menu and ghost text, with the keys of our clients for editors.
struct DemoEditor {
  private(set) var text: DemoText
  /// The menu; empty when none is shown.
  private(set) var items: [DemoClient.Item] = []
  /// The item that is chosen; nil for none.
  private(set) var choice: Int?
  /// The texts that may come, of which the one at `shown` is shown.
  private(set) var ghosts: [String] = []
  private(set) var shown = 0
  private var areHidden = false
  private let client: DemoClient

  static let help =
    // The first 80 columns have what nobody would guess.
    " CTRL-Q leave  CTRL-L ghost  CTRL-Right word  CTRL-Down other  CTRL-] hide  "
    + "CTRL-N CTRL-P choose  Enter take  CTRL-Space ask"

  init(_ text: DemoText, _ client: DemoClient) {
    self.text = text
    self.client = client
  }

  /// Shows the ghost text at the end of the text that is there.
  mutating func begin() async { await suggest(isByHand: false) }

  /// The text behind the cursor; empty for none.
  var ghost: String { !areHidden && ghosts.indices.contains(shown) ? ghosts[shown] : "" }

  /// Does what a key says; false for the one that leaves.
  mutating func press(_ key: DemoKey) async -> Bool {
    switch key {
    case .control("Q"), .control("C"): return false
    case .text(let text): await change(self.text.insert(text), asks: true)
    case .paste(let text): await change(self.text.insert(text), asks: false)
    case .enter where choice != nil, .tab where !items.isEmpty: await take(items[choice ?? 0])
    case .enter: await change(text.insert("\n"), asks: false)
    case .tab: await change(text.insert("\t"), asks: false)
    case .backspace: await change(text.deleteBackward(), asks: !items.isEmpty)
    case .delete, .control("D"): await change(text.deleteForward(), asks: false)
    case .control("N") where !items.isEmpty, .down where !items.isEmpty: choose(1)
    case .control("P") where !items.isEmpty, .up where !items.isEmpty: choose(-1)
    case .control("@"): await ask(isByHand: true)
    case .control("L"): await accept(ghost)
    case .control("E") where text.isAtLineEnd, .end where text.isAtLineEnd, .control("F") where text.isAtLineEnd:
      await accept(ghost)
    case .controlRight, .alt("f"): await accept(DemoEditor.firstWord(of: ghost))
    case .controlDown: await showOther()
    case .control("]"), .control("G"): areHidden = true
    case .escape: items = []
    default: move(key)
    }
    return true
  }

  private mutating func move(_ key: DemoKey) {
    let place = text.cursor
    switch key {
    case .left, .control("B"): text.moveLeft()
    case .right, .control("F"): text.moveRight()
    case .up, .control("P"): text.move(to: .init(line: place.line - 1, column: place.column))
    case .down, .control("N"): text.move(to: .init(line: place.line + 1, column: place.column))
    case .home, .control("A"): text.move(to: .init(line: place.line, column: 0))
    case .end, .control("E"): text.move(to: .init(line: place.line, column: .max))
    case .pageUp: text.move(to: .init(line: place.line - 10, column: place.column))
    case .pageDown: text.move(to: .init(line: place.line + 10, column: place.column))
    default: return
    }
    close()
  }

  private mutating func close() {
    (items, choice, ghosts) = ([], nil, [])
  }

  private mutating func change(_ change: DemoText.Change?, asks: Bool) async {
    guard let change else { return }
    close()
    areHidden = false
    client.change(change)
    if asks { await ask(isByHand: false) }
    await suggest(isByHand: false)
  }

  private mutating func ask(isByHand: Bool) async {
    items = await client.items(at: text.cursor, isByHand: isByHand)
    choice = nil
  }

  private mutating func suggest(isByHand: Bool) async {
    ghosts = await client.ghost(at: text.cursor, isByHand: isByHand)
    shown = 0
  }

  private mutating func choose(_ step: Int) {
    // One further than the last is none, as in Vim.
    let next = ((choice ?? (step > 0 ? -1 : items.count)) + step + items.count + 1) % (items.count + 1)
    choice = next == items.count ? nil : next
  }

  private mutating func take(_ item: DemoClient.Item) async {
    await change(text.replace(item.start, text.cursor, with: item.text), asks: false)
  }

  private mutating func accept(_ text: String) async {
    guard !text.isEmpty else { return }
    let rest = ghost.dropFirst(text.count)
    await change(self.text.insert(text), asks: false)
    if !rest.isEmpty && ghosts.isEmpty { ghosts = [String(rest)] }
  }

  private mutating func showOther() async {
    areHidden = false
    let last = ghost
    if ghosts.count > 1 {
      shown = (shown + 1) % ghosts.count
    } else {
      await suggest(isByHand: true)
      if let other = ghosts.firstIndex(where: { $0 != last }) { shown = other }
    }
  }

  /// Returns white space and what stands behind it: letters and digits, or else one character.
  static func firstWord(of text: String) -> String {
    let spaces = text.prefix(while: \.isWhitespace)
    let rest = text.dropFirst(spaces.count)
    let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return String(spaces + (word.isEmpty ? rest.prefix(1) : word))
  }

  // MARK: Drawing

  private static let maximumItems = 10

  /// Returns how it looks.
  func screen(columns: Int, rows: Int) -> DemoScreen {
    var screen = DemoScreen(columns: columns, rows: rows)
    let height = max(1, rows - 1)
    let place = text.cursor
    let cursorColumn = TerminalWidth.of(text.before)
    // The window follows the cursor, and shows what stands before it.
    let left = max(0, cursorColumn - max(1, columns - 20))
    let ghostLines = ghost.split(separator: "\n", omittingEmptySubsequences: false)
    let below = min(height - 1, max(ghostLines.count - 1, items.isEmpty ? 0 : min(items.count, 6)))
    let top = max(0, place.line - max(0, height - 1 - below))
    var row = 0
    for line in text.lines[top...].indices where row < height {
      let whole = DemoText.string(text.lines[line])
      if line == place.line, !ghost.isEmpty {
        var column = screen.write(text.before, row: row, column: -left, origin: -left, .plain)
        column = screen.write(String(ghostLines[0]), row: row, column: column, origin: -left, .dim)
        let rest = DemoText.string(text.lines[line].dropFirst(place.column))
        for further in ghostLines.dropFirst() {
          row += 1
          if row < height { column = screen.write(String(further), row: row, column: -left, origin: -left, .dim) }
        }
        if row < height { screen.write(rest, row: row, column: column, origin: -left, .plain) }
      } else {
        screen.write(whole, row: row, column: -left, origin: -left, .plain)
      }
      row += 1
    }
    screen.cursor = (min(place.line - top, height - 1), min(cursorColumn - left, columns - 1))
    drawMenu(on: &screen, height: height, left: left)
    screen.fill(row: rows - 1, columns: 0..<columns, .help)
    if rows > 1 { screen.write(DemoEditor.help, row: rows - 1, column: 0, .help) }
    return screen
  }

  private func drawMenu(on screen: inout DemoScreen, height: Int, left: Int) {
    guard let first = items.first else { return }
    let room = (below: height - 1 - screen.cursor.row, above: screen.cursor.row)
    let count = min(items.count, DemoEditor.maximumItems, max(room.below, room.above))
    guard count > 0 else { return }
    let begin = min(max(0, (choice ?? 0) - count + 1), items.count - count)
    let isBelow = room.below >= count
    let rows = (isBelow ? screen.cursor.row + 1 : screen.cursor.row - count)...
    let labels = items[begin..<(begin + count)]
    let width = { (text: String) in TerminalWidth.of(text) }
    let labelWidth = labels.map { width($0.label) }.max() ?? 0
    let noteWidth = labels.map { width($0.note) }.max() ?? 0
    let whole = min(screen.columns, labelWidth + (noteWidth > 0 ? noteWidth + 2 : 0) + 2)
    let typed = DemoText.string(text.lines[text.cursor.line].prefix(first.start.column))
    let column = max(0, min(TerminalWidth.of(typed) - left - 1, screen.columns - whole))
    for (row, index) in zip(rows, labels.indices) {
      let style: DemoScreen.Style = index == choice ? .chosen : .menu
      screen.fill(row: row, columns: column..<(column + whole), style)
      screen.write(items[index].label, row: row, column: column + 1, style)
      screen.write(items[index].note, row: row, column: column + labelWidth + 3, style)
    }
  }
}
