/// An action that a session asks for.
enum CompletionEffect: Sendable {
  /// Ask a source, after a delay.
  case start(CompletionSession.Lookup, source: Int, delay: Duration)
  /// Stop asking a source.
  case cancel(source: Int)
  /// Make a list of these answers for the requests of a composition, which all share this query.
  case compose(
    UInt64, CompletionQuery, answers: [(source: Int, answer: SourceAnswer)], isMissingAnswers: Bool,
    CompletionSession.Composition.Purpose)
  /// Cut a composition short; its result by then is the answer.
  case cancelComposition(UInt64)
  /// Answer with an empty, incomplete list at once, since nothing has arrived.
  case answerEmpty([PendingCompletion])
  /// Report an error to the log.
  case report(source: Int, any Error)
}
