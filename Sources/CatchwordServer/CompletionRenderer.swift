import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC
import CatchwordText

/// Renders a ranked list for one client: only with fields that the client has declared, and with as few of those as are
/// needed.
struct CompletionRenderer: Sendable {
  var capabilities = CompletionClientCapabilities()
  var profile = ClientProfile()
  var encoding = PositionEncoding.utf16

  /// Renders a list.
  ///
  /// - Parameter list: The number by which the items are found again when they are resolved.
  func render(_ ending: CompletionEnding, list: Int) -> CompletionList {
    let result = ending.result
    let query = result.query
    let frame = ListFrame(query, result.items, profile)
    guard let range = editRange(of: query, from: frame.start) else {
      return CompletionList(isIncomplete: true, items: [])
    }
    let hasCommitCharacters =
      capabilities.supportsCommitCharacters
      && result.items.indices.contains { !result.items[$0].candidate.commitCharacters.isEmpty }
    let commit = CommitCharacters(
      hasCommitCharacters ? result.items.map(\.candidate).filter { isSent($0, frame) }.map(\.commitCharacters) : [],
      inDefaults: knows("commitCharacters"), merging: capabilities.supportsApplyKind)
    let shape = ListShape(self, range: range, frame: frame, query: query, list: list, commit: commit)
    var isIncomplete = result.isIncomplete || profile.isAlwaysIncomplete
    if case .stale = ending { isIncomplete = true }
    var mayPreselect = capabilities.supportsPreselect
    var sent: (count: Int, last: Int) = (0, 0)
    let digits = String(result.items.count - 1).utf8.count
    var items: [CompletionItem] = []
    items.reserveCapacity(result.items.count)
    for index in result.items.indices {
      // The one copy of it: a call with an item of a list would copy it, and count the references in it.
      let candidate = result.items[index].candidate
      guard isSent(candidate, frame) else { continue }
      sent = (sent.count + 1, index)
      // Filled in where it stands: it is large to copy.
      let place = items.count
      items.append(CompletionItem(label: candidate.shown))
      fill(&items[place], candidate, from: result.items[index].source, shape)
      items[place].sortText = CompletionRenderer.sortText(index, digits: digits)
      // The filter text is valid for the text typed so far: as the user types on, the list must be requested again.
      if filter(&items[place], candidate, frame) { isIncomplete = true }
      if !candidate.hasAttachment, let text = items[place].filterText, !PlainText.isPlain(text) {
        items.removeLast()
        continue
      }
      if profile.wantsScore { items[place].score = result.items.count - index }
      if mayPreselect, candidate.isPreselected {
        items[place].preselect = true
        mayPreselect = false
      }
    }
    if sent.count == 0 || sent.count == 1 && isHidden(result.items[sent.last], query: query) {
      return CompletionList(isIncomplete: true, items: [])
    }
    var rendered = CompletionList(isIncomplete: isIncomplete, itemDefaults: shape.defaults, items: items)
    if commit.areMerged { rendered.applyKind = .mergingCommitCharacters }
    return rendered
  }

  /// True when the client knows a default for a whole list.
  func knows(_ itemDefault: String) -> Bool {
    profile.takesItemDefaults && capabilities.itemDefaults.contains(itemDefault)
  }

  // MARK: Items

  /// Sets the properties of an item that has a label only.
  private func fill(
    _ rendered: inout CompletionItem, _ candidate: Candidate, from source: String, _ shape: ListShape
  ) {
    if candidate.hasAttachment, let foreign = candidate.attachment as? ForeignItem {
      rendered = item(foreign, candidate, shape)
      return
    }
    let insertion = Insertion(candidate, takesSnippets: capabilities.supportsSnippets)
    // Some clients treat every item of the kind snippet as one with placeholders.
    rendered.kind = kind(candidate.kind == .snippet && !insertion.isSnippet ? .text : candidate.kind)
    if candidate.isDeprecated {
      if capabilities.tags.contains(1) {
        rendered.tags = [1]
      } else {
        rendered.isDeprecated = capabilities.supportsDeprecated
      }
    }
    rendered.detail = candidate.detail.map(PlainText.line)
    if capabilities.supportsLabelDetails { rendered.labelDescription = PlainText.line(source) }
    rendered.commitCharacters = shape.commit.own(candidate)
    rendered.data = shape.data
    insert(insertion, candidate, into: &rendered, shape)
    if profile.wantsScoreOffset { rendered.scoreOffset = CompletionRenderer.scoreOffset(candidate.kind) }
  }

  private func insert(
    _ insertion: Insertion, _ candidate: Candidate, into rendered: inout CompletionItem, _ shape: ListShape
  ) {
    let fit = shape.frame.fit(of: candidate) ?? ListFrame.Fit()
    var text = insertion.text
    rendered.insertTextMode = shape.insertTextMode
    if insertion.isMultiline {
      if capabilities.insertTextModes.contains(2) {
        rendered.insertTextMode = 2
      } else if !insertion.isSnippet {
        // Split by bytes, as a search by Characters backtracks over a run of flags.
        let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(Substring($0)) }
        text = lines.joined(separator: "\n" + shape.frame.indentation)
      }
    }
    if insertion.isSnippet { rendered.insertTextFormat = 2 }
    if !fit.lead.isEmpty { text = (insertion.isSnippet ? Insertion.escaped(fit.lead) : fit.lead) + text }
    if let edit = shape.edit {
      rendered.textEdit = edit.replacing(with: text)
      if profile.wantsInsertText { rendered.insertText = text }
    } else if text != rendered.label {
      rendered.textEditText = text
    }
    if let deleted = fit.deleted {
      let range = PositionRange(
        start: position(deleted.lowerBound, in: shape.query), end: position(deleted.upperBound, in: shape.query))
      rendered.additionalTextEdits = [TextEdit(range: range, newText: "")]
    }
    for edit in candidate.additionalEdits { rendered.additionalTextEdits.append(textEdit(edit, in: shape.query)) }
  }

  /// Sets the filter text of an item, where that is not its label.
  ///
  /// - Returns: True when the filter text is valid only for the text typed so far.
  private func filter(_ rendered: inout CompletionItem, _ candidate: Candidate, _ frame: ListFrame) -> Bool {
    if candidate.hasAttachment, let foreign = candidate.attachment as? ForeignItem {
      return filter(&rendered, foreign, candidate, frame)
    }
    let lead = profile.filtersByWord ? "" : frame.fit(of: candidate)?.lead ?? ""
    let matched = lead.isEmpty ? candidate.matched : lead + candidate.matched
    let isMarked = profile.filtersByWord && frame.beginsBeforeWord(candidate)
    let filter = isMarked ? ItemFilter.anywhere : profile.filter
    if let text = filter.filterText(for: matched, typed: frame.filtered) {
      rendered.filterText = text
      return true
    }
    if matched != rendered.label { rendered.filterText = matched }
    return false
  }

  /// Returns the number of a kind; that of text for a kind unknown to the client, and nil if text is unknown, too.
  private func kind(_ kind: CandidateKind) -> Int? {
    if capabilities.kinds.contains(kind.number) { return kind.number }
    return capabilities.kinds.contains(CandidateKind.text.number) ? CandidateKind.text.number : nil
  }

  /// Returns the index with as many digits as the list needs, so that alphabetical order is the order of the list.
  private static func sortText(_ index: Int, digits: Int) -> String {
    String(unsafeUninitializedCapacity: digits) { bytes in
      var rest = index
      for place in (0..<digits).reversed() {
        bytes[place] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      }
      return digits
    }
  }

  /// Returns an offset that keeps words behind a language server's items, like the client's own, and paths before.
  private static func scoreOffset(_ kind: CandidateKind) -> Int? {
    switch kind {
    case .text: -3
    case .file: 3
    default: nil
    }
  }

  // MARK: Items that are not sent

  private func isSent(_ candidate: Candidate, _ frame: ListFrame) -> Bool {
    // An edit must stay on its line, and menus draw control characters as they are.
    guard let fit = frame.fit(of: candidate), PlainText.isPlain(candidate.shown),
      fit.lead.isEmpty || PlainText.isPlain(fit.lead)
    else { return false }
    guard candidate.additionalEdits.allSatisfy({ PlainText.isPlain($0.text, hasLines: true) }),
      candidate.additionalEdits.isEmpty || frame.areApart(candidate.additionalEdits, of: candidate)
    else { return false }
    if let snippet = candidate.snippet, !PlainText.isPlain(snippet, hasLines: true) { return false }
    if candidate.kind == .snippet {
      // A client that knows snippets also takes texts of several lines.
      let takesLines = profile.takesMultipleLines || capabilities.supportsSnippets
      guard PlainText.isPlain(candidate.text, hasLines: takesLines) else { return false }
    } else if candidate.label != nil, !PlainText.isPlain(candidate.text) {
      return false
    }
    return !profile.wantsBeginningsOnly || ItemFilter.begins(fit.lead + candidate.matched, with: frame.typed)
  }

  /// True when the client would hide the only item, which is worse for it than an empty list.
  private func isHidden(_ item: CompletionResult.Item, query: CompletionQuery) -> Bool {
    guard profile.hidesLoneKnownItem else { return false }
    let text = query.document.text
    let line = text.lineRange(text.line(at: query.offset))
    return text.string(in: line).contains(item.candidate.text)
  }

  // MARK: Edits

  /// Returns the range that an accepted item replaces; nil when LSP's rules do not allow it.
  private func editRange(of query: CompletionQuery, from start: Int) -> EditRange? {
    let cursor = position(query.offset, in: query)
    let end = query.wordRange.upperBound
    return EditRange(
      start: position(start, in: query), cursor: cursor, end: end == query.offset ? cursor : position(end, in: query),
      isInsertReplace: capabilities.supportsInsertReplace && profile.takesInsertReplace)
  }

  func position(_ offset: Int, in query: CompletionQuery) -> Position {
    let position = query.document.text.position(of: offset, encoding: encoding)
    return Position(line: position.line, character: position.column)
  }
}

extension EditRange {
  /// Creates a range by LSP's rules: on one line, around the cursor, the insert range a prefix of the replace range.
  ///
  /// - Returns: Nil when the positions do not allow for one.
  init?(start: Position, cursor: Position, end: Position, isInsertReplace: Bool) {
    guard start.line == cursor.line, end.line == cursor.line, start.character <= cursor.character,
      cursor.character <= end.character
    else { return nil }
    let insert = PositionRange(start: start, end: cursor)
    self =
      isInsertReplace ? .insertReplace(insert: insert, replace: PositionRange(start: start, end: end)) : .range(insert)
  }
}

/// The properties that the items of a list share: in its defaults where the client knows them, else in each item.
struct ListShape {
  let list: Int
  var defaults = CompletionList.ItemDefaults()
  var edit: CompletionEdit?
  var insertTextMode: Int?
  var data: Int?
  let commit: CommitCharacters
  let frame: ListFrame
  let query: CompletionQuery

  init(
    _ renderer: CompletionRenderer, range: EditRange, frame: ListFrame, query: CompletionQuery, list: Int,
    commit: CommitCharacters
  ) {
    let capabilities = renderer.capabilities
    self.frame = frame
    self.query = query
    self.list = list
    self.commit = commit
    defaults.commitCharacters = commit.shared
    if renderer.knows("editRange") {
      defaults.editRange = range
    } else {
      edit = CompletionEdit(range: range, newText: "")
    }
    // Indentation is left as it is, as a word is not a line; a client with that default need not be told.
    if capabilities.insertTextModes.contains(1), capabilities.defaultInsertTextMode != 1 {
      if renderer.knows("insertTextMode") { defaults.insertTextMode = 1 } else { insertTextMode = 1 }
    }
    guard capabilities.resolvableProperties.contains("documentation") else { return }
    if renderer.knows("data"), !renderer.profile.wantsDataOnItems { defaults.data = list } else { data = list }
  }
}
