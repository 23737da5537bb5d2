import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC
import CatchwordServer
import CatchwordText

/// Converts a query into a completion request to a language server, and the items of the response into candidates.
struct ForeignCompletions: Sendable {
  let abilities: UpstreamAbilities

  /// Returns the parameters of `textDocument/completion`, as a JSON text.
  func params(_ query: CompletionQuery) -> ContiguousArray<UInt8> {
    let position = position(of: query.offset, in: query)
    var context: [String: JSONValue] = [:]
    switch query.trigger {
    case .invoked: context = ["triggerKind": 1]
    case .automatic: context = ["triggerKind": 3]
    case .character(let character) where abilities.triggerCharacters.contains(character):
      context = ["triggerKind": 2, "triggerCharacter": .string(character)]
    // Our own trigger character: for the upstream server this is ordinary typing.
    case .character: context = ["triggerKind": 1]
    }
    let params: JSONValue = [
      "textDocument": ["uri": .string(query.document.uri)],
      "position": ["line": .int(position.line), "character": .int(position.character)],
      "context": .object(context),
    ]
    return ContiguousArray(params.json.utf8)
  }

  /// Returns the candidates of the server's response, without those that replace text far before the cursor.
  ///
  /// - Parameter takesCommitCharacters: True when the client takes commit characters from the items.
  /// - Throws: `JSONError` when the response is not a completion list.
  func answer(
    _ bytes: ContiguousArray<UInt8>, to query: CompletionQuery, takesCommitCharacters: Bool
  ) throws -> SourceAnswer {
    let list = try ForeignList(bytes, commitCharacters: takesCommitCharacters ? abilities.commitCharacters : [])
    let cursor = position(of: query.offset, in: query)
    // The server orders items by `sortText`, not by their place in the list.
    let items = list.items.enumerated().sorted { left, right in
      let (a, b) = (left.element.sortText ?? left.element.label, right.element.sortText ?? right.element.label)
      return a.utf8.elementsEqual(b.utf8) ? left.offset < right.offset : a.utf8.lexicographicallyPrecedes(b.utf8)
    }
    var candidates: [Candidate] = []
    candidates.reserveCapacity(items.count)
    for (place, (_, item)) in items.enumerated() {
      var item = item
      item.cursor = cursor
      let start = start(of: item, in: query)
      // It cannot be offered at the word either: its text stands for the whole range that it replaces.
      if let start, query.offset - start > Candidate.reach { continue }
      let worth = 1 - Double(place) / Double(items.count)
      candidates.append(candidate(item, from: start, worth: worth, query: query))
    }
    return SourceAnswer(candidates, isIncomplete: list.isIncomplete)
  }

  private func candidate(
    _ item: ForeignItem, from start: Int?, worth: Double, query: CompletionQuery
  ) -> Candidate {
    let name = ForeignCompletions.name(of: item)
    var candidate = Candidate(
      name, kind: item.kind.flatMap(CandidateKind.init(number:)) ?? .text, detail: item.detail,
      signals: CandidateSignals(frequency: worth, recency: worth, affinity: 1))
    candidate.label = item.label
    candidate.filter = item.filterText ?? item.label
    if let start, start != query.typedRange.lowerBound { candidate.start = start }
    candidate.isDeprecated = item.isDeprecated
    candidate.isPreselected = item.isPreselected
    candidate.commitCharacters = String((item.commitCharacters ?? []).filter { $0.count == 1 }.joined())
    candidate.attachment = item
    return candidate
  }

  /// Returns the start of the range that an item replaces; nil unless it is on the cursor's line and not after it.
  private func start(of item: ForeignItem, in query: CompletionQuery) -> Int? {
    guard let start = item.range?.start, start.line == item.cursor?.line else { return nil }
    let offset = query.document.text.offset(
      of: TextPosition(line: start.line, column: start.character), encoding: abilities.encoding)
    return offset <= query.offset ? offset : nil
  }

  private func position(of offset: Int, in query: CompletionQuery) -> Position {
    let position = query.document.text.position(of: offset, encoding: abilities.encoding)
    return Position(line: position.line, character: position.column)
  }

  /// Returns the word that stands for an item: the part that a text contains when it uses the item.
  static func name(of item: ForeignItem) -> String {
    let text = item.filterText ?? item.insertText ?? item.newText ?? item.label
    // As in "printf(const char *, ...)", "vec!", "for (int i = 0; …"; a member that replaces its dot begins with one.
    let isEnd: (Character) -> Bool = { "([{<$ \t\n,;:".contains($0) }
    let name = text.drop { isEnd($0) || $0 == "." || $0 == "•" }.prefix { !isEnd($0) }
    return name.isEmpty ? (text.isEmpty ? " " : text) : String(name)
  }
}
