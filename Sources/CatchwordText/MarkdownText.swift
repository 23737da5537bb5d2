/// What others have written, as a part of a text in Markdown: it stays what it is, and becomes no picture, link or heading.
///
/// All by scalars, as those who show it read it: a mark and an accent behind it are one Character, and no mark.
package enum MarkdownText {
  /// A text with a backslash before what means something in Markdown, on one line.
  package static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    var last: Unicode.Scalar = " "
    for scalar in PlainText.line(text).unicodeScalars {
      // What is taken for an address without any mark around it is taken for none behind one.
      let isAddress = last == ":" && scalar == "/" || (last == "w" || last == "W") && scalar == "."
      if isAddress || marks.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
      last = scalar
    }
    return String(escaped)
  }

  /// A name in the type of code.
  package static func code(_ name: String) -> String {
    "`\(String(String.UnicodeScalarView(PlainText.line(name).unicodeScalars.map { $0 == "`" ? "'" : $0 })))`"
  }

  /// A text of ours in Markdown as those see it who know none: without the backslashes that are no part of it.
  package static func plain(_ markdown: String) -> String {
    guard markdown.utf8.contains(0x5C) else { return markdown }
    var fence: Substring?
    let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      let ticks = line.prefix { $0 == "`" }
      if let open = fence {
        if ticks.count == line.count, ticks.count >= open.count { fence = nil }
        return String(line)
      }
      if ticks.count >= 3 {
        fence = ticks
        return String(line)
      }
      return unescaped(line)
    }
    return lines.joined(separator: "\n")
  }

  private static func unescaped(_ line: Substring) -> String {
    var plain = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in line.unicodeScalars {
      if isEscaped {
        if !marks.contains(scalar), scalar != "/", scalar != "." { plain.append("\\") }
        plain.append(scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        plain.append(scalar)
      }
    }
    if isEscaped { plain.append("\\") }
    return String(plain)
  }

  private static let marks = Set("\\`*_[]<>~|&@".unicodeScalars)
}
