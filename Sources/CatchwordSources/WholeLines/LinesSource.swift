package import CatchwordCompletion
package import CatchwordText
import Synchronization

/// Offers whole lines of the open documents that begin as the line at the cursor, where nothing stands behind it.
///
/// It keeps no index: the open documents are searched at each question, the nearest lines first, for as long as a lookup may
/// take. Off unless the setting `words.lines` is on.
package actor LinesSource: CompletionSource, DocumentObserver {
  /// The properties of this source for the engine.
  package nonisolated let descriptor = SourceDescriptor(name: "lines", priority: -0.5)

  private struct Shared {
    var settings = WordsSettings()
    var state = SourceState(isEmpty: true)
    /// The open documents, by URI, while the source is on.
    var documents: [String: DocumentSnapshot] = [:]
  }

  private nonisolated let shared = Mutex(Shared())
  private nonisolated let privateDocuments: PrivateDocuments
  private let clock: EngineClock

  /// - Parameter privateDocuments: The documents whose lines are offered in themselves only.
  package init(clock: EngineClock = EngineClock(), privateDocuments: PrivateDocuments = PrivateDocuments()) {
    self.clock = clock
    self.privateDocuments = privateDocuments
  }

  /// Empty when it is off; the generation changes with the documents.
  package nonisolated var state: SourceState { shared.withLock(\.state) }

  /// Applies settings. Documents that were opened before it is turned on are known from their next edit on.
  package nonisolated func apply(_ settings: WordsSettings) {
    shared.withLock { shared in
      guard shared.settings != settings else { return }
      shared.settings = settings
      shared.state.isEmpty = !settings.offersLines
      shared.state.generation += 1
      if !settings.offersLines { shared.documents = [:] }
    }
  }

  // MARK: Following the documents

  package nonisolated func documentDidOpen(_ document: DocumentSnapshot) { keep(document) }

  package nonisolated func documentDidChange(_ change: TextChange, in document: DocumentSnapshot) { keep(document) }

  package nonisolated func documentDidClose(uri: String) {
    shared.withLock { shared in
      if shared.documents.removeValue(forKey: uri) != nil { shared.state.generation += 1 }
    }
  }

  private nonisolated func keep(_ document: DocumentSnapshot) {
    shared.withLock { shared in
      guard shared.settings.offersLines else { return }
      shared.documents[document.uri] = document
      shared.state.generation += 1
    }
  }

  // MARK: Answering

  /// True at the end of a line of which enough is written.
  package nonisolated func mayAnswer(_ query: CompletionQuery) -> Bool { LineBeginning(query) != nil }

  /// Returns the lines that begin so, those that stand there most often first.
  package func completions(for query: CompletionQuery) async throws -> SourceAnswer {
    guard let beginning = LineBeginning(query) else { return SourceAnswer([]) }
    let (settings, documents) = shared.withLock { ($0.settings, $0.documents) }
    var others: [DocumentSnapshot] = []
    if settings.scope != .document, !privateDocuments.contain(query.document.uri) {
      others = documents.values.filter { other in
        other.uri != query.document.uri && !privateDocuments.contain(other.uri)
          && (settings.scope == .all || other.languageID == query.document.languageID)
      }.sorted { $0.uri < $1.uri }
    }
    let search = LineSearch(beginning, clock: clock, deadline: CandidateSearch.deadline(of: query, clock))
    return try await search.run(query.document, others)
  }
}
