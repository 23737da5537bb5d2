/// A position in a text as a client sends it: a line, and a column in the client's unit.
public struct TextPosition: Hashable, Sendable {
  /// The line, from 0.
  public var line: Int
  /// The column, from 0, in units of a `PositionEncoding`.
  public var column: Int

  /// Creates a position.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// The unit of a column, by its name in LSP.
public enum PositionEncoding: String, Sendable, CaseIterable {
  /// Bytes.
  case utf8 = "utf-8"
  /// UTF-16 code units, which every client supports.
  case utf16 = "utf-16"
  /// Unicode scalars.
  case utf32 = "utf-32"

  var unit: TextNode.Unit {
    switch self {
    case .utf8: .byte
    case .utf16: .utf16
    case .utf32: .scalar
    }
  }
}

extension Text {
  /// The number of lines: one more than the number of line breaks. Only `\n`, `\r\n` and `\r` break a line.
  public var lineCount: Int { root.summary.breaks + 1 }

  /// Returns the bytes of a line without its break; after the last line, the empty range at the end of the text.
  /// Negative numbers count as 0.
  ///
  /// - Complexity: O(log *n*).
  public func lineRange(_ line: Int) -> Range<Int> {
    guard line < lineCount else { return count..<count }
    let line = max(0, line)
    let start = lineStart(line)
    guard line + 1 < lineCount else { return start..<count }
    let next = lineStart(line + 1)
    return start..<next - (isInsideBreak(next - 1) ? 2 : 1)
  }

  /// Returns the line that contains the byte at `offset`, from 0.
  ///
  /// - Complexity: O(log *n*).
  public func line(at offset: Int) -> Int {
    // Between the two halves of `\r\n` the line has not ended yet.
    root.summary(ofFirst: outsideBreak(offset)).breaks
  }

  /// Returns the byte offset of a position.
  ///
  /// As LSP requires: a column past the end of its line is the end of that line, before its break; a line past the last
  /// is the end of the text; a column inside a scalar or surrogate pair is the start of that scalar. Negative numbers
  /// count as 0.
  ///
  /// - Complexity: O(log *n*).
  public func offset(of position: TextPosition, encoding: PositionEncoding) -> Int {
    guard position.line < lineCount else { return count }
    let start = lineStart(max(0, position.line))
    if position.column <= 0 { return start }
    let unit = encoding.unit
    if position.column <= Text.nearColumn { return offset(of: position.column, in: unit, behindLineStart: start) }
    let end = lineRange(position.line).upperBound
    let (target, isOverflowing) = unitCount(unit, before: start).addingReportingOverflow(position.column)
    return isOverflowing ? end : min(end, root.byteOffset(of: target, in: unit))
  }

  /// Returns the bytes between two positions, in either order; each is clamped as `offset(of:encoding:)` says.
  ///
  /// - Complexity: O(log *n*).
  package func range(from start: TextPosition, to end: TextPosition, encoding: PositionEncoding) -> Range<Int> {
    let first = offset(of: start, encoding: encoding)
    // As nearly always where text is typed.
    if end == start { return first..<first }
    let last = offset(of: end, encoding: encoding)
    return min(first, last)..<max(first, last)
  }

  /// Returns the position of a byte offset.
  ///
  /// - Complexity: O(log *n*).
  public func position(of offset: Int, encoding: PositionEncoding) -> TextPosition {
    let offset = outsideBreak(offset)
    let before = root.summary(ofFirst: offset)
    let start = lineStart(before: offset)
    let unit = encoding.unit
    var column = offset - start
    if unit != .byte {
      let isNear = column <= Text.nearColumn
      column = isNear ? unitCount(unit, in: start..<offset) : unit.count(before) - unitCount(unit, before: start)
    }
    return TextPosition(line: before.breaks, column: column)
  }

  /// Returns the start of the line that contains the byte at `offset`.
  ///
  /// - Complexity: O(log *n*).
  public func lineStart(of offset: Int) -> Int { lineStart(before: outsideBreak(offset)) }

  /// The number of bytes or units within which a line is looked through, as that is less work than to find them in the tree.
  /// Nearly all lines are shorter.
  private static let nearColumn = 256

  /// Returns the scalar boundary at or before an offset, and before a break that the offset is inside of.
  private func outsideBreak(_ offset: Int) -> Int {
    let offset = scalarBoundary(atOrBefore: offset)
    return isInsideBreak(offset) ? offset - 1 : offset
  }

  /// Returns the start of the line with an offset that is inside no scalar and no break.
  private func lineStart(before offset: Int) -> Int {
    let near = max(0, offset - Text.nearColumn)
    var start = near == 0 ? 0 : nil
    var place = near
    root.forEachLeaf(in: near..<offset) { bytes in
      if let last = bytes.lastIndex(where: \.isBreak) { start = place + last + 1 }
      place += bytes.count
    }
    return start ?? lineStart(root.summary(ofFirst: offset).breaks)
  }

  /// Returns the offset behind the first units of a line; at most that of its end.
  ///
  /// - Parameter target: The number of the units, at most `nearColumn`.
  private func offset(of target: Int, in unit: TextNode.Unit, behindLineStart start: Int) -> Int {
    var (passed, offset, isThere) = (0, start, false)
    // A unit has four bytes at most, and the scalar behind the last one as many.
    root.forEachLeaf(in: start..<min(count, start + 4 * target + 4)) { bytes in
      var index = 0
      while !isThere, index < bytes.count {
        let byte = bytes[index]
        let length = byte.scalarLength
        passed += unit == .byte ? length : unit == .utf16 && length == 4 ? 2 : 1
        isThere = byte.isBreak || passed > target
        if !isThere { index += length }
      }
      offset += index
    }
    return offset
  }

  private func unitCount(_ unit: TextNode.Unit, in range: Range<Int>) -> Int {
    var sum = 0
    root.forEachLeaf(in: range) { sum += unit.count(TextSummary(measuring: $0)) }
    return sum
  }

  /// Returns the start of a line, which must exist.
  private func lineStart(_ line: Int) -> Int {
    guard line > 0, let offset = root.byteOffset(afterBreak: line) else { return 0 }
    return isInsideBreak(offset) ? offset + 1 : offset
  }

  /// True between the two halves of `\r\n`.
  private func isInsideBreak(_ offset: Int) -> Bool {
    guard offset > 0, offset < count else { return false }
    return root.byte(at: offset) == .lineFeed && root.byte(at: offset - 1) == .carriageReturn
  }

  private func unitCount(_ unit: TextNode.Unit, before offset: Int) -> Int {
    unit == .byte ? offset : unit.count(root.summary(ofFirst: offset))
  }
}
