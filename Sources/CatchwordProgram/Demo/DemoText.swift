/// A text that is edited at a cursor.
struct DemoText: Equatable {
  /// A place, in lines and Unicode scalars, from 0.
  struct Position: Comparable {
    var line: Int
    var column: Int

    static func < (left: Position, right: Position) -> Bool { (left.line, left.column) < (right.line, right.column) }
  }

  /// A change, as it is told to a server.
  struct Change: Equatable {
    let start: Position
    let end: Position
    let text: String
  }

  /// Never empty; without line ends.
  private(set) var lines: [[Unicode.Scalar]]
  private(set) var cursor: Position

  /// Creates a text, with the cursor at its end.
  init(_ text: String) {
    lines = DemoText.lines(of: text)
    cursor = Position(line: lines.count - 1, column: lines[lines.count - 1].count)
  }

  private static func lines(of text: String) -> [[Unicode.Scalar]] {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }.map {
      Array($0.unicodeScalars)
    }
  }

  /// The whole text.
  var string: String { lines.map(DemoText.string).joined(separator: "\n") }

  /// The line of the cursor, up to it.
  var before: String { DemoText.string(lines[cursor.line].prefix(cursor.column)) }

  var isAtLineEnd: Bool { cursor.column == lines[cursor.line].count }

  static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  /// Replaces a part of the text, and puts the cursor behind what is new.
  ///
  /// - Complexity: O(lines + length of the text).
  mutating func replace(_ start: Position, _ end: Position, with text: String) -> Change {
    let places = (clamped(start), clamped(end))
    let (start, end) = (min(places.0, places.1), max(places.0, places.1))
    let inserted = DemoText.lines(of: text)
    var new = inserted
    let last = new.count - 1
    let column = new[last].count + (last == 0 ? start.column : 0)
    new[0] = lines[start.line].prefix(start.column) + new[0]
    new[last] += lines[end.line].dropFirst(end.column)
    lines.replaceSubrange(start.line...end.line, with: new)
    cursor = Position(line: start.line + last, column: column)
    return Change(start: start, end: end, text: inserted.map(DemoText.string).joined(separator: "\n"))
  }

  mutating func insert(_ text: String) -> Change { replace(cursor, cursor, with: text) }

  /// Deletes the character before the cursor; nil where there is none.
  mutating func deleteBackward() -> Change? {
    let end = cursor
    moveLeft()
    return cursor == end ? nil : replace(cursor, end, with: "")
  }

  /// Deletes the character behind the cursor; nil where there is none.
  mutating func deleteForward() -> Change? {
    let start = cursor
    moveRight()
    return cursor == start ? nil : replace(start, cursor, with: "")
  }

  mutating func move(to position: Position) { cursor = clamped(position) }

  mutating func moveLeft() {
    if cursor.column > 0 {
      cursor.column -= before.last?.unicodeScalars.count ?? 1
    } else if cursor.line > 0 {
      cursor = Position(line: cursor.line - 1, column: lines[cursor.line - 1].count)
    }
  }

  mutating func moveRight() {
    if !isAtLineEnd {
      let rest = DemoText.string(lines[cursor.line].dropFirst(cursor.column))
      cursor.column += rest.first?.unicodeScalars.count ?? 1
    } else if cursor.line + 1 < lines.count {
      cursor = Position(line: cursor.line + 1, column: 0)
    }
  }

  private func clamped(_ position: Position) -> Position {
    let line = min(max(0, position.line), lines.count - 1)
    return Position(line: line, column: min(max(0, position.column), lines[line].count))
  }
}
