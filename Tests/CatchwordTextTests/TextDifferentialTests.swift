import CatchwordText
import Foundation
import TestSupport
import Testing

/// Random edits against the simplest model there is.
struct TextDifferentialTests {
  /// A million edits in all, or as many as CATCHWORD_EDITS says, because a sanitizer makes them slow.
  static let edits = ProcessInfo.processInfo.environment["CATCHWORD_EDITS"].flatMap(Int.init) ?? 1_000_000
  private static let shares = 4

  @Test(arguments: 1...shares)
  func followsRandomEdits(share: Int) {
    var random = SeededRandom("followsRandomEdits, share \(share)")
    var done = 0
    while done < TextDifferentialTests.edits / TextDifferentialTests.shares {
      var edits = RandomEdits(&random)
      for number in 1...edits.count {
        if let fault = edits.edit() {
          Issue.record("After \(done + number) edits: \(fault)")
          return
        }
      }
      if let fault = edits.fault() {
        Issue.record("After \(done + edits.count) edits: \(fault)")
        return
      }
      done += edits.count
      random = edits.random
    }
  }

  @Test func snapshotsNeverChange() {
    var random = SeededRandom()
    var text = Text(random.text(upTo: 2000))
    var snapshots: [(text: Text, string: String)] = []
    for _ in 0..<200 {
      snapshots.append((text, text.string))
      let start = Int.random(in: 0...text.count, using: &random)
      text.replace(start..<min(text.count, start + 40), with: random.text(upTo: 30))
    }
    for snapshot in snapshots { #expect(snapshot.text.string == snapshot.string) }
  }

  @Test func linesAreThoseOfTheModel() {
    var random = SeededRandom()
    for _ in 0..<60 {
      let string = random.text(upTo: 600)
      let text = Text(string)
      let lines = Model.lines(string)
      #expect(text.lineCount == lines.count)
      for (index, line) in lines.enumerated() { #expect(text.string(in: text.lineRange(index)) == line) }
      #expect(text.lineRange(lines.count + 5) == text.count..<text.count)
    }
  }
}

/// Lines by the book, found scalar by scalar.
enum Model {
  static func lines(_ text: String) -> [String] {
    var lines = [String.UnicodeScalarView()]
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      if scalar == "\n" && previous == "\r" { continue }
      if scalar == "\n" || scalar == "\r" {
        lines.append(String.UnicodeScalarView())
      } else {
        lines[lines.count - 1].append(scalar)
      }
    }
    return lines.map(String.init)
  }
}
