/// A table that is readable both as plain text and as Markdown.
struct TextTable {
  let heads: [String]
  let rows: [[String]]
  /// The columns of text, which are aligned to the left.
  var textColumns: Set<Int> = [0]

  var text: String {
    let cells = [heads] + rows
    let widths = heads.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
    var lines = cells.map { row in
      let padded = row.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].count)
        return textColumns.contains(column) ? row[column] + space : space + row[column]
      }
      return "| " + padded.joined(separator: " | ") + " |\n"
    }
    let rules = widths.indices.map {
      String(repeating: "-", count: widths[$0] + 1) + (textColumns.contains($0) ? "-" : ":")
    }
    lines.insert("|" + rules.joined(separator: "|") + "|\n", at: 1)
    return lines.joined()
  }
}
