/// A connection to a server that speaks the protocol of Redis. One thread uses it at a time.
final class RedisConnection {
  private let channel: any ByteChannel
  private var reader = RESPReader()

  /// Says who asks.
  ///
  /// - Parameter channel: The connection.
  /// - Throws: `PageStoreError`.
  init(
    _ channel: any ByteChannel, _ user: RedisUser, until deadline: ContinuousClock.Instant
  ) throws(PageStoreError) {
    self.channel = channel
    if let password = try user.password() {
      var command = RESPCommand("AUTH")
      if let name = user.name { command.append(name.utf8) }
      command.append(password)
      if case .error(let reason) = try ask([command], until: deadline)[0] { throw RedisConnection.refusal(reason) }
    }
    // So that whoever runs the server sees what it is. Where it may not be said, it is not.
    _ = try ask([RESPCommand("CLIENT", "SETNAME", "catchword")], until: deadline)
  }

  /// Sends commands at once, and returns the answer to each.
  ///
  /// - Throws: `PageStoreError`; the connection is then of no more use.
  func ask(
    _ commands: [RESPCommand], until deadline: ContinuousClock.Instant
  ) throws(PageStoreError) -> [RESPValue] {
    try channel.write(commands.flatMap(\.bytes), until: deadline)
    var answers: [RESPValue] = []
    for _ in commands {
      answers.append(
        try reader.value { [channel] bytes throws(PageStoreError) in try channel.read(into: &bytes, until: deadline) })
    }
    return answers
  }

  /// Returns what a server's refusal means, with a remedy.
  static func refusal(_ reason: String) -> PageStoreError {
    switch reason.prefix(while: { $0 != " " }) {
    case "NOAUTH": PageStoreError("the server asks for a password: name a file with it as \"passwordFile\"")
    case "WRONGPASS": PageStoreError("the server knows no such user and password: check \"user\" and \"passwordFile\"")
    case "NOPERM":
      PageStoreError("the user has not the right that is needed; the article on shared words has the rights")
    case "MOVED", "ASK", "CROSSSLOT", "CLUSTERDOWN":
      PageStoreError("the server is a node of a cluster, which is not supported yet: name a single server")
    case "LOADING": PageStoreError("the server is still reading its own files", isAway: true)
    case "OOM": PageStoreError("the server's memory is full: raise its \"maxmemory\"")
    case "READONLY": PageStoreError("the server is a replica, which takes nothing: name its primary")
    default: PageStoreError("the server refuses: \(RedisConnection.shown(reason))")
    }
  }

  /// A text of the server's, as it can be shown.
  private static func shown(_ text: String) -> String {
    String(text.unicodeScalars.prefix(200).map { SharedWord.isPossible(String($0)) ? Character($0) : "?" })
  }
}
