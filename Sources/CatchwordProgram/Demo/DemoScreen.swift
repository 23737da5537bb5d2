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
      let width = character == "\t" ? 8 - (column - origin) % 8 : DemoScreen.width(of: character)
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

  /// The columns that a text takes from a column on.
  static func width(of text: String, from column: Int) -> Int {
    text.reduce(column) { $0 + ($1 == "\t" ? 8 - $0 % 8 : width(of: $1)) } - column
  }

  /// The columns that a character takes: 2 for the wide and full-width ones of UAX 11, by their blocks.
  static func width(of character: Character) -> Int {
    let first = character.unicodeScalars[character.unicodeScalars.startIndex]
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    case 0x300...0x36F: return 0
    default: return first.properties.isEmojiPresentation ? 2 : 1
    }
  }
}
