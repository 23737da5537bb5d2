/// A line at the end of a configuration file behind which nothing is run, so that what is added must stand before it.
enum ClosingLine: Equatable {
  /// `return` in Lua, which ends the block that it is in.
  case luaReturn
  /// `finish` in Vim script.
  case vimFinish

  /// Returns the index of the line; nil where the file has none, as when it stands in a condition or a comment.
  ///
  /// - Parameter rows: The lines, without their ends.
  /// - Complexity: O(length).
  func index(in rows: [String]) -> Int? {
    switch self {
    case .luaReturn: ClosingLine.luaReturn(in: rows)
    case .vimFinish: ClosingLine.vimFinish(in: rows)
    }
  }

  /// Behind the `return` of a file are only the rest of its value and comments; behind that of a condition, an `end`.
  private static func luaReturn(in rows: [String]) -> Int? {
    let isReturn = { (row: String) in row == "return" || row.hasPrefix("return ") || row.hasPrefix("return{") }
    guard let place = rows.lastIndex(where: isReturn) else { return nil }
    let isEnd = rows[(place + 1)...].allSatisfy { row in
      row.isEmpty || row.hasPrefix("--") || row.first?.isWhitespace == true || row.hasPrefix("}") || row.hasPrefix(")")
    }
    let before = rows[..<place].joined(separator: "\n")
    let isInComment = before.ranges(of: "--[[").last.map { !before[$0.upperBound...].contains("]]") } ?? false
    return isEnd && !isInComment ? place : nil
  }

  /// The commands of Vim that have lines of another language behind them.
  private static let foreign: Set = ["lua", "mzscheme", "perl", "py", "python", "pythonx", "pyx", "ruby", "tcl"]

  /// The first `finish` outside of conditions, loops and functions: whatever is behind it is not read.
  private static func vimFinish(in rows: [String]) -> Int? {
    var depth = 0
    var marker: Substring?
    for (place, row) in rows.enumerated() {
      // Lines of another language, up to a marker: `lua << EOF`.
      if let end = marker {
        if row[...] == end { marker = nil }
        continue
      }
      if row == "finish", depth == 0 { return place }
      if row.drop(while: \.isWhitespace).hasPrefix("\"") { continue }
      guard let first = row.split(whereSeparator: { !$0.isLetter && $0 != "!" }).first else { continue }
      // Elsewhere, two such marks shift a number.
      if row.contains("=<<") || row.contains("<<") && foreign.contains(String(first)) {
        let end = row.split(whereSeparator: \.isWhitespace).last
        marker = end?.hasSuffix("<<") == true ? "." : end
        continue
      }
      if ["if", "for", "while", "try", "function", "function!", "def"].contains(first) { depth += 1 }
      let last = row.split(separator: "|").last.map { $0.drop(while: \.isWhitespace) } ?? ""
      if ["endif", "endfor", "endwhile", "endtry", "endfunction", "enddef"].contains(where: last.hasPrefix) {
        depth = max(0, depth - 1)
      }
    }
    return nil
  }
}
