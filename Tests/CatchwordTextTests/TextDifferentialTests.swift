import CatchwordText
import TestSupport
import Testing

/// Random edits against the simplest model there is: an array of scalars.
struct TextDifferentialTests {
  @Test func followsRandomEdits() {
    var random = SeededRandom()
    for _ in 0..<40 {
      var model = Array(random.text(upTo: 400).unicodeScalars)
      var text = Text(string(model))
      for _ in 0..<200 {
        let start = Int.random(in: 0...model.count, using: &random)
        let end = min(model.count, start + Int.random(in: 0...(Bool.random(using: &random) ? 3 : 120), using: &random))
        let new = random.text(upTo: Bool.random(using: &random) ? 2 : 150)
        let before = string(Array(model[..<start])).utf8.count
        let length = string(Array(model[start..<end])).utf8.count
        text.replace(before..<before + length, with: new)
        model.replaceSubrange(start..<end, with: Array(new.unicodeScalars))
        let place = Int.random(in: 0...model.count, using: &random)
        checkPosition(of: place, in: model, text)
      }
      #expect(text.string == string(model))
      checkMeasures(text)
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

  private func checkPosition(of index: Int, in model: [Unicode.Scalar], _ text: Text) {
    // Between the halves of a line break there is no position.
    if index > 0, index < model.count, model[index - 1] == "\r", model[index] == "\n" { return }
    let offset = string(Array(model[..<index])).utf8.count
    let lines = Model.lines(string(Array(model[..<index])))
    let line = lines.last!
    for (encoding, column) in [
      (PositionEncoding.utf8, line.utf8.count), (.utf16, line.utf16.count), (.utf32, line.unicodeScalars.count),
    ] {
      let position = TextPosition(line: lines.count - 1, column: column)
      #expect(text.offset(of: position, encoding: encoding) == offset)
      #expect(text.position(of: offset, encoding: encoding) == position)
    }
  }

  private func checkMeasures(_ text: Text) {
    #expect(text.count == text.string.utf8.count)
    #expect(text.utf16Count == text.string.utf16.count)
    #expect(text.scalarCount == text.string.unicodeScalars.count)
  }

  private func string(_ scalars: [Unicode.Scalar]) -> String { String(String.UnicodeScalarView(scalars)) }
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
