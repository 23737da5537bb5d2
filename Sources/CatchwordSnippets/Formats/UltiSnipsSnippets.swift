import CatchwordText

/// Reads UltiSnips' files: `snippet TRIGGER "description" options`, the body, `endsnippet`.
///
/// No code is run: a snippet that needs code to be found or to be expanded is left out, and counted.
package struct UltiSnipsSnippets {
  private let path: String
  private var parsed = ParsedSnippets()
  private var open: UltiSnipsHead?
  private var body: [String] = []
  /// The line that ends the skipped part; nil when none is skipped.
  private var skipsUntil: String?
  private var priority = 0
  /// True when the next snippet depends on code that precedes it.
  private var needsCode = false
  /// The number of parts of regular expressions that may still be compiled.
  private var partsLeft = SnippetLimits.patternParts

  private init(path: String) { self.path = path }

  /// True when a file is UltiSnips' rather than SnipMate's, which has the same extension.
  package static func isOne(_ lines: SnippetLines) -> Bool {
    lines.lines.contains { $0.hasPrefix("endsnippet") || $0.hasPrefix("endglobal") }
  }

  /// Reads a file.
  ///
  /// - Complexity: O(*n*).
  package static func parse(_ lines: SnippetLines, path: String) -> ParsedSnippets {
    var reader = UltiSnipsSnippets(path: path)
    for (index, line) in lines.lines.enumerated() { reader.read(line, number: index + 1) }
    if let head = reader.open {
      reader.report("\"endsnippet\" is missing after the snippet \"\(head.trigger.prefix(40))\"", head.line)
    }
    if reader.partsLeft <= 0 {
      reader.parsed.report(
        SnippetProblem(
          path: path,
          message: "its regular expressions are too large, all together; transforms beyond that are left out: "
            + "repeat less by number, or split the file"))
    }
    return reader.parsed
  }

  private mutating func read(_ line: String, number: Int) {
    if let end = skipsUntil {
      if line.trimmed == end { skipsUntil = nil }
      return
    }
    if let head = open {
      if line.trimmed == "endsnippet", line.hasPrefix("endsnippet") {
        close(head)
      } else if line.hasPrefix("snippet "), number > head.line, let next = UltiSnipsHead(line, line: number) {
        // A body has no such line, so `endsnippet` is missing.
        report("\"endsnippet\" is missing after the snippet \"\(head.trigger.prefix(40))\"", head.line)
        begin(next)
      } else {
        body.append(line)
      }
      return
    }
    readOutside(line, number: number)
  }

  private mutating func readOutside(_ line: String, number: Int) {
    let (word, rest) = line.firstWord
    switch word {
    case "": break
    case _ where word.hasPrefix("#"): break
    case "snippet":
      guard let head = UltiSnipsHead(line, line: number) else {
        return report("a trigger was expected after \"snippet\"; one with spaces is in quotes", number)
      }
      begin(head)
    case "global": skipsUntil = "endglobal"
    case "priority":
      guard let value = Int(rest) else { return report("a number was expected after \"priority\"", number) }
      priority = value
    case "extends": parsed.extend(rest)
    case "context", "pre_expand", "post_expand", "post_jump": needsCode = true
    case "clearsnippets": break
    default: report("expected \"snippet\", \"global\", \"extends\", \"priority\" or a comment", number)
    }
  }

  private mutating func begin(_ head: UltiSnipsHead) {
    open = head
    body = []
  }

  private mutating func close(_ head: UltiSnipsHead) {
    defer {
      open = nil
      needsCode = false
    }
    if needsCode || head.options.contains("e") || head.options.contains("r") {
      return parsed.leaveOut(head.trigger, in: path, line: head.line, for: .code)
    }
    let text = body.joined(separator: "\n")
    guard text.utf8.count <= SnippetLimits.bodyBytes, head.trigger.utf8.count <= SnippetLimits.triggerBytes,
      parsed.snippets.count < SnippetLimits.snippetsPerFile
    else { return report("too long, or one too many; it is left out", head.line) }
    switch SnippetParser.translate(text, from: .ultiSnips, parts: &partsLeft) {
    case .failure(let error): parsed.leaveOut(head.trigger, in: path, line: head.line, for: error.obstacle)
    case .success(let body):
      var places: Snippet.Places = []
      if head.options.contains("b") { places.insert(.lineStart) }
      if head.options.contains("i") { places.insert(.inWord) }
      parsed.snippets.append(
        Snippet(
          trigger: head.trigger, description: head.description?.prefix(bytes: SnippetLimits.descriptionBytes),
          body: body, places: places, priority: priority, path: path, line: head.line))
    }
  }

  private mutating func report(_ message: String, _ line: Int) {
    parsed.report(SnippetProblem(path: path, line: line, message: message))
  }
}

/// The first line of an UltiSnips snippet, which is parsed from its end.
///
/// By bytes, as one step back within a run of flags goes over all of them.
struct UltiSnipsHead: Equatable {
  var trigger: String
  var description: String?
  var options = ""
  var line: Int

  /// - Returns: nil when there is no trigger, or when it has several words without quotes.
  init?(_ text: String, line: Int) {
    var rest = text.firstWord.rest
    self.line = line
    let words = rest.split { $0 == " " || $0 == "\t" }
    if words.count > 2, let last = words.last, !last.contains("\""), words[words.count - 2].last == "\"" {
      options = String(last)
      rest = rest[..<last.startIndex].trimmed
    }
    // An expression for the context follows the description.
    let quote = UInt8(ascii: "\"")
    if options.contains("e"), let start = rest.utf8.dropLast().lastIndex(of: quote), start > rest.startIndex {
      rest = rest[..<start].trimmed
    }
    if words.count > 1, rest.utf8.last == quote, let start = rest.utf8.dropLast().lastIndex(of: quote),
      start > rest.startIndex
    {
      description = String(Substring(rest.utf8[rest.utf8.index(after: start)...].dropLast()))
      rest = rest[..<start].trimmed
    }
    if rest.contains(where: { $0 == " " || $0 == "\t" }) || options.contains("r") {
      guard rest.count > 2, rest.first == rest.last else { return nil }
      rest = String(rest.dropFirst().dropLast())
    }
    guard !rest.isEmpty else { return nil }
    trigger = rest
  }
}
