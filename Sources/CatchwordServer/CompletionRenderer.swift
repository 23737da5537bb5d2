import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC
import CatchwordText

/// Turns a ranked list into what one client understands: never a field that it has not said it knows.
struct CompletionRenderer: Sendable {
  var capabilities = CompletionClientCapabilities()
  var filtersByPrefix = false
  var encoding = PositionEncoding.utf16

  /// Renders a list.
  ///
  /// - Parameter list: The number by which the items are found again when they are resolved.
  func render(_ ending: CompletionEnding, list: Int) -> CompletionList {
    let result = ending.result
    let query = result.query
    let range = editRange(of: query)
    let edit = CompletionEdit(range: range, newText: "")
    var defaults = CompletionList.ItemDefaults()
    if capabilities.itemDefaults.contains("editRange") { defaults.editRange = range }
    // Indentation is left as it is: a word is not a line.
    let hasDefaultMode =
      capabilities.itemDefaults.contains("insertTextMode") && capabilities.insertTextModes.contains(1)
    if hasDefaultMode { defaults.insertTextMode = 1 }
    let items = result.items.enumerated().map { index, item in
      var rendered = self.item(item, index: index, list: list, typed: query.typed)
      if defaults.editRange == nil {
        rendered.textEdit = edit.replacing(with: item.candidate.text)
        rendered.insertText = item.candidate.text
      }
      if !hasDefaultMode && capabilities.insertTextModes.contains(1) { rendered.insertTextMode = 1 }
      return rendered
    }
    var isIncomplete = result.isIncomplete
    if case .stale = ending { isIncomplete = true }
    // What a client would filter away as the user types on must be asked for again.
    if filtersByPrefix && result.items.contains(where: { !$0.signals.isPrefix }) { isIncomplete = true }
    return CompletionList(isIncomplete: isIncomplete, itemDefaults: items.isEmpty ? nil : defaults, items: items)
  }

  private func item(_ item: CompletionResult.Item, index: Int, list: Int, typed: String) -> CompletionItem {
    var rendered = CompletionItem(label: item.candidate.text)
    let kind = item.candidate.kind.rawValue
    rendered.kind = capabilities.kinds.contains(kind) ? kind : 1
    rendered.detail = item.candidate.detail
    if capabilities.supportsLabelDetails { rendered.labelDescription = item.source }
    rendered.sortText = CompletionRenderer.sortText(index)
    if filtersByPrefix && !item.signals.isPrefix { rendered.filterText = typed }
    if capabilities.resolvableProperties.contains("documentation") {
      rendered.data = CompletionItemData(list: list, index: index)
    }
    return rendered
  }

  /// Five digits, so that alphabetical order is the order of the list.
  private static func sortText(_ index: Int) -> String {
    let digits = String(index)
    return String(repeating: "0", count: max(0, 5 - digits.count)) + digits
  }

  /// What an accepted item replaces: on one line, around the cursor, by construction of the query.
  private func editRange(of query: CompletionQuery) -> EditRange {
    let start = position(query.typedRange.lowerBound, in: query)
    let insert = PositionRange(start: start, end: position(query.offset, in: query))
    guard capabilities.supportsInsertReplace else { return .range(insert) }
    let replace = PositionRange(start: start, end: position(query.wordRange.upperBound, in: query))
    return .insertReplace(insert: insert, replace: replace)
  }

  private func position(_ offset: Int, in query: CompletionQuery) -> Position {
    let position = query.document.text.position(of: offset, encoding: encoding)
    return Position(line: position.line, character: position.column)
  }
}
