import CatchwordText

/// What is known of a language server that we have started: its runs, who waits for it, and what it is still to be told.
struct LanguageServerState {
  /// Something to tell the server, as messages about the documents as it knows them.
  typealias News = @Sendable (inout SyncedDocuments) -> [ContiguousArray<UInt8>]

  /// The life of one process.
  struct Run {
    let number: Int
    /// Nil until it has been started.
    var link: (any UpstreamLink)?
    /// What it said to `initialize`; nil until then.
    var abilities: UpstreamAbilities?
    /// Nil before that too, and while somebody writes.
    var documents: SyncedDocuments?
    /// What is to be told, in order.
    var news: [News] = []
  }

  var run: Run?
  var runs = 0
  /// How often it has said what is wrong with a document: only then has it read what it is asked about.
  var reports = 0
  /// The open documents as they are now.
  var documents: [String: DocumentSnapshot] = [:]
  var waiting: [Int: CheckedContinuation<ContiguousArray<UInt8>, any Error>] = [:]
  var ready: [Int: CheckedContinuation<UpstreamAbilities, any Error>] = [:]
  var last = 0
  var restarts = RestartPolicy()
  var isClosed = false

  /// A server has begun: the first that it is told are the documents as they are.
  ///
  /// - Parameter greetings: What it is told before them.
  /// - Returns: The run for which the caller must write, and who has waited for it; nil when it had begun.
  mutating func didBegin(
    _ abilities: UpstreamAbilities, _ greetings: [ContiguousArray<UInt8>]
  ) -> (run: Int, ready: [CheckedContinuation<UpstreamAbilities, any Error>])? {
    guard let run, run.abilities == nil else { return nil }
    let open = documents.values.sorted { $0.uri < $1.uri }
    self.run?.abilities = abilities
    self.run?.documents = SyncedDocuments(abilities)
    self.run?.news = [{ _ in greetings }]
    for document in open { self.run?.news.append { $0.open(document) } }
    defer { ready = [:] }
    return (run.number, Array(ready.values))
  }

  /// Adds something to what a server that has begun is to be told. Before, all that counts is what the documents are by then.
  ///
  /// - Returns: The run for which the caller must see to it that it is written; nil when somebody does already.
  mutating func add(_ news: @escaping News) -> Int? {
    guard let run, run.abilities != nil else { return nil }
    self.run?.news.append(news)
    return run.news.isEmpty && run.documents != nil ? run.number : nil
  }

  /// Takes what is to be told, for one who writes it and then gives the documents back.
  ///
  /// - Returns: Nil when there is nothing, or somebody writes.
  mutating func takeNews(of number: Int) -> (news: [News], documents: SyncedDocuments, link: any UpstreamLink)? {
    guard run?.number == number, let news = run?.news, !news.isEmpty, let documents = run?.documents,
      let link = run?.link
    else { return nil }
    run?.news = []
    run?.documents = nil
    return (news, documents, link)
  }
}
