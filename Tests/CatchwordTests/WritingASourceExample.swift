import Catchword

// The example of the article "Writing a source", as it is printed there: see `WritingASourceTests`.

/// Offers the names of cities, which are loaded once, when they are first asked for.
actor Cities: CompletionSource {
  nonisolated let descriptor = SourceDescriptor(name: "cities", dependsOnlyOnAnchor: true)
  private let load: @Sendable () async throws -> [String]
  private var loading: Task<[String], any Error>?

  init(load: @escaping @Sendable () async throws -> [String]) { self.load = load }

  func completions(for query: CompletionQuery) async throws -> SourceAnswer {
    SourceAnswer(try await names().map { Candidate($0, kind: .constant) })
  }

  /// Everyone who asks while they are loaded waits for the same names.
  private func names() async throws -> [String] {
    let task = loading ?? Task { [load] in try await load() }
    loading = task
    do {
      return try await task.value
    } catch {
      // The next key tries again.
      if loading == task { loading = nil }
      throw error
    }
  }
}
