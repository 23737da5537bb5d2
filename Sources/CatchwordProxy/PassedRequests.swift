import CatchwordRPC

/// The requests that were passed to one of the two servers and are not answered yet, under the proxy's own ids.
///
/// The proxy sends requests of its own, whose ids could collide with a client's. So each request is passed on under a
/// number that was never used before.
struct PassedRequests: Sendable {
  /// The receiver of a request, or the sender of one to the client.
  enum Server: Sendable {
    case upstream, embedded
    /// The proxy itself; it sends requests to the client, but receives none.
    case proxy
  }

  /// The sender of a request, which gets the response.
  enum Asker: Equatable, Sendable {
    case client(RequestID)
    /// The source of the upstream server's completions, with the source's own number.
    case source(Int)
    /// The proxy, for the client's `initialize`.
    case initialize(RequestID)
    /// The proxy, for an `initialize` that the client already has an answer to.
    case lateInitialize
    /// The proxy, for the client's `shutdown`.
    case shutdown
  }

  struct Entry: Sendable {
    let asker: Asker
    let server: Server
    let method: String
  }

  /// The maximum number of open requests, so that a server that never answers cannot use unbounded memory.
  static let maximumOpen = 10_000

  private(set) var entries: [Int: Entry] = [:]
  private var byClientID: [RequestID: Int] = [:]
  private var bySource: [Int: Int] = [:]
  /// The client's requests that it has cancelled and that are not answered yet.
  private var cancelled: Set<Int> = []
  private var last = 0

  /// True when the client waits for no response except that to `shutdown`.
  var areOfServersAlone: Bool { byClientID.isEmpty }

  var isFull: Bool { entries.count >= PassedRequests.maximumOpen }

  /// Adds a request.
  ///
  /// - Returns: The number under which it is passed on.
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

  /// Detaches the client's `initialize` from the upstream server, whose response is still awaited but not passed on.
  mutating func detachInitialize() {
    for (number, entry) in entries {
      guard case .initialize(let id) = entry.asker, entry.server == .upstream else { continue }
      byClientID[id] = nil
      entries[number] = Entry(asker: .lateInitialize, server: entry.server, method: entry.method)
    }
  }

  /// Removes and returns a request that no server has to answer any more.
  mutating func take(_ number: Int) -> Entry? { remove(number) }

  /// Removes and returns the request that a response belongs to; nil when there is none, as for a second response.
  mutating func take(_ id: RequestID?, from server: Server) -> Entry? {
    guard let number = id?.number, entries[number]?.server == server else { return nil }
    return remove(number)
  }

  /// Notes that the client has cancelled a request.
  mutating func cancel(_ number: Int) {
    if case .client? = entries[number]?.asker { cancelled.insert(number) }
  }

  /// Removes and returns the requests that the client has cancelled, in the order in which they came.
  ///
  /// - Complexity: O(*n* log *n*).
  mutating func takeCancelled() -> [Entry] { cancelled.sorted().compactMap { remove($0) } }

  /// Removes and returns all requests to a server, in the order in which they came.
  mutating func takeAll(of server: Server) -> [Entry] {
    entries.filter { $0.value.server == server }.keys.sorted().compactMap { remove($0) }
  }

  /// Removes a request that the source does not wait for any more, and returns its id at the server.
  mutating func take(source number: Int) -> Int? {
    guard let mapped = bySource[number] else { return nil }
    _ = remove(mapped)
    return mapped
  }

  /// Returns the client's open request with this id.
  func find(client id: RequestID) -> (number: Int, server: Server)? {
    guard let number = byClientID[id], let entry = entries[number] else { return nil }
    return (number, entry.server)
  }

  private mutating func remove(_ number: Int) -> Entry? {
    guard let entry = entries.removeValue(forKey: number) else { return nil }
    cancelled.remove(number)
    switch entry.asker {
    case .client(let id), .initialize(let id): byClientID[id] = nil
    case .source(let number): bySource[number] = nil
    case .shutdown, .lateInitialize: break
    }
    return entry
  }
}

/// The requests to the client that it has not answered yet, under the proxy's own ids.
struct PassedQuestions: Sendable {
  struct Entry: Hashable, Sendable {
    let server: PassedRequests.Server
    let id: RequestID
  }

  /// The maximum number of open requests, for a client that never answers.
  static let maximumOpen = 10_000

  private var entries: [Int: Entry] = [:]
  private var numbers: [Entry: Int] = [:]
  private var last = 0

  /// Adds a request.
  ///
  /// - Returns: The id under which it is passed on; nil when too many are open, or the server has one with this id.
  mutating func insert(_ entry: Entry) -> RequestID? {
    guard entries.count < PassedQuestions.maximumOpen, numbers[entry] == nil else { return nil }
    last += 1
    entries[last] = entry
    numbers[entry] = last
    return .int(last)
  }

  /// Removes and returns the request that the client answers; nil when there is none.
  mutating func take(_ id: RequestID?) -> Entry? {
    guard let number = id?.number, let entry = entries.removeValue(forKey: number) else { return nil }
    numbers[entry] = nil
    return entry
  }

  /// Returns the id under which a request was passed on.
  func find(_ entry: Entry) -> RequestID? { numbers[entry].map { .int($0) } }

  /// Removes all requests of a server.
  ///
  /// - Returns: The ids under which they were passed on.
  mutating func removeAll(of server: PassedRequests.Server) -> [RequestID] {
    let gone = entries.filter { $0.value.server == server }
    for (number, entry) in gone {
      entries[number] = nil
      numbers[entry] = nil
    }
    return gone.keys.sorted().map { .int($0) }
  }
}
