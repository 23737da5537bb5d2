import CatchwordPrediction
import CatchwordServer
import CatchwordSources
import CatchwordText
import Synchronization

/// Predicts ghost text: what the user's programs say, or else the model.
///
/// A program that is late, fails or has nothing leaves the place to the model.
final class ProgramPredictor: InlinePredictor {
  /// The other texts of a program's last answer, for who may choose.
  private struct Rest {
    let uri: String
    let version: Int
    let offset: Int
    let texts: [String]
  }

  private let programs: InlineCommands
  private let model: any InlinePredictor
  private let rest = Mutex<Rest?>(nil)

  init(_ programs: InlineCommands, _ model: LanguageModel) {
    self.programs = programs
    self.model = model
  }

  func continuation(
    at offset: Int, in document: DocumentSnapshot, options: ContinuationOptions
  ) async -> Continuation? {
    let texts = await programs.texts(at: offset, in: document, options: options)
    guard let text = texts.first else {
      rest.withLock { $0 = nil }
      return Task.isCancelled ? nil : await model.continuation(at: offset, in: document, options: options)
    }
    rest.withLock {
      $0 = Rest(uri: document.uri, version: document.version, offset: offset, texts: Array(texts.dropFirst()))
    }
    return Continuation(text: text, confidence: 1)
  }

  func alternatives(
    at offset: Int, in document: DocumentSnapshot, options: ContinuationOptions
  ) async -> [Continuation] {
    let others = await model.alternatives(at: offset, in: document, options: options)
    // Where no program has answered, the model has given its first text already.
    guard let rest = rest.withLock({ $0 }), rest.uri == document.uri, rest.version == document.version,
      rest.offset == offset
    else { return others }
    let first = await model.continuation(at: offset, in: document, options: options)
    return rest.texts.map { Continuation(text: $0, confidence: 1) } + [first].compactMap(\.self) + others
  }
}
