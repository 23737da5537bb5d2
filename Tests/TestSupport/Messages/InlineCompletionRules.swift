import CatchwordRPC

/// What LSP says about completions in the text beyond their shape, and what we promise beyond LSP.
enum InlineCompletionRules {
  /// Checks a list.
  static func check(_ result: JSONValue, _ params: JSONValue, at place: RequestedPlace?) throws(Violation) {
    let items = result["items"]?.arrayValue ?? []
    let isInvoked = params["context"]?["triggerKind"] == 1
    try require(items.count <= (isInvoked ? 3 : 1), ".items", "has \(items.count) items")
    try require(Set(items.map { $0["insertText"]?.stringValue }).count == items.count, ".items", "has an item twice")
    for item in items {
      let text = item["insertText"]?.stringValue ?? ""
      try require(text.contains { !$0.isWhitespace }, ".insertText", "has nothing to see")
      try require(text.last?.isWhitespace == false, ".insertText", "ends with white space")
      guard let range = item["range"].flatMap(TextRange.init) else {
        throw Violation(path: [".range"], problem: "is missing")
      }
      try require(range.start <= range.end && range.start.line == range.end.line, ".range", "is not on one line")
      if let selected = params["context"]?["selectedCompletionInfo"] {
        try require(item["range"] == selected["range"], ".range", "is not that of the selected item")
        let beginning = selected["text"]?.stringValue ?? ""
        try require(text.hasPrefix(beginning), ".insertText", "does not begin with the selected item")
      } else if let place {
        let position = TextRange.Place(line: place.line, character: place.column)
        try require(range.end == position, ".range", "does not end at the cursor, \(place.line):\(place.column)")
      }
    }
  }

  /// Checks that a client may be told at once that there are any.
  static func check(advertisedTo client: JSONValue) throws(Violation) {
    let declared = client["textDocument"]?["inlineCompletion"]
    try require(
      declared?.objectValue != nil, ".inlineCompletionProvider", "is there, although the client has not asked")
    let registers = declared?["dynamicRegistration"] == true
    try require(!registers, ".inlineCompletionProvider", "is there, although it can be registered")
  }

  private static func require(_ condition: Bool, _ path: String, _ problem: String) throws(Violation) {
    if !condition { throw Violation(path: [path], problem: problem) }
  }
}
