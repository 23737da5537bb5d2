import CatchwordCompletion
import CatchwordRPC
import CatchwordText

/// The handling of the upstream server's messages and of its end.
extension ProxyRouter {
  /// Handles a message from the upstream server.
  mutating func upstreamSent(_ message: PassingMessage) -> [ProxyAction] {
    guard end == nil, phase != .ended else { return [] }
    switch message.kind {
    case .request(let id, let method):
      traces.note(message, method: method)
      if method == "client/registerCapability" || method == "client/unregisterCapability" {
        abilities?.follow(method, message.paramsValue)
      }
      return ask(PassedQuestions.Entry(server: .upstream, id: id), message)
    case .notification("$/cancelRequest"):
      guard let (id, ranges) = message.cancelled,
        case .int(let number)? = questions.find(PassedQuestions.Entry(server: .upstream, id: id))
      else { return [] }
      return [.toClient(message.body.replacing(ranges, with: String(number)))]
    case .notification(let method):
      traces.note(message, method: method)
      return [.toClient(message.body)]
    case .response(nil):
      return complain("\(name) says that it was sent something that it could not read.")
    case .response(let id): return upstreamAnswered(id, message)
    case .invalid(let reason):
      return complain("\(name) has sent something that is no message of LSP's: \(reason).")
        + lose(LostResponse(message.body), "\(reason).")
    }
  }

  private mutating func upstreamAnswered(_ id: RequestID?, _ message: PassingMessage) -> [ProxyAction] {
    // A response that nobody waits for, or a second one, is dropped.
    guard let entry = requests.take(id, from: .upstream) else { return [] }
    switch entry.asker {
    case .client(let id): return [.toClient(message.replacingID(with: id))]
    case .initialize(let id): return upstreamDidInitialize(id, message)
    case .lateInitialize: return upstreamDidBegin(message)
    case .source(let number):
      if let result = message.result, message.error == nil { return [.answer(number, .success(message.part(result)))] }
      let error = message.error.flatMap { try? JSONValue(parsing: message.part($0)) }
      return [.answer(number, .failure(.refused(error?["message"]?.stringValue ?? "unknown")))]
    case .shutdown:
      shutdown?.upstreamAnswer = message
      shutdown?.isUpstreamDone = true
      return answerShutdown()
    }
  }

  /// Handles input from the upstream server that could not be taken.
  ///
  /// - Parameter isMessage: True when it was a message, which may have been any of the awaited responses; false for
  ///   garbage between messages.
  mutating func upstreamLost(_ reason: String, isMessage: Bool) -> [ProxyAction] {
    guard end == nil, phase != .ended else { return [] }
    return complain("\(name): \(reason)") + lose(isMessage ? .unknown : .notAwaited, reason)
  }

  /// Answers the requests whose response may have come in a message that could not be read.
  ///
  /// - Parameter reason: Why it could not be read, with a full stop.
  private mutating func lose(_ response: LostResponse, _ reason: String) -> [ProxyAction] {
    var entries: [PassedRequests.Entry] = []
    switch response {
    case .notAwaited: break
    case .one(let number):
      if let entry = requests.take(RequestID.int(number), from: .upstream) { entries = [entry] }
    case .unknown: entries = requests.takeAll(of: .upstream)
    }
    return answerAll(entries, "\(name) has sent an answer that could not be taken: \(reason)")
  }

  /// Logs a fault of the upstream server, up to the maximum number of complaints.
  private mutating func complain(_ message: String) -> [ProxyAction] {
    complaints += 1
    return complaints <= ProxyRouter.maximumComplaints ? [.log(.warning, message)] : []
  }

  /// Handles the end of the upstream server, which has ended or is given up.
  ///
  /// - Parameter reason: The way in which it ended, as a sentence.
  mutating func upstreamDidEnd(_ reason: String) -> [ProxyAction] {
    guard end == nil else { return [] }
    end = reason
    // The held requests are answered below.
    _ = early?.takeHeld()
    if phase == .ended { return [] }
    var actions = answerAll(requests.takeAll(of: .upstream), reason)
    for id in questions.removeAll(of: .upstream) {
      guard case .int(let number) = id else { continue }
      actions.append(.toClient(OutgoingMessage.notification("$/cancelRequest", ["id": .int(number)] as JSONValue)))
    }
    actions += traces.erasure().map { .toClient($0) }
    guard shutdown == nil else { return actions }
    let message = "\(reason) Completions go on without it; start it anew in your editor to have it back."
    // The client may be sent no message before `initialize` is answered.
    if phase == .running { return actions + [ProxyRouter.show(message), .log(.error, message)] }
    unshown = message
    return actions + [.log(.error, message)]
  }

  static func show(_ message: String) -> ProxyAction {
    let params: JSONValue = ["type": 1, "message": .string(PlainText.shown(message))]
    return .toClient(OutgoingMessage.notification("window/showMessage", params))
  }

  private mutating func answerAll(_ entries: [PassedRequests.Entry], _ reason: String) -> [ProxyAction] {
    entries.flatMap { entry -> [ProxyAction] in
      switch entry.asker {
      case .client(let id): return [refuse(id, .requestFailed, reason)]
      case .source(let number): return [.answer(number, .failure(.ended(reason)))]
      // A server whose answer to `initialize` was lost cannot begin any more.
      case .initialize(let id): return giveUpUpstream("\(reason) It was ended.") + startEmbedded(id)
      case .lateInitialize: return giveUpUpstream("\(reason) It was ended.")
      case .shutdown:
        shutdown?.isUpstreamDone = true
        return answerShutdown()
      }
    }
  }

  // MARK: Our own questions

  /// Sends a request of the source to the upstream server.
  ///
  /// - Parameters:
  ///   - number: The source's number for its request, never used before.
  ///   - params: The parameters, a JSON text.
  mutating func sourceAsked(
    _ number: Int, _ method: String, _ params: ContiguousArray<UInt8>
  ) -> [ProxyAction] {
    if let end { return [.answer(number, .failure(.ended(end)))] }
    guard phase == .running else { return [.answer(number, .failure(.busy))] }
    let room = makeRoom()
    guard !requests.isFull else { return [.answer(number, .failure(.busy))] }
    let id = requests.insert(.source(number), to: .upstream, method: method)
    return room + upstreamInTurn(method, PassingMessage(UpstreamMessage.request(method, params, id: id)), number: id)
  }

  /// Cancels a request of the source.
  mutating func sourceCancelled(_ number: Int) -> [ProxyAction] {
    guard let id = requests.take(source: number) else { return [] }
    if isUpstreamAwaited, early?.takeBack(id) == true { return [] }
    return upstream(OutgoingMessage.notification("$/cancelRequest", ["id": .int(id)] as JSONValue))
  }
}

/// Builds our own messages to another server.
enum UpstreamMessage {
  /// Returns a request whose parameters are already a JSON text.
  static func request(_ method: String, _ params: ContiguousArray<UInt8>, id: Int) -> ContiguousArray<UInt8> {
    var body = ContiguousArray("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\(method.json),\"params\":".utf8)
    body.append(contentsOf: params)
    body.append(UInt8(ascii: "}"))
    return body
  }
}
