public import CatchwordPrediction
public import CatchwordText

/// Says how the text goes on behind a cursor, for who wants another opinion than the language model's there.
///
/// What it says is shown as ghost text, `textDocument/inlineCompletion`, as far as the settings and the text behind the
/// cursor allow it.
public protocol InlinePredictor: Sendable {
  /// How the text goes on.
  ///
  /// It is called off the server's loop, for one cursor of a document at a time. It may take its time: when the document
  /// is edited or asked for again, or the client cancels, its task is cancelled and its answer not used.
  ///
  /// - Parameters:
  ///   - offset: The cursor, as a byte offset.
  ///   - document: The document as it was when the client asked.
  ///   - options: How much is wanted, how certain it must be, and how it must begin, what is typed of that included.
  /// - Returns: Nil when it does not know.
  func continuation(
    at offset: Int, in document: DocumentSnapshot, options: ContinuationOptions
  ) async -> Continuation?
}

extension LanguageModel: InlinePredictor {}
