import CatchwordText

/// Reads SnipMate's files: `snippet TRIGGER description`, and below it the body, indented by a tab.
package struct SnipMateSnippets {
  private let path: String
  private var parsed = ParsedSnippets()
  private var open: Head?
  private var dialect = SnippetDialect.snipMate

  private struct Head {
    let trigger: String
    let description: String
    let line: Int
    var body: [Substring] = []
  }

  private init(path: String) { self.path = path }

  /// Reads a file.
  ///
  /// - Complexity: O(*n*).
  package static func parse(_ lines: SnippetLines, path: String) -> ParsedSnippets {
    var reader = SnipMateSnippets(path: path)
    for (index, line) in lines.lines.enumerated() { reader.read(line, number: index + 1) }
    reader.close()
    return reader.parsed
  }

  private mutating func read(_ line: String, number: Int) {
    if open != nil, line.hasPrefix("\t") {
      open?.body.append(line.dropFirst())
      return
    }
    if line.trimmed.isEmpty {
      open?.body.append("")
      return
    }
    close()
    if line.hasPrefix("#") { return }
    let (word, rest) = line.firstWord
    switch word {
    case "snippet", "snippet!", "snippet!!":
      let (trigger, description) = rest.firstWord
      guard !trigger.isEmpty else { return report("a trigger was expected after \"snippet\"", number) }
      open = Head(trigger: trigger, description: description, line: number)
    case "extends": parsed.extend(rest)
    case "version": dialect = rest == "1" ? .snipMate1 : .snipMate
    case "clearsnippets", "imports", "priority", "delete": break
    default: report("expected \"snippet\", \"extends\", a comment or a line that begins with a tab", number)
    }
  }

  private mutating func close() {
    guard var head = open else { return }
    open = nil
    while head.body.last?.isEmpty == true { head.body.removeLast() }
    guard !head.body.isEmpty else { return report("the snippet \"\(head.trigger.prefix(40))\" has no body", head.line) }
    let body = head.body.joined(separator: "\n")
    guard body.utf8.count <= SnippetLimits.bodyBytes, head.trigger.utf8.count <= SnippetLimits.triggerBytes,
      parsed.snippets.count < SnippetLimits.snippetsPerFile
    else { return report("too long, or one too many; it is left out", head.line) }
    switch SnippetParser.translate(body, from: dialect) {
    case .failure(let error): parsed.leaveOut(head.trigger, in: path, line: head.line, for: error.obstacle)
    case .success(let body):
      let description = head.description.isEmpty ? nil : head.description.prefix(bytes: SnippetLimits.descriptionBytes)
      parsed.snippets.append(
        Snippet(trigger: head.trigger, description: description, body: body, path: path, line: head.line))
    }
  }

  private mutating func report(_ message: String, _ line: Int) {
    parsed.report(SnippetProblem(path: path, line: line, message: message))
  }
}
