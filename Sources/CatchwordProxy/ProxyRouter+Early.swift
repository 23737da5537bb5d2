import CatchwordRPC
import CatchwordText

/// The early start: the client is answered before the upstream server has begun, and both are told later of each other.
extension ProxyRouter {
  /// True while the client has been answered and the upstream server has not begun.
  var isUpstreamAwaited: Bool { early != nil && abilities == nil && end == nil }

  /// Starts the embedded server, which answers the client, when the upstream server has not answered `initialize` soon.
  mutating func startEarly(_ id: RequestID) -> [ProxyAction] {
    early = EarlyStart()
    requests.detachInitialize()
    return startEmbedded(id)
  }

  /// Sends a message to the upstream server, or holds it, in order, until that server has begun.
  ///
  /// - Parameter number: The number of a request; nil for a notification.
  mutating func upstreamInTurn(
    _ method: String, _ message: PassingMessage, _ body: ContiguousArray<UInt8>? = nil, number: Int? = nil
  ) -> [ProxyAction] {
    if end != nil { return [] }
    guard isUpstreamAwaited else {
      if number == nil, early?.texts != nil {
        return early?.texts?.convert(method, message).map { [.toUpstream($0)] } ?? []
      }
      return [.toUpstream(body ?? message.body)]
    }
    early?.hold(EarlyStart.Held(method: method, message: body.map { PassingMessage($0) } ?? message, number: number))
    guard (early?.heldBytes ?? 0) > EarlyStart.maximumHeld else { return [] }
    return giveUpUpstream("\(name) has not answered \"initialize\" while more and more waited for it, and was ended.")
  }

  /// Handles the upstream server's answer to `initialize` after the client was answered.
  mutating func upstreamDidBegin(_ message: PassingMessage) -> [ProxyAction] {
    guard let part = message.result, message.error == nil, let result = try? JSONValue(parsing: message.part(part))
    else {
      let error = message.error.flatMap { try? JSONValue(parsing: message.part($0)) }
      let reason = ProxyRouter.statement(of: error)
      return giveUpUpstream("\(name) has answered \"initialize\" with an error (\(reason)) and was ended.")
    }
    let abilities = UpstreamAbilities(result)
    // The client was told UTF-16, so positions in another encoding would mean other places.
    guard abilities.encoding == .utf16 else {
      return giveUpUpstream(
        "\(name) counts characters in \(abilities.encoding.rawValue), which it was not offered, and was ended.")
    }
    self.abilities = abilities
    early?.upstream = result["capabilities"] ?? [:]
    if abilities.followsEdits, !abilities.editsAreIncremental { early?.texts = FullTexts() }
    return tellHeld() + register()
  }

  /// Returns an error's message, short and on one line: it is part of every later refusal.
  static func statement(of error: JSONValue?) -> String {
    guard let message = error?["message"]?.stringValue else { return "unknown" }
    return PlainText.line(String(String.UnicodeScalarView(message.unicodeScalars.prefix(maximumStatement))))
  }

  /// Sends the held messages to the upstream server, without those that it does not want.
  private mutating func tellHeld() -> [ProxyAction] {
    var actions: [ProxyAction] = []
    for held in early?.takeHeld() ?? [] {
      if let number = held.number {
        if held.method == "textDocument/completion", abilities?.completes != true,
          case .source(let source)? = requests.entries[number]?.asker
        {
          _ = requests.take(number)
          actions.append(.answer(source, .success(ContiguousArray("[]".utf8))))
          continue
        }
        actions.append(.toUpstream(held.message.body))
      } else if isWanted(held.method) {
        actions += upstreamInTurn(held.method, held.message)
      }
    }
    return actions
  }

  /// Ends the upstream server, unless it has ended.
  mutating func giveUpUpstream(_ reason: String) -> [ProxyAction] {
    end == nil ? [.endUpstream] + upstreamDidEnd(reason) : []
  }

  /// Answers the client's `initialize` with only those capabilities that are certain.
  ///
  /// - Parameter own: The embedded server's result.
  mutating func earlyAnswer(_ id: RequestID, _ own: JSONValue) -> [ProxyAction] {
    guard let early else { return [] }
    self.early?.own = own["capabilities"] ?? [:]
    return [.toClient(OutgoingMessage.result(early.answer(own), id: id))]
  }

  /// Updates the registrations with the capabilities that are known by now, once the client takes them.
  mutating func register() -> [ProxyAction] {
    let moves = knowsCommitCharacters
    guard phase == .running, early?.isClientReady == true,
      let (gone, new) = early?.register(movesCommitCharacters: moves)
    else { return [] }
    var actions: [ProxyAction] = []
    if !gone.isEmpty {
      actions += askClient("client/unregisterCapability", ["unregisterations": .array(gone.map(\.end))])
    }
    if !new.isEmpty { actions += askClient("client/registerCapability", ["registrations": .array(new.map(\.json))]) }
    return actions
  }

  /// Sends the client a request of the proxy's own.
  private mutating func askClient(_ method: String, _ params: JSONValue) -> [ProxyAction] {
    ownQuestions += 1
    guard let id = questions.insert(PassedQuestions.Entry(server: .proxy, id: .int(ownQuestions))) else { return [] }
    return [.toClient(OutgoingMessage.request(method, params, id: id))]
  }

  /// Cancels a request that is held for the upstream server.
  ///
  /// - Returns: The actions; nil when the request is not held, so that the server must be told.
  mutating func takeBack(_ number: Int) -> [ProxyAction]? {
    guard isUpstreamAwaited, early?.takeBack(number) == true else { return nil }
    guard case .client(let id)? = requests.take(number)?.asker else { return [] }
    return [refuse(id, .requestCancelled, "The request was cancelled.")]
  }

  /// Refuses the held requests, because the client shuts down before the upstream server has begun.
  mutating func dropHeld() -> [ProxyAction] {
    (early?.takeHeld() ?? []).compactMap(\.number).flatMap { number -> [ProxyAction] in
      switch requests.take(number)?.asker {
      case .client(let id): [refuse(id, .requestCancelled, "The server is shutting down.")]
      case .source(let source): [.answer(source, .failure(.ended("The server is shutting down.")))]
      default: []
      }
    }
  }
}
