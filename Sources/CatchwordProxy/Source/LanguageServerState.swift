import CatchwordText

/// The state of a language server that we start: its runs, its waiters, and the messages that it has not been sent.
struct LanguageServerState {
  /// A function that makes messages to the server from the documents as the server knows them, and updates those.
  typealias News = @Sendable (inout SyncedDocuments) -> [ContiguousArray<UInt8>]

  /// One run of the server's process.
  struct Run {
    let number: Int
    /// The link to the process; nil until it has been started.
    var link: (any UpstreamLink)?
    /// The abilities from its answer to `initialize`; nil until then.
    var abilities: UpstreamAbilities?
    /// The documents as the server knows them; nil until it has answered `initialize`, and while a task writes.
    var documents: SyncedDocuments?
    /// The queued news, in order.
    var news: [News] = []
    /// True when it was logged that the server sends what is no message.
    var hasComplained = false
  }

  var run: Run?
  var runs = 0
  /// The number of diagnostics reports: only after a report is it sure that the server has read a document.
  var reports = 0
  /// The open documents as they are now.
  var documents: [String: DocumentSnapshot] = [:]
  var waiting: [Int: CheckedContinuation<ContiguousArray<UInt8>, any Error>] = [:]
  var ready: [Int: CheckedContinuation<UpstreamAbilities, any Error>] = [:]
  var last = 0
  var restarts = RestartPolicy()
  /// How the last run ended by itself; nil while nothing is known to be wrong.
  var lastEnd: String?
  /// Why the server cannot be used, as a sentence; nil unless it was given up for its answer to `initialize`.
  var refusal: String?
  var isClosed = false

  /// Handles the begin of a server: queues the greetings, and then the open documents as they are now.
  ///
  /// - Parameter greetings: The messages to send before the documents.
  /// - Returns: The run for which the caller must write, and the waiters; nil when there is no run or it had begun.
  mutating func didBegin(
    _ abilities: UpstreamAbilities, _ greetings: [ContiguousArray<UInt8>]
  ) -> (run: Int, ready: [CheckedContinuation<UpstreamAbilities, any Error>])? {
    guard let run, run.abilities == nil else { return nil }
    let open = documents.values.sorted { $0.uri < $1.uri }
    self.run?.abilities = abilities
    lastEnd = nil
    self.run?.documents = SyncedDocuments(abilities)
    self.run?.news = [{ _ in greetings }]
    for document in open { self.run?.news.append { $0.open(document) } }
    defer { ready = [:] }
    return (run.number, Array(ready.values))
  }

  /// Handles an answer to `initialize` with which the server cannot be used.
  ///
  /// - Returns: The waiters; nil when the server has begun before, or is not wanted any more.
  mutating func didRefuse(_ reason: String) -> [CheckedContinuation<UpstreamAbilities, any Error>]? {
    guard let run, run.abilities == nil, !isClosed else { return nil }
    refusal = reason
    defer { ready = [:] }
    return Array(ready.values)
  }

  /// Removes and returns the waiters for a response that came in a message that could not be read.
  mutating func takeWaiting(
    for response: LostResponse
  ) -> [CheckedContinuation<ContiguousArray<UInt8>, any Error>] {
    switch response {
    case .notAwaited: return []
    case .one(let number): return waiting.removeValue(forKey: number).map { [$0] } ?? []
    case .unknown:
      defer { waiting = [:] }
      return Array(waiting.values)
    }
  }

  /// Queues news for a server that has begun. Before that, only the state of the documents at its begin matters.
  ///
  /// - Returns: The run for which the caller must write; nil when the server has not begun or another task writes.
  mutating func add(_ news: @escaping News) -> Int? {
    guard let run, run.abilities != nil else { return nil }
    self.run?.news.append(news)
    return run.news.isEmpty && run.documents != nil ? run.number : nil
  }

  /// Removes and returns the queued news and the documents; the caller writes the news, then stores the documents.
  ///
  /// - Returns: Nil when nothing is queued, or another task writes.
  mutating func takeNews(of number: Int) -> (news: [News], documents: SyncedDocuments, link: any UpstreamLink)? {
    guard run?.number == number, let news = run?.news, !news.isEmpty, let documents = run?.documents,
      let link = run?.link
    else { return nil }
    run?.news = []
    run?.documents = nil
    return (news, documents, link)
  }
}
