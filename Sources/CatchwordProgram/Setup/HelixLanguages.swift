/// What Helix' `languages.toml` says about servers and languages, as far as `catchword setup` must know it.
///
/// TOML allows many ways to say the same thing. Tables with a line of their own are understood; whatever else names servers makes
/// it a file that is left alone, since a table that stands there twice keeps Helix from reading it.
struct HelixLanguages {
  /// True when there is a server named catchword.
  private(set) var hasServer = false
  /// The text of each language's entry, by the language's name.
  private(set) var languages: [String: String] = [:]
  /// Why nothing can be added, in words that follow the file's path; nil when it can.
  private(set) var problem: String?

  /// - Parameter text: The file without comment lines.
  init(_ text: String) {
    var entry = ""
    func note(_ entry: String, _ languages: inout [String: String]) {
      guard let name = entry.firstMatch(of: /(?m)^\s*name\s*=\s*["']([^"']*)["']/)?.1 else { return }
      languages[String(name)] = entry
    }
    var table = ""
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let row = line.trimmingPrefix(while: \.isWhitespace)
      guard row.hasPrefix("["), table.isEmpty || !isInArray(entry) else {
        entry += row + "\n"
        if table.isEmpty || table == "language-server", names(row) { problem = problem ?? otherwise(number) }
        continue
      }
      note(entry, &languages)
      entry = ""
      guard let match = row.firstMatch(of: /^(\[\[?)\s*([^\]]*?)\s*\]\]?\s*(#.*)?\r?$/) else {
        problem = problem ?? "is not valid TOML in line \(number + 1)"
        continue
      }
      table = String(match.2).replacing(/["'\s]/, with: "")
      if table == "language-server.catchword" { hasServer = true }
    }
    note(entry, &languages)
  }

  /// True for a line outside of tables, or in the table of all servers, that defines servers or languages.
  private func names(_ row: Substring) -> Bool {
    let key = row.prefix { $0 != "=" }.filter { !"\"' \t".contains($0) }
    return row.contains("=")
      && (key.hasPrefix("language-server") && !key.hasPrefix("language-servers")
        || key == "language" || key == "catchword" || key.hasPrefix("catchword."))
  }

  private func otherwise(_ number: Int) -> String {
    "defines servers or languages in another way than by tables, in line \(number + 1)"
  }

  /// True when the text so far ends within an array that has several lines.
  private func isInArray(_ entry: String) -> Bool {
    var depth = 0
    var quote: Character?
    for character in entry {
      if let open = quote {
        if character == open || character.isNewline { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "[" {
        depth += 1
      } else if character == "]" {
        depth -= 1
      }
    }
    return depth > 0
  }
}
