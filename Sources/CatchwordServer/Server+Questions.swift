import CatchwordLSP
import CatchwordRPC

/// Requests to the client.
extension Server {
  /// Handles `initialized`: from here on the server may send requests to the client.
  func initialized(_: Message.Params) throws(JSONError) {
    watchFiles()
    registerGhostText()
    if workspace.registersConfiguration {
      ask("client/registerCapability", RegistrationParams(id: "settings", method: "workspace/didChangeConfiguration"))
    }
    pullSettings()
    // Sources may be loading already for the open folders.
    showLoading()
  }

  /// Takes a message that may be a response without a result: for a request of ours it is one, treated as an error.
  func takeUnclear(_ id: RequestID, _ error: ResponseError) {
    guard let handler = outgoing.take(id) else { return outbox.send(error, id: id) }
    handler(self, nil)
  }

  /// Sends a request; its response is passed to `handler`. Does nothing when too many requests are open.
  func ask(
    _ method: String, _ params: some JSONEncodable, _ handler: @escaping OutgoingRequests.Handler = { _, _ in }
  ) {
    guard let id = outgoing.insert(handler) else { return }
    outbox.request(method, params, id: id)
  }
}
