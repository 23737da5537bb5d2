public import CatchwordPrediction
public import CatchwordText

/// A source of ghost text that can replace the language model.
///
/// Its text is shown as ghost text, `textDocument/inlineCompletion`, as far as the settings and the text behind the
/// cursor allow it.
public protocol InlinePredictor: Sendable {
  /// Returns the text that is expected behind a cursor.
  ///
  /// It is called off the server's loop, for one cursor of a document at a time. It may take long: when the document is
  /// edited or asked for again, or the client cancels, its task is cancelled and its answer is not used.
  ///
  /// - Parameters:
  ///   - offset: The cursor, as a byte offset.
  ///   - document: The document at the time of the request.
  ///   - options: The maximum extent, the minimum confidence, and the required beginning, including its typed part.
  /// - Returns: Nil when there is no prediction.
  func continuation(
    at offset: Int, in document: DocumentSnapshot, options: ContinuationOptions
  ) async -> Continuation?

  /// Returns other texts that may come there, the likeliest first; called after `continuation` has returned one, when the
  /// user asks by hand and may choose.
  ///
  /// - Parameters:
  ///   - offset: The cursor, as a byte offset.
  ///   - document: The document at the time of the request.
  ///   - options: The maximum extent, and the required beginning, including its typed part.
  func alternatives(
    at offset: Int, in document: DocumentSnapshot, options: ContinuationOptions
  ) async -> [Continuation]
}

extension InlinePredictor {
  /// Returns nothing.
  public func alternatives(
    at offset: Int, in document: DocumentSnapshot, options: ContinuationOptions
  ) async -> [Continuation] { [] }
}

extension LanguageModel: InlinePredictor {}
