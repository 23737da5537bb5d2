import CatchwordCompletion
import CatchwordRPC

/// The decisions about each message between a client, the upstream server, and our own server, which is embedded.
///
/// A pure value: messages and other events come in, and each call returns the actions to perform, in order. The
/// client's requests go to one of the two servers and are answered exactly once, whatever the servers do; its
/// notifications go to both; everything else is passed on unchanged, with other ids.
struct ProxyRouter: Sendable {
  /// The phase of the dialogue.
  enum Phase: Equatable, Sendable {
    /// Before `initialize`.
    case fresh
    /// The client's `initialize`, with this id, was passed to the upstream server and is not answered.
    case askingUpstream(RequestID)
    /// The client's `initialize`, with this id, was passed to the embedded server and is not answered.
    case askingEmbedded(RequestID)
    /// The embedded server has answered `initialize`.
    case running
    /// The proxy has ended and ignores everything.
    case ended
  }

  /// The maximum size of messages held for the embedded server before it begins, in bytes: a client has little to send.
  static let maximumHeld = 64 << 20

  /// The maximum number of logged faults of the upstream server.
  static let maximumComplaints = 20

  /// The maximum length, in Unicode scalars, of the kept message of an upstream server that refuses `initialize`.
  static let maximumStatement = 200

  /// The upstream server's name, as shown to users.
  let name: String
  var phase = Phase.fresh
  /// The sentence that states how the upstream server ended; nil while it is alive.
  var end: String?
  /// The message about that end, to be shown as soon as the client takes messages.
  var unshown: String?
  var requests = PassedRequests()
  var questions = PassedQuestions()
  var traces = UpstreamTraces()
  var abilities: UpstreamAbilities?
  /// The state of an early start; nil when the upstream server answered `initialize` before the client had to be.
  var early: EarlyStart?
  /// The number of requests that the proxy itself has sent to the client.
  var ownQuestions = 0
  /// The parameters of the client's `initialize`.
  var initializeParams = JSONValue.null
  /// The upstream server's answer to it, until it is merged.
  var initializeAnswer: PassingMessage?
  /// The embedded server's abilities beside completions.
  var own = (completesInline: false, commands: Set<String>())
  var shutdown: ProxyShutdown?
  /// True when the client's input has ended.
  var hasInputEnded = false
  /// The client's `shutdown`, which waits for the answers to what came before it.
  var waitingShutdown: (id: RequestID, message: PassingMessage)?
  /// The client's `exit`, which waits for the answer to its `shutdown`.
  var waitingExit: ContiguousArray<UInt8>?
  var complaints = 0
  private var held: (messages: [ContiguousArray<UInt8>], bytes: Int) = ([], 0)

  init(name: String) { self.name = name }

  // MARK: From the client

  /// Handles a message from the client.
  mutating func clientSent(_ message: PassingMessage) -> [ProxyAction] {
    switch message.kind {
    case _ where phase == .ended: []
    case .request(let id, let method): clientAsked(id, method, message)
    case .notification("$/cancelRequest"): clientCancelled(message)
    case .notification("exit"): exit(message)
    case .notification(let method): clientNotified(method, message)
    case .response(let id): clientAnswered(id, message)
    case .invalid(let reason): clientSentGarbage(reason, message)
    }
  }

  private mutating func clientAsked(_ id: RequestID, _ method: String, _ message: PassingMessage) -> [ProxyAction] {
    if requests.find(client: id) != nil {
      return [refuse(id, .invalidRequest, "A request with id \(id) is in flight; ids must not be used twice.")]
    }
    switch method {
    case "initialize" where phase == .fresh: return initialize(id, message)
    case "shutdown": return shutDown(id, message)
    case _ where waitingShutdown != nil: return [refuse(id, .invalidRequest, "The server is shutting down.")]
    case _ where isOwn(method, message):
      let number = requests.insert(.client(id), to: .embedded, method: method)
      if let actions = embedIfThereIsRoom(message.replacingID(with: .int(number))) { return actions }
      _ = requests.take(number)
      return [refuse(id, .requestFailed, "Too much was sent before \"initialize\" was answered.")]
    default:
      if let end { return [refuse(id, .requestFailed, "\(end) There is no \"\(method)\" without it.")] }
      let room = makeRoom()
      if requests.isFull {
        return [refuse(id, .requestFailed, "\(PassedRequests.maximumOpen) requests are open; this is one too many.")]
      }
      let number = requests.insert(.client(id), to: .upstream, method: method)
      return room + upstreamInTurn(method, message, message.replacingID(with: .int(number)), number: number)
    }
  }

  /// Makes room among the open requests when there is none: answers those that the client has cancelled.
  ///
  /// Until then the upstream server may answer them itself, as the protocol wants; many servers never do.
  mutating func makeRoom() -> [ProxyAction] {
    guard requests.isFull else { return [] }
    return requests.takeCancelled().compactMap { entry in
      guard case .client(let id) = entry.asker else { return nil }
      return refuse(id, .requestCancelled, "The request was cancelled.")
    }
  }

  /// Returns true for a request that the embedded server answers.
  private func isOwn(_ method: String, _ message: PassingMessage) -> Bool {
    // A request before `initialize` goes to the upstream server, which refuses it.
    if phase == .fresh { return false }
    switch method {
    case "textDocument/completion", "completionItem/resolve": return true
    case "textDocument/inlineCompletion":
      // The upstream server's inline completions are passed on as they are, and not mixed with ours.
      return end != nil || own.completesInline && !(abilities?.completesInline ?? false)
    case "workspace/executeCommand":
      return message.paramsValue?["command"]?.stringValue.map(own.commands.contains) ?? false
    default: return false
    }
  }

  private mutating func clientCancelled(_ message: PassingMessage) -> [ProxyAction] {
    guard let (id, ranges) = message.cancelled, let (number, server) = requests.find(client: id) else { return [] }
    if let actions = takeBack(number) { return actions }
    let body = message.body.replacing(ranges, with: String(number))
    guard server == .upstream else { return embed(body) }
    requests.cancel(number)
    return upstream(body)
  }

  private mutating func clientNotified(_ method: String, _ message: PassingMessage) -> [ProxyAction] {
    var actions: [ProxyAction] = []
    if isWanted(method) { actions += upstreamInTurn(method, message) }
    // The embedded server ignores notifications that it does not know.
    if phase != .fresh { actions += embed(ownSettings(method, message)) }
    guard method == "initialized" else { return actions }
    early?.isClientReady = true
    return actions + register()
  }

  /// Returns false for a notification that the client sends for our sake and the upstream server has not asked for.
  func isWanted(_ method: String) -> Bool {
    guard let abilities else { return true }
    switch method {
    case "textDocument/didOpen", "textDocument/didClose": return abilities.followsDocuments
    case "textDocument/didChange": return abilities.followsEdits
    default: return true
    }
  }

  /// Returns the client's notification, with settings reduced to our part: the rest are the upstream server's.
  private func ownSettings(_ method: String, _ message: PassingMessage) -> ContiguousArray<UInt8> {
    guard method == "workspace/didChangeConfiguration" else { return message.body }
    let settings = InitializeMerge.ownSettings(message.paramsValue?["settings"])
    return OutgoingMessage.notification(method, ["settings": settings] as JSONValue)
  }

  private mutating func clientAnswered(_ id: RequestID?, _ message: PassingMessage) -> [ProxyAction] {
    guard let question = questions.take(id) else {
      // A response to no request may have been meant as a request.
      guard let id, message.result == nil, message.error == nil else { return [] }
      let error = ResponseError(.invalidRequest, "The message has neither a method nor a result.")
      // An open request with this id gets its own response, so this error must not carry the id.
      return [.toClient(OutgoingMessage.error(error, id: requests.find(client: id) == nil ? id : nil))]
    }
    let body = message.replacingID(with: question.id)
    switch question.server {
    case .upstream: return upstream(body)
    case .embedded: return embed(body)
    case .proxy:
      guard message.error != nil else { return [] }
      return [
        .log(.warning, "The editor did not take what \(name) can do, which it was told as soon as that was known.")
      ]
    }
  }

  /// Passes an invalid message to the embedded server, which reports it and loses step with the document if it was an
  /// edit. The upstream server never sees it: many end when they do. Its id, which could match another request, goes.
  private mutating func clientSentGarbage(_ reason: String, _ message: PassingMessage) -> [ProxyAction] {
    if phase == .running { return [.toEmbedded(message.removingID())] }
    let error = ResponseError(.parseError, "The message was not understood: \(reason).")
    return [.toClient(OutgoingMessage.error(error, id: nil))]
  }

  // MARK: From the embedded server

  /// Handles a message from the embedded server.
  ///
  /// - Parameter urgency: The treatment of the message when the client does not read.
  mutating func embeddedSent(_ message: PassingMessage, urgency: MessageUrgency) -> [ProxyAction] {
    switch message.kind {
    case _ where phase == .ended: return []
    case .request(let id, _): return ask(PassedQuestions.Entry(server: .embedded, id: id), message)
    case .notification, .response(nil): return [.toClient(message.body, urgency)]
    case .response(let id):
      guard let entry = requests.take(id, from: .embedded) else { return [] }
      switch entry.asker {
      case .client(let id):
        var urgency = urgency
        if case .replaceable(let shorter) = urgency {
          urgency = .replaceable(by: PassingMessage(shorter).replacingID(with: id))
        }
        return [.toClient(message.replacingID(with: id), urgency)]
      case .initialize(let id): return embeddedDidInitialize(id, message)
      case .shutdown:
        shutdown?.isEmbeddedDone = true
        return answerShutdown()
      case .source, .lateInitialize: return []
      }
    // The embedded server sends no invalid messages.
    case .invalid: return []
    }
  }

  /// Passes a server's request on to the client.
  mutating func ask(_ entry: PassedQuestions.Entry, _ message: PassingMessage) -> [ProxyAction] {
    if let id = questions.insert(entry) { return [.toClient(message.replacingID(with: id))] }
    let error = ResponseError(.requestFailed, "Too many requests to the client are open, or one with this id is.")
    let body = OutgoingMessage.error(error, id: entry.id)
    return entry.server == .upstream ? upstream(body) : embed(body)
  }

  // MARK: Pieces

  func refuse(_ id: RequestID, _ code: ResponseError.Code, _ message: String) -> ProxyAction {
    .toClient(OutgoingMessage.error(ResponseError(code, message), id: id))
  }

  /// Sends a message to the upstream server, if it is alive.
  func upstream(_ body: ContiguousArray<UInt8>) -> [ProxyAction] { end == nil ? [.toUpstream(body)] : [] }

  /// Sends a message to the embedded server, or holds it until that has begun; too large an amount is dropped.
  mutating func embed(_ body: ContiguousArray<UInt8>) -> [ProxyAction] { embedIfThereIsRoom(body) ?? [] }

  /// - Returns: The actions; nil when too much is held for the embedded server.
  private mutating func embedIfThereIsRoom(_ body: ContiguousArray<UInt8>) -> [ProxyAction]? {
    guard case .askingUpstream = phase else { return [.toEmbedded(body)] }
    guard held.bytes + body.count <= ProxyRouter.maximumHeld else { return nil }
    held.messages.append(body)
    held.bytes += body.count
    return []
  }

  /// Removes and returns the messages that were held for the embedded server.
  mutating func takeHeld() -> [ProxyAction] {
    defer { held = ([], 0) }
    return held.messages.map { .toEmbedded($0) }
  }
}
