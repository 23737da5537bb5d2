import CatchwordRPC

/// A document as an editor stores it: lines of UTF-16 units, with a cursor.
struct SoakDocument {
  /// A position, in lines and UTF-16 units from 0.
  struct Position: Comparable {
    var line: Int
    var column: Int

    static func < (one: Position, other: Position) -> Bool { (one.line, one.column) < (other.line, other.column) }

    var json: JSONValue { ["line": .int(line), "character": .int(column)] }
  }

  /// A change that was made, with the replacement that undoes it.
  struct Change {
    let json: JSONValue
    let undone: (start: Position, end: Position, text: String)
  }

  /// The size beyond which a document is cut in half, so that its size stays bounded however long the soak runs.
  static let maximumUnits = 16_000

  let uri: String
  let languageID: String
  var version = 1
  var cursor = Position(line: 0, column: 0)
  /// The rest of the word that is being typed.
  var unfinished = Substring()
  private(set) var lines: [[UInt16]]
  private(set) var units: Int

  init(uri: String, languageID: String, text: String) {
    self.uri = uri
    self.languageID = languageID
    lines = SoakDocument.split(Array(text.utf16))
    units = text.utf16.count
  }

  var text: String { SoakDocument.string(lines.joined(separator: [0x0A])) }

  var end: Position { Position(line: lines.count - 1, column: lines[lines.count - 1].count) }

  /// Returns a random position, never inside a surrogate pair.
  func place(_ random: inout SoakRandom) -> Position {
    let line = random.number(below: lines.count)
    return snapped(Position(line: line, column: random.number(below: lines[line].count + 1)))
  }

  /// Returns the position `count` units before another in its line, or at the line's start the end of the line before.
  func place(_ count: Int, before position: Position) -> Position {
    if position.column > 0 { return snapped(Position(line: position.line, column: max(0, position.column - count))) }
    guard position.line > 0 else { return position }
    return Position(line: position.line - 1, column: lines[position.line - 1].count)
  }

  private func snapped(_ position: Position) -> Position {
    let line = lines[position.line]
    guard position.column > 0, position.column < line.count, UTF16.isTrailSurrogate(line[position.column]) else {
      return position
    }
    return Position(line: position.line, column: position.column - 1)
  }

  // MARK: Changing

  /// Replaces a range, and moves the cursor behind the new text.
  mutating func replace(from start: Position, to end: Position, with text: String) -> Change {
    let removed = removedText(from: start, to: end)
    let inserted = SoakDocument.split(Array(text.utf16))
    var new = inserted
    new[0] = lines[start.line][..<start.column] + new[0]
    let last = Position(line: start.line + new.count - 1, column: new[new.count - 1].count)
    new[new.count - 1] += lines[end.line][end.column...]
    lines.replaceSubrange(start.line...end.line, with: new)
    units += text.utf16.count - removed.utf16.count
    cursor = last
    let json: JSONValue = ["range": ["start": start.json, "end": end.json], "text": .string(text)]
    return Change(json: json, undone: (start, last, removed))
  }

  /// Replaces the whole text.
  mutating func replaceAll(with text: String) -> JSONValue {
    lines = SoakDocument.split(Array(text.utf16))
    units = text.utf16.count
    cursor = end
    return ["text": .string(text)]
  }

  private func removedText(from start: Position, to end: Position) -> String {
    if start.line == end.line { return SoakDocument.string(lines[start.line][start.column..<end.column]) }
    let middle = lines[start.line + 1..<end.line].map { $0[...] }
    let parts = [lines[start.line][start.column...]] + middle + [lines[end.line][..<end.column]]
    return SoakDocument.string(parts.joined(separator: [0x0A]))
  }

  private static func split(_ units: [UInt16]) -> [[UInt16]] {
    units.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
  }

  private static func string(_ units: some Collection<UInt16>) -> String { String(decoding: units, as: UTF16.self) }

  private static func string(_ units: some Sequence<UInt16>) -> String { string(Array(units)) }
}
