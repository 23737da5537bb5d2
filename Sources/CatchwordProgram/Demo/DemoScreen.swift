import CatchwordText

/// A screen as cells, and the bytes that show it.
struct DemoScreen {
  enum Style: String {
    case plain = "\u{1B}[m"
    case dim = "\u{1B}[;2m"
    case menu = "\u{1B}[;30;47m"
    case chosen = "\u{1B}[;1;97;44m"
    case help = "\u{1B}[;7m"
  }

  private struct Cell {
    var text = " "
    var style = Style.plain
  }

  let columns: Int
  let rows: Int
  private var cells: [[Cell]]
  /// Where the terminal's cursor is.
  var cursor = (row: 0, column: 0)

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
  }

  /// Writes a text at a place, from a column of the screen on, which may be left of it; returns the column behind it, or behind
  /// the screen's last one.
  ///
  /// Tabs lead to the next of every eighth column, counted from `origin`; what a terminal interprets is shown as U+FFFD.
  @discardableResult
  mutating func write(_ text: String, row: Int, column: Int, origin: Int = 0, _ style: Style) -> Int {
    var column = column
    for character in PlainText.shown(text) where column < columns {
      let width = character == "\t" ? 8 - (column - origin) % 8 : TerminalWidth.of(character)
      defer { column += width }
      guard cells.indices.contains(row), column >= 0, column + width <= columns, width > 0 else { continue }
      cells[row][column] = Cell(text: character == "\t" ? " " : String(character), style: style)
      for next in (column + 1)..<max(column + 1, column + width) {
        cells[row][next] = Cell(text: character == "\t" ? " " : "", style: style)
      }
    }
    return column
  }

  /// Gives cells a style, as empty ones.
  mutating func fill(row: Int, columns range: Range<Int>, _ style: Style) {
    guard cells.indices.contains(row) else { return }
    for column in range.clamped(to: 0..<columns) { cells[row][column] = Cell(text: " ", style: style) }
  }

  /// What shows all of it.
  var bytes: String {
    var output = "\u{1B}[?25l\u{1B}[H"
    for (row, line) in cells.enumerated() {
      if row > 0 { output += "\r\n" }
      var style: Style?
      for cell in line {
        if cell.style != style {
          output += cell.style.rawValue
          style = cell.style
        }
        output += cell.text
      }
    }
    return output + "\u{1B}[m\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h"
  }
}
