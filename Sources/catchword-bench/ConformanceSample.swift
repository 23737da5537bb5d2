import CatchwordRPC
import Foundation

/// A document that the server can complete in; its language depends on the server.
struct ConformanceSample {
  let languageID: String
  let fileExtension: String
  /// The first line, which makes `alphabet` a possible completion; the second line is to be `alp`.
  let declaration: String
  /// True when the server offers `alphabet` after `alp` and only there, so that its list shows what text it has.
  var isTelling = false

  static let all = [
    ConformanceSample(languageID: "plaintext", fileExtension: "txt", declaration: "alphabet"),
    ConformanceSample(languageID: "swift", fileExtension: "swift", declaration: "let alphabet = 1"),
    ConformanceSample(languageID: "c", fileExtension: "c", declaration: "int alphabet; int main(void) { return"),
    ConformanceSample(languageID: "python", fileExtension: "py", declaration: "alphabet = 1"),
    ConformanceSample(languageID: "javascript", fileExtension: "js", declaration: "const alphabet = 1;"),
    ConformanceSample(
      languageID: "go", fileExtension: "go", declaration: "package main; var alphabet = 1; var beta ="),
    ConformanceSample(languageID: "rust", fileExtension: "rs", declaration: "fn main() { let alphabet = 1;"),
  ]

  private static let word = "alphabet"

  /// The sample as it should be; `other` is the sample with another second line.
  private var whole: String { declaration + "\nalp\n" }
  private var other: String { declaration + "\nxyz\n" }

  /// Opens a document and returns its identifier.
  func open(_ name: String, _ text: String, in dialogue: ConformanceDialogue) -> JSONValue {
    let uri = dialogue.folder.appendingPathComponent("\(name).\(fileExtension)").absoluteString
    dialogue.notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": .string(uri), "languageId": .string(languageID), "version": 1, "text": .string(text)]])
    return ["uri": .string(uri)]
  }

  /// Completes behind the third character of the second line.
  func complete(_ document: JSONValue, in dialogue: ConformanceDialogue, within patience: Duration) -> JSONValue? {
    let position: JSONValue = ["line": 1, "character": 3]
    return dialogue.ask(
      "textDocument/completion", ["textDocument": document, "position": position], within: patience)
  }

  /// Completes until the word is offered, because a server may still be reading the document that was opened.
  ///
  /// - Returns: The last answer.
  func completeUntilOffered(
    _ document: JSONValue, in dialogue: ConformanceDialogue, within patience: Duration
  ) -> JSONValue? {
    let clock = ContinuousClock()
    let deadline = clock.now + patience
    while true {
      let answer = complete(document, in: dialogue, within: patience)
      if answer?["result"] == nil || ConformanceSample.isWordOffered(answer) || clock.now >= deadline { return answer }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }

  static func isWordOffered(_ answer: JSONValue?) -> Bool { answer?["result"]?.json.contains(word) == true }

  // MARK: Choosing

  /// Returns the sample that the server supports best; nil when it completes in none.
  static func chosen(for dialogue: ConformanceDialogue) -> ConformanceSample? {
    let deadline = ContinuousClock.now + dialogue.patience.start
    var best: ConformanceSample?
    for var sample in all where ContinuousClock.now < deadline && dialogue.ending == nil {
      let document = sample.open("chosen", sample.whole, in: dialogue)
      let answer = sample.completeUntilOffered(document, in: dialogue, within: dialogue.patience.answer)
      guard answer?["result"] != nil else { continue }
      if isWordOffered(answer) {
        let control = sample.open("control", sample.other, in: dialogue)
        sample.isTelling =
          !isWordOffered(sample.complete(control, in: dialogue, within: dialogue.patience.answer))
        return sample
      }
      best = best ?? sample
    }
    return best
  }

  // MARK: Editing

  /// Makes a change to a document; returns its outcome, and the answer to a completion after it.
  func observe(_ edit: SampleEdit, in dialogue: ConformanceDialogue) -> (ConformanceObservation.Change?, JSONValue?) {
    // The first completion may be slow, and must not be taken for an effect of the change.
    let before = open("before", whole, in: dialogue)
    _ = completeUntilOffered(before, in: dialogue, within: dialogue.patience.start)
    let document = open("edited", edit == .reversed ? other : declaration, in: dialogue)
    dialogue.notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": document["uri"] ?? nil, "version": 2],
        "contentChanges": [["range": edit.range, "text": .string(edit == .reversed ? "alp" : "\nalp\n")]],
      ])
    let patience = dialogue.patience.answer
    let answer =
      isTelling
      ? completeUntilOffered(document, in: dialogue, within: patience)
      : complete(document, in: dialogue, within: patience)
    guard answer?["result"] != nil else { return (nil, answer) }
    return (isTelling ? ConformanceSample.isWordOffered(answer) ? .made : .ignored : .unclear, answer)
  }
}

extension SampleEdit {
  fileprivate var range: JSONValue {
    switch self {
    case .reversed: ["start": ["line": 1, "character": 3], "end": ["line": 1, "character": 0]]
    case .pastLastLine: ["start": ["line": 9999, "character": 0], "end": ["line": 9999, "character": 0]]
    }
  }
}
