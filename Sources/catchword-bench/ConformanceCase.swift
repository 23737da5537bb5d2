import CatchwordRPC

/// One row of the table: an input, and what the specification says about it.
struct ConformanceCase: Sendable {
  /// What a reader calls the input.
  let name: String
  /// What the specification says, in a word or two.
  let specification: String
  /// How far the dialogue has come when the input is sent.
  var before = Stage.initialized
  let input: Input
  let expectation: Expectation

  /// How far a dialogue has come.
  enum Stage {
    case started
    case initialized
    case shutDown
  }

  /// What is sent, or done.
  enum Input {
    /// A message; an answer to it is waited for.
    case message(JSONValue)
    /// A body that no JSON writer would write; an answer to it is waited for.
    case body(String)
    /// A message behind a header of another shape, in which `#` stands for the length.
    case header(String, JSONValue)
    /// Bytes that no client should send. They need no answer.
    case bytes(String)
    /// A message that needs no answer.
    case unaskedMessage(JSONValue)
    /// A change of the second line of an open document, by which that line should come to hold the sample's word.
    case edit(SampleEdit)
    /// A completion in a document that was never opened.
    case unopenedDocument
    /// The end of the editor whose process was named in `initialize`, while the server's input stays open.
    case editorDies
    /// The end of the server's input.
    case endOfInput
    /// `exit`.
    case exit
  }

  /// What must be seen for the server to conform.
  enum Expectation: Equatable {
    /// This error, and the next request is answered.
    case error(Int)
    /// This error with this id, and the next request is answered.
    case errorWithID(Int, JSONValue)
    /// Some error, and the next request is answered.
    case anyError
    /// An answer of any kind, and the next request is answered.
    case anyAnswer
    /// An answer with just this id, or a refusal of the id by -32600, and the next request is answered.
    case answerOrRefusal(JSONValue)
    /// The next request is answered, whatever comes for this one.
    case survival
    /// No answer, and the next request is answered.
    case silence
    /// The document can still be completed in.
    case document
    /// The change was made, and the document can still be completed in.
    case changedDocument
    /// The process ends with this code.
    case exitCode(Int32)
    /// The process ends.
    case end
  }
}

/// A change that a server has to cope with; what it should do to the sample is in `ConformanceSample`.
enum SampleEdit {
  /// The start of the range is behind its end.
  case reversed
  /// The range begins far behind the document's last line.
  case pastLastLine
}
