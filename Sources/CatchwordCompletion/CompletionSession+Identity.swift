import CatchwordText

extension CompletionSession {
  func anchor(of query: CompletionQuery) -> CompletionAnchor {
    var character: String?
    // Some clients name every letter a trigger character; a letter makes no class of its own.
    if case .character(let text) = query.trigger, query.typed.isEmpty { character = text }
    return CompletionAnchor(
      offset: query.typedRange.lowerBound, revision: revision, triggerCharacter: character, sources: query.sources)
  }

  func identity(of query: CompletionQuery, anchor: CompletionAnchor) -> CompletionIdentity {
    switch settings.policy {
    case .cursor:
      .cursor(
        version: query.document.version, offset: query.offset, trigger: query.trigger, sources: query.sources)
    case .anchor: .anchor(anchor)
    }
  }

  /// Returns the effect of an edit on the word that is being typed; nil when it changes anything else.
  func reach(
    of change: TextChange, in document: DocumentSnapshot
  ) -> (isExtension: Bool, caret: Int)? {
    guard let anchor, change.replaced.lowerBound >= anchor.offset, change.replaced.upperBound <= caret else {
      return nil
    }
    let newCaret = caret - change.replaced.count + change.inserted.count
    guard document.text.wordStart(before: newCaret, scanner: document.scanner) == anchor.offset else { return nil }
    let isExtension = change.replaced.isEmpty && change.replaced.lowerBound == caret
    return (isExtension, newCaret)
  }
}

extension CompletionSession.Lookup {
  /// True when the result of this lookup will serve a query as it is.
  func answers(_ query: CompletionQuery) -> Bool {
    dependsOnlyOnAnchor || (self.query.typed == query.typed && self.query.limit >= query.limit)
      || (survivesTyping && query.typed.hasPrefix(self.query.typed))
  }

  /// True when it goes on while the word is typed on, even if the request for which it was begun has ended.
  var outlivesRequests: Bool { dependsOnlyOnAnchor || survivesTyping }
}
