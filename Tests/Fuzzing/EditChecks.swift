import CatchwordRPC
import CatchwordText
import TestSupport

/// A document follows any edits as the simplest model does, and the words that an edit takes and brings are those that
/// counting anew finds.
///
/// An input is: an encoding, a language, a text; then edits.
enum EditChecks {
  /// Longer texts prove nothing more, and counting anew is slow.
  private static let maximumBytes = 4000

  static func check(_ input: ContiguousArray<UInt8>) throws(Finding) {
    var input = InputBytes(input)
    let encoding = PositionEncoding.allCases[input.number(below: PositionEncoding.allCases.count)]
    let languageID = ["plaintext", "c", "css", "php", "ruby", "lisp"][input.number(below: 6)]
    var editor = CheckedEditor(encoding: encoding, languageID: languageID, text: input.text())
    while !input.isEmpty, editor.count < maximumBytes { try editor.step(&input) }
    try editor.checkSnapshots()
  }
}

/// A document, its model, and the words counted along.
private struct CheckedEditor {
  private let encoding: PositionEncoding
  private var document: OpenDocument
  private var reference: ReferenceDocuments
  private var words: [String: Int]
  private var snapshots: [(text: Text, string: String)] = []
  private var version = 1

  var count: Int { document.snapshot.text.count }

  init(encoding: PositionEncoding, languageID: String, text: String) {
    self.encoding = encoding
    document = OpenDocument(uri: "a", languageID: languageID, version: 1, text: text)
    reference = ReferenceDocuments(encoding: encoding.rawValue)
    reference.apply([
      "method": "textDocument/didOpen", "params": ["textDocument": ["uri": "a", "text": .string(text)]],
    ])
    let opening = WordChange(opening: document.snapshot.text, scanner: document.snapshot.scanner)
    words = Dictionary(opening.added.map { ($0, 1) }, uniquingKeysWith: +)
  }

  mutating func step(_ input: inout InputBytes) throws(Finding) {
    let kind = input.byte()
    let start = position(&input)
    let end = kind & 1 == 0 ? position(&input) : start
    let text = input.text()
    let old = document.snapshot.text
    if kind & 0x06 == 0 { snapshots.append((old, old.string)) }
    version += 1
    let range = kind >= 0xF8 ? nil : (start: start, end: end)
    let change = document.apply(replacing: range, with: text, version: version, encoding: encoding)
    reference.apply([
      "method": "textDocument/didChange",
      "params": ["textDocument": ["uri": "a"], "contentChanges": [EditMessage.change(range, text)]],
    ])
    let new = document.snapshot.text
    try Finding.unless(
      new.string.utf8.elementsEqual(reference.texts["a", default: ""].utf8),
      "The text is \(new.string.debugDescription), not \(reference.texts["a", default: ""].debugDescription).")
    try Finding.unless(change.before == old && change.after == new, "A change is of other texts.")
    try checkTrimming(change)
    try checkWords(change)
    try checkPlaces(in: new, near: Int(kind) * 17)
  }

  private func position(_ input: inout InputBytes) -> TextPosition {
    let (line, column) = (input.coordinate(), input.coordinate())
    // `TextPosition` takes negative numbers too, though no message can bring them.
    return TextPosition(line: line == 255 ? -1 : line, column: column == 1000 ? Int.min : column)
  }

  /// Snapshots never change.
  func checkSnapshots() throws(Finding) {
    for (text, string) in snapshots {
      try Finding.unless(text.string.utf8.elementsEqual(string.utf8), "A snapshot has changed.")
    }
  }

  /// A change makes the new text of the old one, and is as small as it can be.
  private func checkTrimming(_ change: TextChange) throws(Finding) {
    var bytes = ContiguousArray(change.before.string.utf8)
    let new = ContiguousArray(change.after.string.utf8)
    try Finding.unless(
      change.replaced.upperBound <= bytes.count && change.inserted.upperBound <= new.count, "A change is outside.")
    bytes.replaceSubrange(change.replaced, with: new[change.inserted])
    try Finding.unless(bytes == new, "A change does not lead from the old text to the new one.")
    let replaced = Array(change.before.string(in: change.replaced).unicodeScalars)
    let inserted = Array(change.after.string(in: change.inserted).unicodeScalars)
    guard !replaced.isEmpty, !inserted.isEmpty else { return }
    try Finding.unless(
      replaced.first != inserted.first && replaced.last != inserted.last, "A change is larger than it need be.")
  }

  private mutating func checkWords(_ change: TextChange) throws(Finding) {
    let scanner = document.snapshot.scanner
    let wordChange = WordChange(change, scanner: scanner)
    for word in wordChange.removed { words[word, default: 0] -= 1 }
    for word in wordChange.added { words[word, default: 0] += 1 }
    words = words.filter { $0.value != 0 }
    let bytes = ContiguousArray(change.after.string.utf8)
    var expected: [String: Int] = [:]
    var last = 0
    var isOrdered = true
    let secrets = SecretScanner.secrets(in: bytes)
    scanner.forEachWord(in: bytes) { range in
      isOrdered = isOrdered && range.lowerBound >= last && !range.isEmpty
      last = range.upperBound
      guard range.count <= Text.maximumWordLength, !secrets.contains(where: { $0.overlaps(range) }) else { return }
      expected[String(decoding: bytes[range], as: UTF8.self), default: 0] += 1
    }
    try Finding.unless(isOrdered, "Words overlap.")
    try Finding.unless(
      words == expected, "After \(wordChange) the words are \(words), not \(expected).")
  }

  /// Offsets and positions say the same, in every encoding, and words around a place are around it.
  private func checkPlaces(in text: Text, near seed: Int) throws(Finding) {
    // The ends are nearly always as they were.
    for offset in seed % 8 == 0 ? [0, text.count, seed] : [seed % (text.count + 1)] {
      let boundary = text.scalarBoundary(atOrBefore: offset)
      for encoding in PositionEncoding.allCases {
        let position = text.position(of: offset, encoding: encoding)
        try Finding.unless((0..<text.lineCount).contains(position.line), "\(position) is on no line.")
        let back = text.offset(of: position, encoding: encoding)
        // Between the halves of a line break there is no position; the nearest is before it.
        let isInsideBreak = boundary > 0 && text.string(in: boundary - 1..<boundary + 1).utf8.elementsEqual("\r\n".utf8)
        try Finding.unless(
          back == (isInsideBreak ? boundary - 1 : boundary), "\(offset) is at \(position), which is \(back).")
      }
      let scanner = document.snapshot.scanner
      let start = text.wordStart(before: offset, scanner: scanner)
      let range = text.wordRange(around: offset, scanner: scanner)
      try Finding.unless(
        (0...boundary).contains(start) && range.lowerBound <= boundary && range.upperBound >= boundary
          && range.upperBound <= text.count, "The word around \(offset) is \(range), begun at \(start).")
    }
  }
}

/// Edits as a message has them.
enum EditMessage {
  static func change(_ range: (start: TextPosition, end: TextPosition)?, _ text: String) -> JSONValue {
    guard let range else { return ["text": .string(text)] }
    let places = [range.start, range.end].map { place -> JSONValue in
      ["line": .int(place.line), "character": .int(place.column)]
    }
    return ["range": ["start": places[0], "end": places[1]], "text": .string(text)]
  }
}
