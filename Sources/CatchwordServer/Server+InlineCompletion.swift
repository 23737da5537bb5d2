import CatchwordCompletion
import CatchwordLSP
import CatchwordPrediction
import CatchwordRPC
import CatchwordText

/// Ghost text. A client to which it was not announced gets it, too.
extension Server {
  func completeInline(_ request: PendingRequest, _ params: Message.Params) throws(JSONError) {
    let params = try params.decode { (reader) throws(JSONError) in try InlineCompletionParams(from: &reader) }
    let uri = params.textDocument.uri
    guard let document = documents[uri], !document.isOutOfStep else { return request.answer(.nothing) }
    endGhostText(ghosts.begin(request, in: uri))
    guard let question = ghostQuestion(params, in: document.snapshot) else { return request.answer(.nothing) }
    let isAllowed = wordRule(for: document.snapshot.languageID)
    let hidesSecrets = settings.filter.hidesSecrets
    let rest = ghosts.rest(in: uri, at: question.cursor, isInvoked: question.isInvoked)
    // Who asks by hand may want something else.
    if let rest, !question.isInvoked,
      let shown = GhostText(rest, to: question, hidesSecrets: hidesSecrets, isAllowed: isAllowed)
    {
      return request.answer(InlineCompletionList([shown], in: document.snapshot, encoding: renderer.encoding))
    }
    let (ghosts, encoding, predictor) = (self.ghosts, renderer.encoding, self.predictor)
    let task = Task(name: "ghost text", executorPreference: configuration.executor) {
      if Task.isCancelled { return }
      let texts = await question.texts(of: predictor, after: rest)
      var shown: [GhostText] = []
      for text in texts where shown.count < GhostText.maximumCount {
        let ghost = GhostText(text, to: question, hidesSecrets: hidesSecrets, isAllowed: isAllowed)
        if let ghost, !shown.contains(ghost) { shown.append(ghost) }
      }
      request.answer(stale: InlineCompletionList.nothing) {
        let memory = shown.first.map { GhostMemory($0.rest, at: question.cursor, isInvoked: question.isInvoked) }
        if !ghosts.show(memory, for: request, in: uri) { shown = [] }
        return InlineCompletionList(shown, in: question.document, encoding: encoding)
      }
    }
    request.whenCancelled { task.cancel() }
  }

  /// The predictor of ghost text: the configured one, or else the language model.
  var predictor: any InlinePredictor { configuration.inlinePredictor ?? configuration.model }

  private func ghostQuestion(_ params: InlineCompletionParams, in document: DocumentSnapshot) -> GhostQuestion? {
    let ghostText = settings.ghostText(for: document.languageID)
    guard ghostText.isEnabled else { return nil }
    let selected = params.context.selected.map { ($0, bytes(of: $0.range, in: document.text)) }
    // A range that is not in the text cannot be replaced.
    if let selected, selected.1 == nil { return nil }
    return GhostQuestion(
      document, cursor: offset(of: params.position, in: document.text),
      isInvoked: params.context.triggerKind == .invoked,
      selected: selected.flatMap { item, bytes in bytes.map { ($0, item.text) } }, confidence: ghostText.confidence)
  }

  private func offset(of position: Position, in text: Text) -> Int {
    text.offset(of: TextPosition(line: position.line, column: position.character), encoding: renderer.encoding)
  }

  /// Returns the bytes of a range; nil when the text does not have exactly that range.
  private func bytes(of range: PositionRange, in text: Text) -> Range<Int>? {
    let (start, end) = (offset(of: range.start, in: text), offset(of: range.end, in: text))
    guard start <= end, PositionRange(start..<end, in: text, encoding: renderer.encoding) == range else { return nil }
    return start..<end
  }

  /// Returns a rule that is true for words that may be shown: neither banned nor like a secret.
  private func wordRule(for languageID: String) -> @Sendable (String) -> Bool {
    { [filter = settings.filter, learned = scheduler.learned] word in
      filter.allows(word) && !learned.isBanned(word, languageID: languageID)
    }
  }

  /// Cancels a stale request and answers it with an empty list, unless it is answered already.
  func endGhostText(_ request: PendingRequest?) { request?.stop(InlineCompletionList.nothing) }

  /// Registers or unregisters ghost text, as the settings say, with a client that supports registration.
  func registerGhostText() {
    guard inlineRegistration.isPossible else { return }
    let isWanted = settings.showsGhostText
    guard isWanted != inlineRegistration.isMade else { return }
    inlineRegistration.isMade = isWanted
    let (id, method) = ("inline-completion", "textDocument/inlineCompletion")
    if isWanted {
      ask("client/registerCapability", RegistrationParams(id: id, method: method, isForDocuments: true))
    } else {
      ask("client/unregisterCapability", UnregistrationParams(id: id, method: method))
    }
  }
}

/// The dynamic registration of ghost text with the client.
struct InlineRegistration: Sendable {
  /// True when the client supports it.
  var isPossible = false
  /// True when ghost text is registered.
  var isMade = false
}

extension JSONEncodable where Self == InlineCompletionList {
  /// An empty list.
  fileprivate static var nothing: InlineCompletionList { InlineCompletionList(items: []) }
}

extension InlineCompletionList {
  /// Creates a list of texts for the client, the best first.
  fileprivate init(_ shown: [GhostText], in document: DocumentSnapshot, encoding: PositionEncoding) {
    self.init(
      items: shown.map { ghost in
        let range = PositionRange(ghost.replaced, in: document.text, encoding: encoding)
        return InlineCompletionItem(insertText: ghost.text, range: range)
      })
  }
}

extension PositionRange {
  fileprivate init(_ bytes: Range<Int>, in text: Text, encoding: PositionEncoding) {
    let ends = [bytes.lowerBound, bytes.upperBound].map { offset in
      let position = text.position(of: offset, encoding: encoding)
      return Position(line: position.line, character: position.column)
    }
    self.init(start: ends[0], end: ends[1])
  }
}
