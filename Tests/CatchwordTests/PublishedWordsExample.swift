import Catchword

// The example of the article "Writing a source", as it is printed there: see `PublishedWordsTests`.

/// Offers the words that a team has published in a place.
actor TeamWords: CompletionSource {
  nonisolated let descriptor = SourceDescriptor(name: "team", priority: -0.2)
  private let namespace: SharedNamespace
  private let clock = EngineClock()
  private var reader: PageReader

  init(_ store: any PageStore, _ namespace: SharedNamespace) {
    (self.namespace, reader) = (namespace, PageReader(store))
  }

  func completions(for query: CompletionQuery) async throws -> SourceAnswer {
    let prefix = SharedPrefix(query.typed)
    guard !prefix.isEmpty, let answer = try reader.answer(to: prefix, of: namespace, now: clock.now) else {
      return SourceAnswer([])
    }
    return SourceAnswer(answer.words.map { Candidate($0.text) }, isIncomplete: answer.isCut)
  }
}
