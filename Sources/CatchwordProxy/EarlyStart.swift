import CatchwordRPC

/// The state of a start in which the client is answered before the upstream server has answered. Messages for that
/// server are held in order until it has begun, and its capabilities are registered with the client once known.
struct EarlyStart: Sendable {
  /// A message that is held for the upstream server.
  struct Held: Sendable {
    let method: String
    let message: PassingMessage
    /// The number of a request; nil for a notification.
    let number: Int?
  }

  /// The maximum size of all held messages, in bytes: a server that is slower than that will not begin at all.
  static let maximumHeld = 64 << 20

  /// The capabilities of the embedded server.
  var own = JSONValue.null
  /// The capabilities of the upstream server; nil until they are known.
  var upstream: JSONValue?
  /// True when the client has sent `initialized`, and so takes registrations.
  var isClientReady = false
  /// The current registrations with the client.
  private(set) var registered: [LateCapabilities.Registration] = []
  /// The open documents, for a server that follows edits as whole texts only; nil for any other server.
  var texts: FullTexts?
  private(set) var held: [Held] = []
  private(set) var heldBytes = 0

  /// Adds a message that waits for the upstream server.
  mutating func hold(_ message: Held) {
    held.append(message)
    heldBytes += message.message.body.count
  }

  /// Removes a held request.
  ///
  /// - Returns: False when the request is not held.
  mutating func takeBack(_ number: Int) -> Bool {
    guard let index = held.firstIndex(where: { $0.number == number }) else { return false }
    heldBytes -= held.remove(at: index).message.body.count
    return true
  }

  /// Removes and returns all held messages, in order.
  mutating func takeHeld() -> [Held] {
    defer { (held, heldBytes) = ([], 0) }
    return held
  }

  /// Returns the answer to the client's `initialize`: the capabilities that are certain and cannot be registered later.
  func answer(_ own: JSONValue) -> JSONValue {
    guard case .object(var result) = own else { return own }
    var capabilities: [String: JSONValue] = ["textDocumentSync": ["openClose": true, "change": 2]]
    capabilities["positionEncoding"] = own["capabilities"]?["positionEncoding"]
    capabilities["workspace"] = own["capabilities"]?["workspace"]
    result["capabilities"] = .object(capabilities)
    return .object(result)
  }

  /// Updates the registrations, and returns those that must be taken back and those that must be added.
  ///
  /// - Parameter movesCommitCharacters: True when the upstream server's commit characters are moved into its items.
  mutating func register(
    movesCommitCharacters: Bool
  ) -> (gone: [LateCapabilities.Registration], new: [LateCapabilities.Registration]) {
    let wanted = LateCapabilities.registrations(
      own: own, upstream: upstream, movesCommitCharacters: movesCommitCharacters)
    defer { registered = wanted }
    return (registered.filter { !wanted.contains($0) }, wanted.filter { !registered.contains($0) })
  }
}
