import CatchwordFiles
import CatchwordText

/// Reads yasnippet's files, one snippet each: a head of `# key: value` lines that ends with `# --`, and the body.
package enum YasnippetSnippets {
  /// Reads a file.
  ///
  /// - Complexity: O(*n*).
  package static func parse(_ lines: SnippetLines, path: String) -> ParsedSnippets {
    var parsed = ParsedSnippets()
    let (head, start) = head(lines.lines)
    var body = lines.lines[start...]
    // The line break at the end belongs to the file, not to the body.
    if body.count > 1, body.last == "" { body = body.dropLast() }
    let name = FilePath.split(path).name
    if head["type"] == "command" {
      parsed.leaveOut(head["key"] ?? name, in: path, line: start + 1, for: .code)
      return parsed
    }
    // Without a key, the trigger is the file's name, unless the snippet has a key binding.
    guard let trigger = head["key"] ?? (head["binding"] == nil ? name : nil), !trigger.isEmpty else { return parsed }
    let text = body.joined(separator: "\n")
    guard text.utf8.count <= SnippetLimits.bodyBytes, trigger.utf8.count <= SnippetLimits.triggerBytes else {
      parsed.report(SnippetProblem(path: path, message: "too long; it is left out"))
      return parsed
    }
    switch SnippetParser.translate(text, from: .yasnippet) {
    case .failure(let error): parsed.leaveOut(trigger, in: path, line: start + 1, for: error.obstacle)
    case .success(let body):
      parsed.snippets.append(
        Snippet(
          trigger: trigger, name: head["name"]?.prefix(bytes: SnippetLimits.descriptionBytes), body: body, path: path,
          line: start + 1))
    }
    return parsed
  }

  /// Returns the languages that a folder's `.yas-parents` names.
  package static func parents(_ lines: SnippetLines) -> [String] {
    lines.lines.flatMap { line in
      line.split { $0 == " " || $0 == "\t" }.map { LanguageAliases.canonical(String($0)) }
    }
  }

  /// Returns the head's values, and the index of the line where the body begins.
  private static func head(_ lines: [String]) -> (values: [String: String], bodyStart: Int) {
    var values: [String: String] = [:]
    for (index, line) in lines.enumerated() {
      guard line.hasPrefix("#") else { break }
      let text = line.drop { $0 == "#" }.trimmed
      if text == "--" { return (values, index + 1) }
      guard let colon = text.firstIndex(of: ":") else { continue }
      values[text[..<colon].trimmed] = text[text.index(after: colon)...].trimmed
    }
    // Without an end line there is no head.
    return ([:], 0)
  }
}
