import CatchwordText

extension DocumentTokens {
  /// The amount of a document that is read, and the size of its pieces.
  struct Extent {
    /// The distance that is read on each side of the cursor, in bytes.
    var reach = 64 * 1024
    /// The size of a piece, in bytes; it extends to the end of a line if one comes within as many bytes again.
    var pieceLength = 1024
    /// The distance that is read at once where the cursor has jumped to in a text longer than `jumpLength`.
    var firstReach = 4 * 1024
    /// The distance by which the window grows on each side each time that the tokens are requested, until it has its reach.
    var step = 8 * 1024
    /// The length in bytes up to which a text is read at once.
    var jumpLength = 64 * 1024
  }
}

/// The bounds of the window and of its pieces.
extension DocumentTokens.Extent {
  /// True when a window reaches far enough around a place.
  func isEnough(_ window: Range<Int>, around place: Int, reach: Int, in text: Text) -> Bool {
    let (before, after) = (place - window.lowerBound, window.upperBound - place)
    return before >= 0 && after >= 0 && (window.lowerBound == 0 || before >= reach / 2)
      && (window.upperBound == text.count || after >= reach / 2)
  }

  /// Returns the range to read around a place: whole lines, where they are no longer than a piece.
  func window(around place: Int, reach: Int, in text: Text) -> Range<Int> {
    start(atOrBefore: max(0, place - reach), in: text)..<end(atOrAfter: min(text.count, place + reach), in: text)
  }

  func start(atOrBefore place: Int, in text: Text) -> Int {
    let place = text.scalarBoundary(atOrBefore: place)
    let reach = text.scalarBoundary(atOrBefore: max(0, place - pieceLength))
    let bytes = text.bytes(in: reach..<place)
    if reach == 0 && !bytes.contains(0x0A) { return 0 }
    if let line = bytes.lastIndex(of: 0x0A) { return reach + line + 1 }
    return bytes.lastIndex { DocumentTokens.isMark($0) }.map { reach + $0 + 1 } ?? reach
  }

  func end(atOrAfter place: Int, in text: Text) -> Int {
    let place = text.scalarBoundary(atOrBefore: place)
    return place == text.count ? place : place + cut(in: text, from: place)
  }

  /// Returns the lengths of the pieces of a part of a text; a part that is short enough is not divided.
  func pieceLengths(from start: Int, to end: Int, in text: Text) -> [Int] {
    guard end - start > pieceLength * 2 else { return [end - start] }
    var lengths: [Int] = []
    var place = start
    while end - place > pieceLength * 2 {
      let from = text.scalarBoundary(atOrBefore: place + pieceLength)
      let next = from + cut(in: text, from: from)
      lengths.append(next - place)
      place = next
    }
    return lengths + [end - place]
  }

  /// Returns the distance from a place to the next cut, within a piece's length: after a line end, or else at a border
  /// between tokens, or else at the end of that length.
  private func cut(in text: Text, from place: Int) -> Int {
    let bytes = text.bytes(in: place..<text.scalarBoundary(atOrBefore: place + pieceLength))
    if let line = bytes.firstIndex(of: 0x0A) { return line + 1 }
    for index in bytes.indices.dropFirst() {
      if DocumentTokens.isMark(bytes[index - 1]) { return index }
      // Not between two spaces, because the width of a gap must stay visible.
      if bytes[index] == 0x20, DocumentTokens.isWordByte(bytes[index - 1]) { return index }
    }
    return bytes.count
  }
}

extension DocumentTokens {
  /// True for ASCII punctuation, which is a token of its own.
  static func isMark(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F && !isWordByte(byte) }

  static func isWordByte(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == 0x5F
  }
}

extension Text {
  /// True when a place is certainly not inside a token.
  func isTokenBorder(_ place: Int) -> Bool {
    func isSeparator(_ byte: UInt8?) -> Bool { byte.map { $0 < 0x80 && !DocumentTokens.isWordByte($0) } ?? true }
    return place <= 0 || place >= count
      || isSeparator(bytes(in: scalarBoundary(atOrBefore: place - 1)..<place).last)
      || isSeparator(bytes(in: place..<scalarBoundary(atOrBefore: place + 4)).first)
  }
}
