import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC
import CatchwordText

/// An item of a server of ours, as the server must see it again to tell more about it.
struct OfferedItem: Sendable {
  let item: ForeignItem
  let server: LanguageServerClient

  /// What an item says about itself, in Markdown.
  func documentation(of item: ForeignItem) -> String? {
    let documentation = item.value(of: "documentation")
    guard let text = documentation?.stringValue ?? documentation?["value"]?.stringValue, !text.isEmpty else {
      return nil
    }
    return text
  }
}

/// Items of a server that was not asked for the client: they become candidates like any other.
extension ForeignCompletions {
  /// What the server's answer offers.
  ///
  /// - Throws: `JSONError` when it is no list.
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
      // Where places to fill in are not known, its name is all that is sure.
      plain.snippet = inserted
    } else {
      plain.text = inserted
    }
    guard let edits = edits(of: item, in: query) else { return nil }
    plain.additionalEdits = edits
    plain.attachment = OfferedItem(item: item, server: server)
    return plain
  }

  /// What an item changes elsewhere; nil when that cannot be told, as it is behind what is being typed.
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
