import CatchwordLSP
import CatchwordRPC

/// What we ask of the client.
extension Server {
  /// `initialized`: from here on we may ask things of the client.
  func initialized(_: Message.Params) throws(JSONError) {
    watchFiles()
    registerGhostText()
    if workspace.registersConfiguration {
      ask("client/registerCapability", RegistrationParams(id: "settings", method: "workspace/didChangeConfiguration"))
    }
    pullSettings()
    // What belongs to the open folders is being read already.
    showLoading()
  }

  /// Takes what may be an answer without a result: to a question of ours it is one, and as good as an error.
  func takeUnclear(_ id: RequestID, _ error: ResponseError) {
    guard let handler = outgoing.take(id) else { return outbox.send(error, id: id) }
    handler(self, nil)
  }

  /// Sends a request; its answer goes to `handler`, unless the client does not answer.
  func ask(
    _ method: String, _ params: some JSONEncodable, _ handler: @escaping OutgoingRequests.Handler = { _, _ in }
  ) {
    guard let id = outgoing.insert(handler) else { return }
    outbox.request(method, params, id: id)
  }
}
