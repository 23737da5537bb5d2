import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC
import CatchwordText

/// Items of another language server: they were made for this client, so they are sent unchanged, in our order.
extension CompletionRenderer {
  func item(_ foreign: ForeignItem, _ candidate: Candidate, _ shape: ListShape) -> CompletionItem {
    var rendered = CompletionItem(label: foreign.label)
    // Fields that we set ourselves, or that resolve takes back to the item's server.
    var dropped: Set = ["sortText", "data", "preselect"]
    if profile.wantsScore { dropped.insert("score") }
    if foreign.newText == nil {
      // The item replaces the word, and must say so, as our list has a range for all its items.
      let text = (shape.frame.fit(of: candidate)?.lead ?? "") + (foreign.insertText ?? foreign.label)
      // The fields may be present and empty, and no name may occur twice.
      dropped.formUnion(["textEdit", "textEditText"])
      if let edit = shape.edit {
        rendered.textEdit = edit.replacing(with: text)
      } else if text != foreign.label {
        rendered.textEditText = text
      }
    }
    // The list's defaults are for our items.
    if shape.defaults.insertTextMode != nil, let mode = capabilities.defaultInsertTextMode,
      !foreign.has("insertTextMode")
    {
      rendered.insertTextMode = mode
    }
    rendered.data = shape.list
    rendered.foreignFields = moved(foreign, to: position(shape.query.offset, in: shape.query)).fields(without: dropped)
    return rendered
  }

  /// Sets the filter text of an item where its server's own would make the client drop it.
  ///
  /// - Returns: True when the filter text is valid only for the text typed so far.
  func filter(
    _ rendered: inout CompletionItem, _ foreign: ForeignItem, _ candidate: Candidate, _ frame: ListFrame
  ) -> Bool {
    let typed = profile.filtersByWord ? frame.word : frame.typed(at: candidate)
    guard let text = profile.filter.filterText(for: candidate.matched, typed: typed) else { return false }
    rendered.foreignFields = rendered.foreignFields.map { fields in
      let item = try? ForeignItem(ContiguousArray("{\(fields)}".utf8))
      return item?.fields(without: ["filterText"]) ?? fields
    }
    rendered.filterText = text
    return true
  }

  /// Returns an additional edit of a candidate as LSP has it.
  func textEdit(_ edit: CandidateEdit, in query: CompletionQuery) -> TextEdit {
    let start = position(edit.range.lowerBound, in: query)
    let end = position(edit.range.upperBound, in: query)
    return TextEdit(range: PositionRange(start: start, end: end), newText: edit.text)
  }

  /// Returns the item with its edits adjusted to the letters typed since its server was asked.
  private func moved(_ foreign: ForeignItem, to cursor: Position) -> ForeignItem {
    guard let asked = foreign.cursor, asked.line == cursor.line, asked.character < cursor.character else {
      return foreign
    }
    let growth = Growth(at: asked, by: cursor.character - asked.character)
    var changed: [String: JSONValue] = [:]
    if let edit = foreign.value(of: "textEdit"), case .object(var fields) = edit {
      for name in ["range", "insert", "replace"] {
        guard case .object(var range)? = fields[name] else { continue }
        // The range begins with the word, and ends behind the typed text.
        range["end"] = range["end"].map(growth.applied)
        fields[name] = .object(range)
      }
      changed["textEdit"] = .object(fields)
    }
    if let edits = foreign.value(of: "additionalTextEdits")?.arrayValue {
      changed["additionalTextEdits"] = .array(
        edits.map { edit in
          guard case .object(var fields) = edit, case .object(let range)? = fields["range"] else { return edit }
          fields["range"] = .object(range.mapValues(growth.applied))
          return .object(fields)
        })
    }
    return foreign.setting(changed)
  }
}

/// The text that was typed on one line since positions were computed.
private struct Growth {
  let place: Position
  let length: Int

  init(at place: Position, by length: Int) {
    self.place = place
    self.length = length
  }

  /// Returns a position, adjusted to the typed text.
  func applied(_ position: JSONValue) -> JSONValue {
    guard case .object(var fields) = position, fields["line"]?.intValue == place.line,
      let character = fields["character"]?.intValue, character >= place.character
    else { return position }
    // A server may use any number for the end of a line.
    let (moved, isTooLarge) = character.addingReportingOverflow(length)
    fields["character"] = .int(isTooLarge ? .max : moved)
    return .object(fields)
  }
}
