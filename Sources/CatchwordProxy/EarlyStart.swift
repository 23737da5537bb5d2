import CatchwordRPC

/// A start in which the client was answered before the other server was: what the other server is to be told waits, in order, until
/// it has begun, and what it can do is registered with the client when it is known.
struct EarlyStart: Sendable {
  /// A message for the other server.
  struct Held: Sendable {
    let method: String
    let message: PassingMessage
    /// The number of a request; nil for a notification.
    let number: Int?
  }

  /// How much may wait, in bytes: who needs longer than that will not begin at all.
  static let maximumHeld = 64 << 20

  /// What our own server provides.
  var own = JSONValue.null
  /// What the other one provides, when it is known.
  var upstream: JSONValue?
  /// The client has said that it takes registrations.
  var isClientReady = false
  /// What has been registered.
  private(set) var registered: [LateCapabilities.Registration] = []
  /// The documents, for a server that takes no edits.
  var texts: FullTexts?
  private(set) var held: [Held] = []
  private(set) var heldBytes = 0

  /// Adds a message that waits for the other server.
  mutating func hold(_ message: Held) {
    held.append(message)
    heldBytes += message.message.body.count
  }

  /// Takes a request back that waits.
  ///
  /// - Returns: False when it does not.
  mutating func takeBack(_ number: Int) -> Bool {
    guard let index = held.firstIndex(where: { $0.number == number }) else { return false }
    heldBytes -= held.remove(at: index).message.body.count
    return true
  }

  /// Takes all that waits, in order.
  mutating func takeHeld() -> [Held] {
    defer { (held, heldBytes) = ([], 0) }
    return held
  }

  /// What the client's `initialize` is answered: what cannot be registered later, and is sure.
  func answer(_ own: JSONValue) -> JSONValue {
    guard case .object(var result) = own else { return own }
    var capabilities: [String: JSONValue] = ["textDocumentSync": ["openClose": true, "change": 2]]
    capabilities["positionEncoding"] = own["capabilities"]?["positionEncoding"]
    capabilities["workspace"] = own["capabilities"]?["workspace"]
    result["capabilities"] = .object(capabilities)
    return .object(result)
  }

  /// What is to be taken back and registered by now.
  ///
  /// - Parameter movesCommitCharacters: The characters that accept the other server's items are said in the items.
  mutating func register(
    movesCommitCharacters: Bool
  ) -> (gone: [LateCapabilities.Registration], new: [LateCapabilities.Registration]) {
    let wanted = LateCapabilities.registrations(
      own: own, upstream: upstream, movesCommitCharacters: movesCommitCharacters)
    defer { registered = wanted }
    return (registered.filter { !wanted.contains($0) }, wanted.filter { !registered.contains($0) })
  }
}
