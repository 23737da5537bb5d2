import CatchwordRPC

/// A client's `shutdown` that waits for the answers of both servers.
struct ProxyShutdown: Sendable {
  /// The client's request; nil when it has been answered.
  var id: RequestID?
  /// The upstream server's answer; nil while there is none, and when it could not be read.
  var upstreamAnswer: PassingMessage?
  /// True when the upstream server has answered.
  var isUpstreamDone = false
  var isEmbeddedDone = false
}

/// The lifecycle, from `initialize` to `exit`.
extension ProxyRouter {
  mutating func initialize(_ id: RequestID, _ message: PassingMessage) -> [ProxyAction] {
    initializeParams = message.paramsValue ?? [:]
    if end != nil { return startEmbedded(id) }
    phase = .askingUpstream(id)
    let number = requests.insert(.initialize(id), to: .upstream, method: "initialize")
    let body = InitializeMerge.registeringNothingShared(message.replacingID(with: .int(number)))
    guard LateCapabilities.areTaken(by: initializeParams["capabilities"]) else {
      return [.toUpstream(body), .wait(.initialize)]
    }
    // The encoding must be known before the server has answered.
    return [.toUpstream(InitializeMerge.offeringUTF16Alone(body)), .wait(.initialize), .wait(.answer)]
  }

  mutating func upstreamDidInitialize(_ id: RequestID, _ message: PassingMessage) -> [ProxyAction] {
    guard let result = message.result, message.error == nil else {
      // The client may send `initialize` again, depending on the error.
      phase = .fresh
      _ = takeHeld()
      return [.toClient(message.replacingID(with: id))] + refuseHeld()
    }
    abilities = UpstreamAbilities((try? JSONValue(parsing: message.part(result))) ?? .null)
    initializeAnswer = message
    return startEmbedded(id)
  }

  /// Refuses the requests that waited for the embedded server, which is not started now.
  private mutating func refuseHeld() -> [ProxyAction] {
    requests.takeAll(of: .embedded).compactMap { entry in
      guard case .client(let id) = entry.asker else { return nil }
      return refuse(id, .serverNotInitialized, "\"initialize\" failed.")
    }
  }

  /// Starts the embedded server, beside the upstream server or alone.
  mutating func startEmbedded(_ id: RequestID) -> [ProxyAction] {
    phase = .askingEmbedded(id)
    // A server that has not answered yet was offered UTF-16 alone, so that is its encoding.
    let upstream = abilities ?? (isUpstreamAwaited ? UpstreamAbilities() : nil)
    let params = InitializeMerge.embeddedParams(initializeParams, upstream: upstream)
    let number = requests.insert(.initialize(id), to: .embedded, method: "initialize")
    let body = OutgoingMessage.request("initialize", params, id: .int(number))
    return [.startEmbedded(isAlone: abilities == nil && !isUpstreamAwaited), .toEmbedded(body)] + takeHeld()
  }

  mutating func embeddedDidInitialize(_ id: RequestID, _ message: PassingMessage) -> [ProxyAction] {
    phase = .running
    let result = message.result.flatMap { try? JSONValue(parsing: message.part($0)) } ?? .null
    let capabilities = result["capabilities"]
    own.completesInline = UpstreamAbilities.isProvided(capabilities?["inlineCompletionProvider"])
    own.commands = Set(UpstreamAbilities.strings(capabilities?["executeCommandProvider"]?["commands"]))
    let news = unshown.map { [ProxyRouter.show($0)] } ?? []
    unshown = nil
    if early != nil { return earlyAnswer(id, result) + news + register() }
    guard let answer = initializeAnswer else { return [.toClient(message.replacingID(with: id))] + news }
    initializeAnswer = nil
    let merged = InitializeMerge.merge(
      PassingMessage(answer.replacingID(with: id)), own: result, movesCommitCharacters: knowsCommitCharacters)
    return [.toClient(merged)] + news
  }

  /// True when the client takes commit characters from the items.
  var knowsCommitCharacters: Bool {
    let completion = initializeParams["capabilities"]?["textDocument"]?["completion"]
    return completion?["completionItem"]?["commitCharactersSupport"]?.boolValue ?? false
  }

  // MARK: The end

  /// Handles `shutdown`: it is passed on when all earlier requests are answered, or when that takes too long.
  mutating func shutDown(_ id: RequestID, _ message: PassingMessage) -> [ProxyAction] {
    if shutdown != nil || waitingShutdown != nil {
      return [refuse(id, .invalidRequest, "The server is shut down; send \"exit\".")]
    }
    waitingShutdown = (id, message)
    return [.wait(.rest)]
  }

  private mutating func passShutdown(_ id: RequestID, _ message: PassingMessage) -> [ProxyAction] {
    waitingShutdown = nil
    var shutdown = ProxyShutdown(id: id)
    var actions: [ProxyAction] = [.wait(.shutdown)] + dropHeld()
    if end == nil {
      let number = requests.insert(.shutdown, to: .upstream, method: "shutdown")
      actions.append(.toUpstream(message.replacingID(with: .int(number))))
    }
    switch phase {
    case .running, .askingEmbedded:
      let number = requests.insert(.shutdown, to: .embedded, method: "shutdown")
      actions.append(.toEmbedded(OutgoingMessage.request("shutdown", JSONValue.null, id: .int(number))))
    // The embedded server has not begun.
    case .fresh, .askingUpstream, .ended: shutdown.isEmbeddedDone = true
    }
    self.shutdown = shutdown
    return actions + answerShutdown()
  }

  /// Answers the client's `shutdown` when both servers have answered it, or cannot.
  mutating func answerShutdown() -> [ProxyAction] {
    guard let shutdown, let id = shutdown.id, shutdown.isEmbeddedDone else { return [] }
    guard shutdown.isUpstreamDone || end != nil else { return [] }
    self.shutdown?.id = nil
    let none = OutgoingMessage.result(JSONValue.null, id: id)
    return [.toClient(shutdown.upstreamAnswer?.replacingID(with: id) ?? none)]
  }

  /// Handles `exit`: at once, or after the answer to a `shutdown` that came before it.
  mutating func exit(_ message: PassingMessage) -> [ProxyAction] {
    if shutdown?.id == nil && waitingShutdown == nil { return upstream(message.body) + finish() }
    waitingExit = message.body
    return [.wait(.rest)]
  }

  /// Handles the end of the client's input: its open requests are answered before the end, unless that takes too long.
  mutating func clientDidEnd() -> [ProxyAction] {
    guard phase != .ended, !hasInputEnded else { return [] }
    hasInputEnded = true
    return [.wait(.rest)]
  }

  /// Ends the proxy when the embedded server has ended, as it does when the client's process is gone.
  mutating func embeddedDidEnd() -> [ProxyAction] { phase == .ended ? [] : finish() }

  /// Shuts down or ends when the client has asked for it and all its requests are answered. Called after each event.
  mutating func endWhenDone() -> [ProxyAction] {
    if let (id, message) = waitingShutdown, requests.areOfServersAlone, phase != .ended {
      return passShutdown(id, message) + endWhenDone()
    }
    guard phase != .ended, shutdown?.id == nil, waitingShutdown == nil else { return [] }
    if let waitingExit { return upstream(waitingExit) + finish() }
    return hasInputEnded && requests.areOfServersAlone ? finish() : []
  }

  private mutating func finish() -> [ProxyAction] {
    // All open requests are answered, as by a server that ends.
    var actions: [ProxyAction] = []
    for entry in requests.takeAll(of: .upstream) + requests.takeAll(of: .embedded) {
      switch entry.asker {
      case .client(let id), .initialize(let id):
        actions.append(refuse(id, .requestCancelled, "The server has ended."))
      case .source(let number): actions.append(.answer(number, .failure(.ended("The server has ended."))))
      case .shutdown, .lateInitialize: break
      }
    }
    if let id = shutdown?.id ?? waitingShutdown?.id {
      actions.append(.toClient(OutgoingMessage.result(JSONValue.null, id: id)))
    }
    phase = .ended
    return actions + [.finish(code: shutdown == nil && waitingShutdown == nil ? 1 : 0)]
  }

  /// Handles an awaited event that has not come in time.
  mutating func patienceDidEnd(_ patience: ProxyPatience) -> [ProxyAction] {
    if patience == .rest, phase != .ended { return restDidEnd() }
    guard end == nil, phase != .ended else { return [] }
    switch (patience, phase) {
    case (.answer, .askingUpstream(let id)): return startEarly(id)
    case (.initialize, _) where isUpstreamAwaited, (.initialize, .askingUpstream):
      return [.endUpstream] + upstreamDidEnd("\(name) has not answered \"initialize\" in time and was ended.")
    case (.shutdown, _) where shutdown?.id != nil && shutdown?.isUpstreamDone == false:
      return [.endUpstream] + upstreamDidEnd("\(name) has not answered \"shutdown\" in time and was ended.")
    default: return []
    }
  }

  /// Handles open responses to the client that have not come in time.
  private mutating func restDidEnd() -> [ProxyAction] {
    let isOver = waitingExit != nil || hasInputEnded
    if let (id, message) = waitingShutdown { return passShutdown(id, message) + (isOver ? [.wait(.rest)] : []) }
    // A client that has shut down may take any time to send `exit`.
    return isOver ? (waitingExit.map(upstream) ?? []) + finish() : []
  }
}
