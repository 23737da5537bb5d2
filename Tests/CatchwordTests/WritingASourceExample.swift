import Catchword

// The example of the article "Writing a source", as it is printed there: see `WritingASourceTests`.

/// Offers the names of cities, which are loaded once, when they are first asked for.
actor Cities: CompletionSource {
  nonisolated let descriptor = SourceDescriptor(name: "cities", dependsOnlyOnAnchor: true)
  nonisolated var state: SourceState { SourceState(loadState: names.loadState) }
  private nonisolated let names: LoadedOnce<[String]>

  init(load: @escaping @Sendable () async throws -> [String]) { names = LoadedOnce(load: load) }

  func completions(for query: CompletionQuery) async throws -> SourceAnswer {
    SourceAnswer(names: try await names.value, for: query, kind: .constant)
  }
}
