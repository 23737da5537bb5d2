import CatchwordCompletion
import CatchwordRPC

/// Decides what becomes of each message between a client, another language server, and our own, which is embedded.
///
/// A pure value: messages and other events come in, and each returns what is to be done, in order. The client's requests
/// go to one of the two servers and are answered once, whatever the servers do; its notifications go to both; everything
/// else is handed on as it is, with other ids.
struct ProxyRouter: Sendable {
  /// How far the dialogue has come.
  enum Phase: Equatable, Sendable {
    /// No `initialize` yet.
    case fresh
    /// The other server has been asked, for the client's request of this id.
    case askingUpstream(RequestID)
    /// The embedded server has been asked.
    case askingEmbedded(RequestID)
    /// Both have been asked, or will not be.
    case running
    /// Over: nothing counts any more.
    case ended
  }

  /// How much may wait for the embedded server before it begins, in bytes: a client has nothing to say by then.
  static let maximumHeld = 64 << 20

  /// How often what the other server does wrong is told.
  static let maximumComplaints = 20

  /// How much is kept of what the other server says when it does not begin, in characters.
  static let maximumStatement = 200

  /// The other server's name, for people.
  let name: String
  var phase = Phase.fresh
  /// How the other server ended; nil while it lives.
  var end: String?
  /// What the user is to be told of that as soon as the client takes messages.
  var unshown: String?
  var requests = PassedRequests()
  var questions = PassedQuestions()
  var traces = UpstreamTraces()
  var abilities: UpstreamAbilities?
  /// What waits for a server whose answer to `initialize` the client has not waited for; nil for one that was quick.
  var early: EarlyStart?
  /// Counts the requests of the proxy's own.
  var ownQuestions = 0
  /// The client's parameters of `initialize`.
  var initializeParams = JSONValue.null
  /// The other server's answer to it.
  var initializeAnswer: PassingMessage?
  /// What the embedded server does beside completions.
  var own = (completesInline: false, commands: Set<String>())
  var shutdown: ProxyShutdown?
  /// Nothing more comes from the client.
  var hasInputEnded = false
  /// The client's `shutdown`, which waits for the answers to what came before it.
  var waitingShutdown: (id: RequestID, message: PassingMessage)?
  /// The client's `exit`, which waits for the answer to its `shutdown`.
  var waitingExit: ContiguousArray<UInt8>?
  var complaints = 0
  private var held: (messages: [ContiguousArray<UInt8>], bytes: Int) = ([], 0)

  init(name: String) { self.name = name }

  // MARK: From the client

  /// The client has sent a message.
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
    if requests.isFull {
      return [refuse(id, .requestFailed, "\(PassedRequests.maximumOpen) requests are open; this is one too many.")]
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
      let number = requests.insert(.client(id), to: .upstream, method: method)
      return upstreamInTurn(method, message, message.replacingID(with: .int(number)), number: number)
    }
  }

  /// True for what the embedded server answers.
  private func isOwn(_ method: String, _ message: PassingMessage) -> Bool {
    // Before `initialize`, it is for the other server to say what is wrong with that.
    if phase == .fresh { return false }
    switch method {
    case "textDocument/completion", "completionItem/resolve": return true
    case "textDocument/inlineCompletion":
      // The other server's are handed on as they are, and not mixed with ours.
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
    return server == .upstream ? upstream(body) : embed(body)
  }

  private mutating func clientNotified(_ method: String, _ message: PassingMessage) -> [ProxyAction] {
    var actions: [ProxyAction] = []
    if isWanted(method) { actions += upstreamInTurn(method, message) }
    // What it does not know it passes over.
    if phase != .fresh { actions += embed(ownSettings(method, message)) }
    guard method == "initialized" else { return actions }
    early?.isClientReady = true
    return actions + register()
  }

  /// False for what the other server has not asked for, and the client sends for our sake.
  func isWanted(_ method: String) -> Bool {
    guard let abilities else { return true }
    switch method {
    case "textDocument/didOpen", "textDocument/didClose": return abilities.followsDocuments
    case "textDocument/didChange": return abilities.followsEdits
    default: return true
    }
  }

  /// The other server's settings are none of ours, but for what stands under our name.
  private func ownSettings(_ method: String, _ message: PassingMessage) -> ContiguousArray<UInt8> {
    guard method == "workspace/didChangeConfiguration" else { return message.body }
    let settings = InitializeMerge.ownSettings(message.paramsValue?["settings"])
    return OutgoingMessage.notification(method, ["settings": settings] as JSONValue)
  }

  private mutating func clientAnswered(_ id: RequestID?, _ message: PassingMessage) -> [ProxyAction] {
    guard let question = questions.take(id) else {
      // What answers nobody may have been meant for a request.
      guard let id, message.result == nil, message.error == nil else { return [] }
      let error = ResponseError(.invalidRequest, "The message has neither a method nor a result.")
      // A request that is open under this id has its own answer.
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

  /// The embedded server says what is wrong, and loses step with the document if it was an edit. The other server never
  /// sees it: many end when they do. Its id goes, as to the embedded server it would be another request's.
  private mutating func clientSentGarbage(_ reason: String, _ message: PassingMessage) -> [ProxyAction] {
    if phase == .running { return [.toEmbedded(message.removingID())] }
    let error = ResponseError(.parseError, "The message was not understood: \(reason).")
    return [.toClient(OutgoingMessage.error(error, id: nil))]
  }

  // MARK: From the embedded server

  /// The embedded server has sent a message.
  ///
  /// - Parameter urgency: What may become of it when the client does not read.
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
    // Ours sends none.
    case .invalid: return []
    }
  }

  /// Hands a server's request on to the client.
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

  /// Something for the other server, while it lives.
  func upstream(_ body: ContiguousArray<UInt8>) -> [ProxyAction] { end == nil ? [.toUpstream(body)] : [] }

  /// Something for the embedded server, when it has begun; what is too much before is dropped.
  mutating func embed(_ body: ContiguousArray<UInt8>) -> [ProxyAction] { embedIfThereIsRoom(body) ?? [] }

  /// - Returns: nil when too much waits for the embedded server.
  private mutating func embedIfThereIsRoom(_ body: ContiguousArray<UInt8>) -> [ProxyAction]? {
    guard case .askingUpstream = phase else { return [.toEmbedded(body)] }
    guard held.bytes + body.count <= ProxyRouter.maximumHeld else { return nil }
    held.messages.append(body)
    held.bytes += body.count
    return []
  }

  /// What has waited for the embedded server.
  mutating func takeHeld() -> [ProxyAction] {
    defer { held = ([], 0) }
    return held.messages.map { .toEmbedded($0) }
  }
}
