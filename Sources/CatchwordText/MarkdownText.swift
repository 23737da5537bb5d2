/// What others have written, as a part of a text in Markdown: it stays what it is, and becomes no picture, link or heading.
package enum MarkdownText {
  /// A text with a backslash before what means something in Markdown, on one line.
  package static func escaped(_ text: String) -> String {
    let line = PlainText.line(text)
    var escaped = ""
    escaped.reserveCapacity(line.utf8.count)
    var last: Character = " "
    for character in line {
      // What is taken for an address without any mark around it is taken for none behind one.
      let isAddress = last == ":" && character == "/" || (last == "w" || last == "W") && character == "."
      if isAddress || marks.contains(character) { escaped.append("\\") }
      escaped.append(character)
      last = character
    }
    return escaped
  }

  /// A name in the type of code.
  package static func code(_ name: String) -> String {
    "`\(PlainText.line(name).replacing("`", with: "'"))`"
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
    var plain = ""
    var isEscaped = false
    for character in line {
      if isEscaped {
        if !marks.contains(character), character != "/", character != "." { plain.append("\\") }
        plain.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        plain.append(character)
      }
    }
    return isEscaped ? plain + "\\" : plain
  }

  private static let marks = Set<Character>("\\`*_[]<>~|&@")
}
