/// Lines in a configuration file that `catchword setup` has written, between two markers.
struct MarkedBlock: Equatable {
  /// A file in which the markers do not belong together.
  struct Damage: Error, Equatable {
    /// The number of the line with a marker, from 1.
    let line: Int
  }

  /// The characters that begin a comment in the file's language.
  let comment: String
  let lines: [String]

  private static let marker = "Catchword, by 'catchword setup'"
  private var begin: String { "\(comment) \(MarkedBlock.marker): begin" }
  private var end: String { "\(comment) \(MarkedBlock.marker): end" }

  /// Returns a text with the block: in the place of the one that it has, or else at its end.
  ///
  /// - Parameter closing: The line at the end that must stay behind the block.
  /// - Throws: `Damage`.
  func added(to text: String, before closing: ClosingLine? = nil) throws(Damage) -> String {
    var rows = MarkedBlock.rows(of: text)
    let ending = rows.contains { $0.hasSuffix("\r") } ? "\r" : ""
    let block = ([begin] + lines + [end]).map { $0 + ending }
    if let old = try range(in: rows) {
      rows.replaceSubrange(old, with: block)
    } else {
      // The row behind the last line end is empty.
      let isEnded = rows.last == ""
      if isEnded { rows.removeLast() }
      // The last line gets the end that the others have.
      if !isEnded, let last = rows.last, last.unicodeScalars.last != "\r" { rows[rows.count - 1] += ending }
      let plain = rows.map { $0.unicodeScalars.last == "\r" ? String($0.unicodeScalars.dropLast()) : $0 }
      let place = closing?.index(in: plain) ?? rows.count
      rows.insert(contentsOf: block, at: place)
      rows.append("")
    }
    return rows.joined(separator: "\n")
  }

  /// Returns a text without the block; nil when it has none.
  ///
  /// - Throws: `Damage`.
  func removed(from text: String) throws(Damage) -> String? {
    var rows = MarkedBlock.rows(of: text)
    guard let old = try range(in: rows) else { return nil }
    rows.removeSubrange(old)
    return rows.joined(separator: "\n")
  }

  /// Returns the text outside of the block.
  ///
  /// - Throws: `Damage`.
  func others(in text: String) throws(Damage) -> String { try removed(from: text) ?? text }

  private static func rows(of text: String) -> [String] {
    // By scalars: "\r\n" is one Character.
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }

  private func range(in rows: [String]) throws(Damage) -> Range<Int>? {
    let marks = rows.indices.filter { rows[$0].contains(MarkedBlock.marker) }
    guard let first = marks.first else { return nil }
    func holds(_ row: Int, _ marker: String) -> Bool {
      rows[row].drop(while: \.isWhitespace).prefix { $0 != "\r" && $0 != "\r\n" } == marker[...]
    }
    guard marks.count == 2, holds(first, begin), holds(marks[1], end) else { throw Damage(line: first + 1) }
    return first..<marks[1] + 1
  }
}
