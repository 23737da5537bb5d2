/// What a session wants done.
enum CompletionEffect: Sendable {
  /// Ask a source, after a delay.
  case start(CompletionSession.Lookup, source: Int, delay: Duration)
  /// Stop asking a source.
  case cancel(source: Int)
  /// Make a list of these answers for the requests of a composition, which all ask this.
  case compose(
    UInt64, CompletionQuery, answers: [(source: Int, answer: SourceAnswer)], isMissingAnswers: Bool,
    CompletionSession.Composition.Purpose)
  /// Cut a composition short; what it has by then is answered.
  case cancelComposition(UInt64)
  /// Nothing has arrived: an empty, incomplete list, at once.
  case answerEmpty([CompletionSession.Waiter])
  /// Tell the log.
  case report(source: Int, any Error)
}
