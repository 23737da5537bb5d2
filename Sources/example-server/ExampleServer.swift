import Catchword

/// Offers the names of colours, each with its code, and tells more about the one that is looked at.
actor Colours: CompletionSource {
  nonisolated let descriptor = SourceDescriptor(
    name: "colours", triggerCharacters: ["#"], languages: ["css", "html"], dependsOnlyOnAnchor: true)

  private let codes = ["crimson": "#dc143c", "teal": "#008080", "orchid": "#da70d6", "navy": "#000080"]

  func completions(for query: CompletionQuery) async throws -> SourceAnswer {
    SourceAnswer(codes.map { Candidate($0.key, kind: .constant, detail: $0.value) })
  }

  func documentation(for candidate: Candidate) async throws -> String? {
    codes[candidate.text].map { "The colour `\($0)`." }
  }
}

/// A whole completion server: matching, ranking, cancellation and the protocol come with `Server`.
@main
enum ExampleServer {
  static func main() async {
    await Server.serve(ServerConfiguration(sources: [Colours()]))
  }
}
