import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC
import CatchwordText

extension Server {
  func complete(_ request: PendingRequest, _ params: Message.Params) throws(JSONError) {
    let params = try params.decode { (reader) throws(JSONError) in try CompletionParams(from: &reader) }
    // An error would be shown to the user at every key, so an unknown or diverged document gets an empty list.
    guard let document = documents[params.textDocument.uri], !document.isOutOfStep else {
      return request.answer(CompletionList(isIncomplete: true, items: []))
    }
    // It was superseded before it began, so nothing is searched.
    if supersededEarly.contains(request.id) { return request.answer(CompletionList(isIncomplete: true, items: [])) }
    let position = TextPosition(line: params.position.line, column: params.position.character)
    let settings = scheduler.settings
    let rules = settings.rules(for: document.snapshot.languageID)
    let trigger = self.trigger(params.context)
    let isTyping = isTyping(trigger, in: document.snapshot)
    // A client that sends a new request at each key has no use for a long list.
    let most = isTyping && settings.policy == .cursor ? CompletionSettings.typingLimit : .max
    let limit = min(rules.limit ?? settings.limit, most)
    var query = CompletionQuery(
      document: document.snapshot,
      offset: document.snapshot.text.offset(of: position, encoding: renderer.encoding),
      trigger: trigger,
      limit: rules.isQuiet ? min(limit, LanguageRules.quietLimit) : limit, budget: settings.budget,
      wantsBeginningsOnly: rules.wantsBeginningsOnly, wantsTypos: rules.matching == .typos, isTyping: isTyping,
      isByHand: isByHand(params.context, isTyping, in: document.snapshot), takesFirst: renderer.profile.takesFirst,
      leavesWholeWords: renderer.profile.leavesWholeWords)
    query.sources = params.context?.sources.map(Set.init)
    if renderer.profile.asksBeforeWords, isTyping, trigger == .invoked, query.isBehindSpace {
      return request.answer(CompletionList(isIncomplete: true, items: []))
    }
    menus.endStale(in: document.snapshot.uri)
    let menu = self.settings.menu(for: document.snapshot.languageID)
    let isAutomatic = isTyping || trigger != .invoked
    if isAutomatic, !opens(menu, at: query) {
      return request.answer(CompletionList(isIncomplete: true, items: []))
    }
    let times = CompletionAnswer.Times(arrived: arrival, begun: configuration.clock.now)
    let answer = CompletionAnswer(request, params, times: times, server: self)
    let place = acceptances.begin(query)
    let completion = PendingCompletion(
      query, waitsForAll: answer.takesParts, onChange: tellOfChanges(to: query, at: params.position)
    ) { [acceptances, menus, uri = query.document.uri] update in
      acceptances.show(update, at: place)
      if case .end(let ending) = update { menus.didAnswer(ending.result, in: uri) }
      answer.take(update)
    }
    request.whenCancelled { [scheduler, menus, uri = query.document.uri] in
      menus.cancel(request, in: uri)
      scheduler.cancel(completion)
      answer.stop()
    }
    if isAutomatic, menu.delay > 0, !menus.isShown(in: query.document.uri, at: query.typedRange.lowerBound) {
      delay(completion, of: request, by: menu.delay)
    } else {
      scheduler.request(completion)
    }
    showLoading()
  }

  /// True when a menu may come up by itself.
  private func opens(_ menu: MenuSettings, at query: CompletionQuery) -> Bool {
    switch menu.opensBy {
    case .typing: return true
    case .hand: return false
    case .characters:
      guard let before = query.characterBeforeWord else { return false }
      return sources.contains { $0.descriptor.triggerCharacters.contains(before) && $0.mayAnswer(query) }
    }
  }

  /// Holds a request back until typing has paused for some milliseconds.
  private func delay(_ completion: PendingCompletion, of request: PendingRequest, by milliseconds: Int) {
    let (uri, clock) = (completion.query.document.uri, configuration.clock)
    let end = clock.now + .milliseconds(milliseconds)
    menus.begin(request, in: uri) { [menus, scheduler] in
      Task(name: "menu delay", executorPreference: configuration.executor) {
        guard (try? await clock.sleep(until: end)) != nil else { return }
        menus.end(request, in: uri) { scheduler.request(completion) }
      }
    }
  }

  /// True when a list is requested because something was typed, as far as the client's signs tell.
  private func isTyping(_ trigger: CompletionTrigger, in document: DocumentSnapshot) -> Bool {
    let wasEdited = editedDocuments.remove(document.uri) != nil
    switch renderer.profile.typing(inProse: document.scanner.rules.isProse) {
    case .triggerKind: return trigger != .invoked
    case .edit: return trigger != .invoked || wasEdited
    case .unknown: return false
    }
  }

  /// True when a list is requested by hand for certain: not where a client does not say why it asks.
  private func isByHand(_ context: CompletionContext?, _ isTyping: Bool, in document: DocumentSnapshot) -> Bool {
    let sign = renderer.profile.typing(inProse: document.scanner.rules.isProse)
    return context != nil && trigger(context) == .invoked && !isTyping && sign != .unknown
  }

  /// Returns a function that notifies a subscribed client that its list has changed; nil for other clients.
  private func tellOfChanges(to query: CompletionQuery, at position: Position) -> (@Sendable () -> Void)? {
    guard followsCompletions else { return nil }
    let params = CompletionsChangedParams(
      uri: query.document.uri, version: query.document.version, position: position)
    return { [outbox] in outbox.notify("$/catchword/completionsChanged", params, isDroppable: true) }
  }

  /// Returns the completion requests that are followed by an edit and another completion of the same document in the
  /// same batch: in a burst, only the newest is worth searching for.
  ///
  /// Clients that keep one request while a word is typed get an empty set.
  func superseded(_ messages: [Message]) -> Set<RequestID> {
    var completions = 0
    for case .request(_, "textDocument/completion", _) in messages { completions += 1 }
    guard completions > 1, scheduler.settings.policy == .cursor else { return [] }
    var superseded: Set<RequestID> = []
    // The completions of each document since its last edit, and those before it.
    var pending: [String: (since: [RequestID], before: [RequestID])] = [:]
    for message in messages {
      switch message {
      case .request(let id, "textDocument/completion", let params):
        guard let uri = document(of: params) else { continue }
        superseded.formUnion(pending[uri]?.before ?? [])
        pending[uri, default: ([], [])].before = []
        pending[uri]?.since.append(id)
      case .notification("textDocument/didChange", let params):
        guard let uri = document(of: params), let completions = pending[uri] else { continue }
        pending[uri] = ([], completions.before + completions.since)
      default: continue
      }
    }
    return superseded
  }

  private func document(of params: Message.Params) -> String? {
    try? params.decode { (reader) throws(JSONError) in try TextDocumentParams(from: &reader) }.textDocument.uri
  }

  private func trigger(_ context: CompletionContext?) -> CompletionTrigger {
    switch context?.triggerKind {
    case nil, .invoked: .invoked
    case .incomplete: .automatic
    case .triggerCharacter: context?.triggerCharacter.map { .character($0) } ?? .automatic
    }
  }
}
