import CatchwordRPC

/// One row of the table: an input, and what the specification says about it.
struct ConformanceCase: Sendable {
  /// The name of the input in the table.
  let name: String
  /// The behaviour that the specification demands, in a word or two.
  let specification: String
  /// The stage of the dialogue at which the input is sent.
  var before = Stage.initialized
  let input: Input
  let expectation: Expectation

  /// A stage of a dialogue.
  enum Stage {
    case started
    case initialized
    case shutDown
  }

  /// An input that is sent, or an event that is caused.
  enum Input {
    /// A message whose answer is awaited.
    case message(JSONValue)
    /// A body that no JSON writer would write, whose answer is awaited.
    case body(String)
    /// A message behind a header of an unusual form, in which `#` stands for the length.
    case header(String, JSONValue)
    /// Bytes that no client should send and that need no answer.
    case bytes(String)
    /// A message that needs no answer.
    case unaskedMessage(JSONValue)
    /// A change of the second line of an open document, after which that line should hold the sample's word.
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

  /// The behaviour that a conforming server shows.
  enum Expectation: Equatable {
    /// This error; the next request is answered.
    case error(Int)
    /// This error with this id; the next request is answered.
    case errorWithID(Int, JSONValue)
    /// Any error; the next request is answered.
    case anyError
    /// An answer of any kind; the next request is answered.
    case anyAnswer
    /// An answer with exactly this id, or a refusal of the id by -32600; the next request is answered.
    case answerOrRefusal(JSONValue)
    /// Anything for this input; the next request is answered.
    case survival
    /// No answer; the next request is answered.
    case silence
    /// Completions in the document still work.
    case document
    /// The change was made, and completions in the document still work.
    case changedDocument
    /// The process ends with this code.
    case exitCode(Int32)
    /// The process ends.
    case end
  }
}

/// A change that a server has to cope with; its intended effect on the sample is in `ConformanceSample`.
enum SampleEdit {
  /// The start of the range is behind its end.
  case reversed
  /// The range begins far behind the document's last line.
  case pastLastLine
}
