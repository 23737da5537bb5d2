import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC
import CatchwordText

/// An item of a server that we started, kept with that server for `completionItem/resolve`.
struct OfferedItem: Sendable {
  let item: ForeignItem
  let server: LanguageServerClient

  /// Returns an item's documentation, in Markdown; nil when it has none.
  func documentation(of item: ForeignItem) -> String? {
    let documentation = item.value(of: "documentation")
    guard let text = documentation?.stringValue ?? documentation?["value"]?.stringValue, !text.isEmpty else {
      return nil
    }
    return text
  }
}

/// Conversion of items from a server that we started ourselves: they become ordinary candidates.
extension ForeignCompletions {
  /// Returns the candidates of the server's response.
  ///
  /// - Throws: `JSONError` when the response is not a completion list.
  func plainAnswer(
    _ bytes: ContiguousArray<UInt8>, to query: CompletionQuery, from server: LanguageServerClient
  ) throws -> SourceAnswer {
    var answer = try answer(bytes, to: query, takesCommitCharacters: true)
    answer.candidates = answer.candidates.compactMap { plain($0, query: query, server: server) }
    return answer
  }

  private func plain(_ candidate: Candidate, query: CompletionQuery, server: LanguageServerClient) -> Candidate? {
    guard let item = candidate.attachment as? ForeignItem else { return nil }
    var plain = candidate
    let inserted = item.newText ?? item.insertText ?? item.label
    let label = item.label.drop { $0 == " " }
    plain.label = label.isEmpty ? nil : String(label)
    if item.isSnippet {
      // For a client without snippets, only the item's name is certain.
      plain.snippet = inserted
    } else {
      plain.text = inserted
    }
    guard let edits = edits(of: item, in: query) else { return nil }
    plain.additionalEdits = edits
    plain.attachment = OfferedItem(item: item, server: server)
    return plain
  }

  /// Returns an item's additional edits; nil when one cannot be read or ends after the start of the typed text.
  private func edits(of item: ForeignItem, in query: CompletionQuery) -> [CandidateEdit]? {
    guard item.has("additionalTextEdits") else { return [] }
    var edits: [CandidateEdit] = []
    for edit in item.value(of: "additionalTextEdits")?.arrayValue ?? [] {
      guard let text = edit["newText"]?.stringValue, let start = offset(edit["range"]?["start"], in: query),
        let end = offset(edit["range"]?["end"], in: query), start <= end, end <= query.typedRange.lowerBound
      else { return nil }
      edits.append(CandidateEdit(start..<end, text: text))
    }
    return edits
  }

  private func offset(_ position: JSONValue?, in query: CompletionQuery) -> Int? {
    guard let line = position?["line"]?.intValue, let column = position?["character"]?.intValue else { return nil }
    return query.document.text.offset(of: TextPosition(line: line, column: column), encoding: abilities.encoding)
  }
}
