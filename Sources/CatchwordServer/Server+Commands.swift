import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC
import CatchwordText

/// Commands about words, and the code actions that offer them at the cursor.
extension Server {
  /// The kind of our code actions, distinct so that no client treats them as a refactoring or a fix.
  static let codeActionKind = "catchword.ban"

  func executeCommand(_ request: PendingRequest, _ params: Message.Params) throws(JSONError) {
    let params = try params.decode { (reader) throws(JSONError) in try ExecuteCommandParams(from: &reader) }
    let command: WordCommand
    do throws(WordCommand.Mistake) {
      command = try WordCommand(params.command, params.arguments)
    } catch {
      return request.fail(ResponseError(.invalidParams, error.message))
    }
    guard let memory = configuration.memory else {
      return request.fail(ResponseError(.requestFailed, "This server remembers no words."))
    }
    switch command.name {
    case .accept: return accept(command.item ?? .null, request)
    case .bans: return request.answer(bannedWords)
    case .ban, .unban, .forget: begin(command, request, memory)
    }
  }

  /// The words that are banned by command, each with its language where it is banned in one only.
  private var bannedWords: JSONValue {
    .array(
      scheduler.learned.bannedWords.map { word, languageID in
        var entry: [String: JSONValue] = ["word": .string(PlainText.line(word))]
        if let languageID { entry["language"] = .string(PlainText.line(languageID)) }
        return .object(entry)
      })
  }

  /// Remembers an item that the client reports as accepted; an item of a forgotten list is ignored.
  private func accept(_ item: JSONValue, _ request: PendingRequest) {
    if let label = item["label"]?.stringValue, let list = item["data"]?.intValue,
      let (known, origin) = lists.entry(
        label, list: list, place: item["sortText"]?.stringValue.flatMap { Int($0) })
    {
      acceptances.accept(
        Acceptance(
          name: known.candidate.learnedName, source: known.source, typed: origin.typed, uri: origin.uri,
          languageID: origin.languageID), isTyped: known.candidate.text == origin.typed)
    }
    request.answer(JSONValue.null)
  }

  private func begin(_ command: WordCommand, _ request: PendingRequest, _ memory: any WordMemory) {
    // Acceptances before a `forget` are forgotten with the rest.
    acceptances.end()
    let bans = self.bans
    // All later messages see the change, however slow the memory is, unless too many changes are pending.
    let number =
      command.name == .forget
      ? nil : bans.begin(command.name == .ban, command.word ?? "", languageID: command.languageID)
    // Commands are written in the order in which they were read.
    let task = Task(name: command.name.rawValue, executorPreference: configuration.executor) { [lastWordCommand] in
      await lastWordCommand?.value
      defer { number.map(bans.end) }
      do {
        switch command.name {
        case .ban, .unban:
          try await memory.setBanned(
            command.name == .ban, command.word ?? "", languageID: command.languageID)
        case .forget: try await memory.forget(command.word)
        case .accept, .bans: break
        }
        request.answer(JSONValue.null)
      } catch {
        request.fail(ResponseError(.requestFailed, "\(error)"))
      }
    }
    lastWordCommand = task
    request.whenCancelled { task.cancel() }
  }

  /// Answers with an action for the word at the cursor, but only when asked by hand: no lamp is wanted at every word.
  func codeActions(_ request: PendingRequest, _ params: Message.Params) throws(JSONError) {
    let params = try params.decode { (reader) throws(JSONError) in try CodeActionParams(from: &reader) }
    let isWanted = params.only.map { $0.contains { Server.codeActionKind.isKind($0) } } ?? params.isInvoked
    guard isWanted, configuration.memory != nil, let document = documents[params.uri], !document.isOutOfStep,
      let action = action(at: params.range.end, in: document.snapshot)
    else { return request.answer(JSONValue.array([])) }
    request.answer([action])
  }

  private func action(at position: Position, in document: DocumentSnapshot) -> CodeAction? {
    let offset = document.text.offset(
      of: TextPosition(line: position.line, column: position.character), encoding: renderer.encoding)
    let range = document.text.wordRange(around: offset, scanner: document.scanner)
    guard !range.isEmpty, range.count <= WordCommand.maximumLength else { return nil }
    let word = document.text.string(in: range)
    let isBanned = scheduler.learned.isBanned(word, languageID: document.languageID)
    // A word that looks like a secret is never offered, so it needs no ban.
    guard isBanned || WordFilter().allows(word) else { return nil }
    let command = isBanned ? WordCommand.Name.unban : .ban
    let shown = PlainText.line(word)
    return CodeAction(
      title: isBanned ? "Offer “\(shown)” again" : "Never offer “\(shown)” again", kind: Server.codeActionKind,
      command: command.rawValue, arguments: WordCommand.arguments(word))
  }
}

extension String {
  /// True when this kind of action is of another kind: equal to it, or below it after a dot.
  fileprivate func isKind(_ other: String) -> Bool { other.isEmpty || self == other || hasPrefix("\(other).") }
}
