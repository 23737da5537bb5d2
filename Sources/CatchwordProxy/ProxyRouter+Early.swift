import CatchwordRPC
import CatchwordText

/// A client that is answered before the other server has begun, and what both hear of each other later.
extension ProxyRouter {
  /// True while the client has been answered and the other server has not begun.
  var isUpstreamAwaited: Bool { early != nil && abilities == nil && end == nil }

  /// The other server has not answered `initialize` soon: ours does, and speaks for itself.
  mutating func startEarly(_ id: RequestID) -> [ProxyAction] {
    early = EarlyStart()
    requests.detachInitialize()
    return startEmbedded(id)
  }

  /// Something that the other server is told in its turn.
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

  /// The other server has answered `initialize` after the client was answered.
  mutating func upstreamDidBegin(_ message: PassingMessage) -> [ProxyAction] {
    guard let part = message.result, message.error == nil, let result = try? JSONValue(parsing: message.part(part))
    else {
      let error = message.error.flatMap { try? JSONValue(parsing: message.part($0)) }
      let reason = ProxyRouter.statement(of: error)
      return giveUpUpstream("\(name) has answered \"initialize\" with an error (\(reason)) and was ended.")
    }
    let abilities = UpstreamAbilities(result)
    // The client has been told another one, and positions would mean other places.
    guard abilities.encoding == .utf16 else {
      return giveUpUpstream(
        "\(name) counts characters in \(abilities.encoding.rawValue), which it was not offered, and was ended.")
    }
    self.abilities = abilities
    early?.upstream = result["capabilities"] ?? [:]
    if abilities.followsEdits, !abilities.editsAreIncremental { early?.texts = FullTexts() }
    return tellHeld() + register()
  }

  /// What an error says, short and on one line: it stands in whatever is refused from then on.
  private static func statement(of error: JSONValue?) -> String {
    guard let message = error?["message"]?.stringValue else { return "unknown" }
    return PlainText.line(String(String.UnicodeScalarView(message.unicodeScalars.prefix(maximumStatement))))
  }

  /// Tells the other server what has waited for it, but for what it does not want to know.
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

  private mutating func giveUpUpstream(_ reason: String) -> [ProxyAction] { [.endUpstream] + upstreamDidEnd(reason) }

  /// The answer to the client's `initialize` that names only what is sure.
  ///
  /// - Parameter own: What the embedded server has answered.
  mutating func earlyAnswer(_ id: RequestID, _ own: JSONValue) -> [ProxyAction] {
    guard let early else { return [] }
    self.early?.own = own["capabilities"] ?? [:]
    return [.toClient(OutgoingMessage.result(early.answer(own), id: id))]
  }

  /// Registers what is known by now, with a client that takes it.
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

  /// A request of the proxy's own.
  private mutating func askClient(_ method: String, _ params: JSONValue) -> [ProxyAction] {
    ownQuestions += 1
    guard let id = questions.insert(PassedQuestions.Entry(server: .proxy, id: .int(ownQuestions))) else { return [] }
    return [.toClient(OutgoingMessage.request(method, params, id: id))]
  }

  /// Takes back a request that waits for the other server.
  ///
  /// - Returns: Nil when it does not wait, so that the server must be told.
  mutating func takeBack(_ number: Int) -> [ProxyAction]? {
    guard isUpstreamAwaited, early?.takeBack(number) == true else { return nil }
    guard case .client(let id)? = requests.take(number)?.asker else { return [] }
    return [refuse(id, .requestCancelled, "The request was cancelled.")]
  }

  /// The client wants to end before the other server has begun: what waits for that is answered.
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
