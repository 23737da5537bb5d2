/// Foreign text inside Markdown: it keeps its content, and becomes no picture, link or heading.
///
/// It is processed by scalars, as Markdown readers do: a mark followed by an accent is one Character, and not a mark.
package enum MarkdownText {
  /// Returns a text on one line, with a backslash before each character that has a meaning in Markdown.
  package static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    var last: Unicode.Scalar = " "
    for scalar in PlainText.line(text).unicodeScalars {
      // An address that readers detect without marks is not detected behind a backslash.
      let isAddress = last == ":" && scalar == "/" || (last == "w" || last == "W") && scalar == "."
      if isAddress || marks.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
      last = scalar
    }
    return String(escaped)
  }

  /// Returns a name as inline code.
  package static func code(_ name: String) -> String {
    "`\(String(String.UnicodeScalarView(PlainText.line(name).unicodeScalars.map { $0 == "`" ? "'" : $0 })))`"
  }

  /// Returns our Markdown as plain text for clients without Markdown: without the backslashes that escape characters.
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
