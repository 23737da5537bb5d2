import CatchwordRPC

/// The requests that have been handed to one of the two servers and not been answered yet, under ids of the proxy's own.
///
/// The proxy asks things itself, so that a client's id could be one of its own: each request goes on under a number that
/// was never used before.
struct PassedRequests: Sendable {
  /// Which server is asked.
  enum Server: Sendable {
    case upstream, embedded
    /// The proxy itself; it only asks.
    case proxy
  }

  /// Who asks, and gets the answer.
  enum Asker: Equatable, Sendable {
    case client(RequestID)
    /// The source of the other server's completions, by its own number.
    case source(Int)
    /// The proxy, for the client's `initialize`.
    case initialize(RequestID)
    /// The proxy, for an `initialize` that the client has had an answer to.
    case lateInitialize
    /// The proxy, for the client's `shutdown`.
    case shutdown
  }

  struct Entry: Sendable {
    let asker: Asker
    let server: Server
    let method: String
  }

  /// How many may be open, so that who never answers costs no memory without bound.
  static let maximumOpen = 10_000

  private(set) var entries: [Int: Entry] = [:]
  private var byClientID: [RequestID: Int] = [:]
  private var bySource: [Int: Int] = [:]
  private var last = 0

  /// True when the client waits for no answer but that to `shutdown`.
  var areOfServersAlone: Bool { byClientID.isEmpty }

  var isFull: Bool { entries.count >= PassedRequests.maximumOpen }

  /// Enters a request.
  ///
  /// - Returns: The number under which it goes on.
  mutating func insert(_ asker: Asker, to server: Server, method: String) -> Int {
    last += 1
    entries[last] = Entry(asker: asker, server: server, method: method)
    switch asker {
    case .client(let id), .initialize(let id): byClientID[id] = last
    case .source(let number): bySource[number] = last
    case .shutdown, .lateInitialize: break
    }
    return last
  }

  /// Has the client's `initialize` answered by somebody else than the other server, whose answer is still waited for.
  mutating func detachInitialize() {
    for (number, entry) in entries {
      guard case .initialize(let id) = entry.asker, entry.server == .upstream else { continue }
      byClientID[id] = nil
      entries[number] = Entry(asker: .lateInitialize, server: entry.server, method: entry.method)
    }
  }

  /// Takes a request that no server is to answer any more.
  mutating func take(_ number: Int) -> Entry? { remove(number) }

  /// Takes the request that a server answers; nil when there is none, as for an answer given twice.
  mutating func take(_ id: RequestID?, from server: Server) -> Entry? {
    guard case .int(let number)? = id, entries[number]?.server == server else { return nil }
    return remove(number)
  }

  /// Takes all requests to a server, in the order in which they came.
  mutating func takeAll(of server: Server) -> [Entry] {
    entries.filter { $0.value.server == server }.keys.sorted().compactMap { remove($0) }
  }

  /// Takes a request of the source's, which does not wait for it any more.
  mutating func take(source number: Int) -> Int? {
    guard let mapped = bySource[number] else { return nil }
    _ = remove(mapped)
    return mapped
  }

  /// The request of the client's that has this id, and has not been answered.
  func find(client id: RequestID) -> (number: Int, server: Server)? {
    guard let number = byClientID[id], let entry = entries[number] else { return nil }
    return (number, entry.server)
  }

  private mutating func remove(_ number: Int) -> Entry? {
    guard let entry = entries.removeValue(forKey: number) else { return nil }
    switch entry.asker {
    case .client(let id), .initialize(let id): byClientID[id] = nil
    case .source(let number): bySource[number] = nil
    case .shutdown, .lateInitialize: break
    }
    return entry
  }
}

/// The servers' requests to the client that it has not answered yet, under ids of the proxy's own.
struct PassedQuestions: Sendable {
  struct Entry: Hashable, Sendable {
    let server: PassedRequests.Server
    let id: RequestID
  }

  /// How many may be open, for a client that never answers.
  static let maximumOpen = 10_000

  private var entries: [Int: Entry] = [:]
  private var numbers: [Entry: Int] = [:]
  private var last = 0

  /// Enters a question.
  ///
  /// - Returns: The id under which it goes on; nil when too many are open, or the server has one open with this id.
  mutating func insert(_ entry: Entry) -> RequestID? {
    guard entries.count < PassedQuestions.maximumOpen, numbers[entry] == nil else { return nil }
    last += 1
    entries[last] = entry
    numbers[entry] = last
    return .int(last)
  }

  /// Takes the question that the client answers; nil when nobody asked it.
  mutating func take(_ id: RequestID?) -> Entry? {
    guard case .int(let number)? = id, let entry = entries.removeValue(forKey: number) else { return nil }
    numbers[entry] = nil
    return entry
  }

  /// The id under which a question went on.
  func find(_ entry: Entry) -> RequestID? { numbers[entry].map { .int($0) } }

  /// Forgets the questions of a server.
  ///
  /// - Returns: The ids under which they went on.
  mutating func removeAll(of server: PassedRequests.Server) -> [RequestID] {
    let gone = entries.filter { $0.value.server == server }
    for (number, entry) in gone {
      entries[number] = nil
      numbers[entry] = nil
    }
    return gone.keys.sorted().map { .int($0) }
  }
}
