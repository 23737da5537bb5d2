package import CatchwordCompletion
package import CatchwordPrediction
package import CatchwordRPC
import CatchwordServer
package import CatchwordText
import Synchronization

/// Says how the text goes on as it is told. Described by JSON, as in a transcript's `!source` line:
///
/// `inline` is an array of answers, each with `behind` (how the line before the cursor must end), `text` and `confidence`
/// (1); the first that fits is given, and `others` with it where somebody asks by hand. `after` is how many milliseconds it takes. `@` in a text shows how often it was asked.
package final class ScriptedPredictor: InlinePredictor {
  private let script: JSONValue
  private let clock: EngineClock
  private let questions = Mutex<[ContinuationOptions]>([])

  package init(_ script: JSONValue, clock: EngineClock) {
    self.script = script
    self.clock = clock
  }

  /// What was asked so far.
  package var asked: [ContinuationOptions] { questions.withLock { $0 } }

  package func continuation(
    at offset: Int, in document: DocumentSnapshot, options: ContinuationOptions
  ) async -> Continuation? {
    let count = questions.withLock { questions in
      questions.append(options)
      return questions.count
    }
    if let after = script["after"]?.intValue {
      guard (try? await clock.sleep(until: clock.now + .milliseconds(after))) != nil else { return nil }
    }
    return answer(at: offset, in: document, options, count).map { answer, text in
      Continuation(text: text, confidence: answer["confidence"]?.doubleValue ?? 1)
    }
  }

  package func alternatives(
    at offset: Int, in document: DocumentSnapshot, options: ContinuationOptions
  ) async -> [Continuation] {
    let others = answer(at: offset, in: document, options, 0)?.answer["others"]?.arrayValue ?? []
    return others.compactMap(\.stringValue).map { Continuation(text: $0, confidence: 0.1) }
  }

  /// Returns the first answer that fits, and its text.
  private func answer(
    at offset: Int, in document: DocumentSnapshot, _ options: ContinuationOptions, _ count: Int
  ) -> (answer: JSONValue, text: String)? {
    let text = document.text
    let line = text.string(in: text.lineRange(text.line(at: offset)).lowerBound..<offset)
    let word = text.string(in: text.wordStart(before: offset, scanner: document.scanner)..<offset)
    for answer in script["inline"]?.arrayValue ?? [] {
      let suggested = (answer["text"]?.stringValue ?? "").replacing("@", with: String(count))
      guard line.hasSuffix(answer["behind"]?.stringValue ?? ""),
        options.beginning.map({ (word + suggested).hasPrefix($0) }) ?? true
      else { continue }
      return (answer, suggested)
    }
    return nil
  }
}
