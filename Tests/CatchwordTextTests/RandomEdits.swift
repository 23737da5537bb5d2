@testable import CatchwordText
import TestSupport

/// A document under random edits, beside the model that it must agree with.
struct RandomEdits {
  private(set) var random: SeededRandom
  private(set) var model: ArrayText
  private(set) var document: OpenDocument
  private let pieces: [Piece]
  private let reach: Int
  private let limit: Int
  private let first: (text: Text, string: String)

  /// Opens a document of some kind: mostly a few lines in small nodes, now and then many leaves of the shipped size.
  init(_ random: inout SeededRandom) {
    let kind = random.below(200)
    limit = kind == 0 ? 20_000 : kind < 20 ? 400 : 1 + random.below(kind < 100 ? 40 : 160)
    let shape =
      kind < 10
      ? TextShape.standard
      : TextShape(maximumLeafBytes: 24 + random.below(40), maximumChildren: 4 + random.below(3))
    pieces = Piece.scripts[random.below(Piece.scripts.count)]
    reach = [4, 20, limit][random.below(3)]
    let start = RandomEdits.text(upTo: random.below(limit + 1), of: pieces, &random)
    model = ArrayText(start.scalars)
    let text = Text(start.string, shape: shape)
    first = (text, start.string)
    document = OpenDocument(DocumentSnapshot(uri: "file:///a", languageID: "c", version: 0, text: text))
    self.random = random
  }

  /// How many edits are worth their time: a large document is slow for the model.
  var count: Int { limit > 1000 ? 100 : 200 }

  /// Makes one edit of both.
  ///
  /// - Returns: What is wrong after it.
  mutating func edit() -> String? {
    let encoding = PositionEncoding.allCases[random.below(3)]
    let isWhole = random.below(100) == 0
    let start = position()
    let end = random.below(3) == 0 ? position() : nearby(start)
    let places = [model.place(of: start, encoding: encoding), model.place(of: end, encoding: encoding)]
    let low = isWhole ? 0 : min(places[0].index, places[1].index)
    let high = isWhole ? model.scalars.count : max(places[0].index, places[1].index)
    let new = replacement(of: low..<high)
    let offset = document.snapshot.text.offset(of: start, encoding: encoding)
    guard offset == places[0].offset else { return "\(start) in \(encoding) is at \(offset), not \(places[0].offset)" }
    model.replace(low..<high, with: new.scalars)
    let before = document.snapshot.text
    let change = document.apply(
      replacing: isWhole ? nil : (start, end), with: new.string, version: document.snapshot.version + 1,
      encoding: encoding)
    if random.below(50) == 0 {
      var again = before
      again.replace(change.replaced, with: change.after.string(in: change.inserted))
      if again != change.after { return "the change \(change.replaced) to \(change.inserted) is not what happened" }
      if let fault = fault() { return fault }
    }
    return positionFault()
  }

  /// What is wrong with the whole document.
  func fault() -> String? {
    let string = model.string
    let text = document.snapshot.text
    if !text.string.utf8.elementsEqual(string.utf8) { return "the text is \(text.string), not \(string)" }
    let breaks = model.scalars.indices.count { index in
      let scalar = model.scalars[index]
      return scalar == 0x0A || (scalar == 0x0D && model.scalars[(index + 1)...].first != 0x0A)
    }
    let measures = [text.count, text.utf16Count, text.scalarCount, text.lineCount]
    let expected = [string.utf8.count, string.utf16.count, model.scalars.count, breaks + 1]
    if measures != expected { return "the text measures \(measures), not \(expected)" }
    if first.text.string != first.string { return "a snapshot changed" }
    return text.treeFault
  }

  /// What is wrong with a place here and there.
  private mutating func positionFault() -> String? {
    let encoding = PositionEncoding.allCases[random.below(3)]
    let text = document.snapshot.text
    let position = position()
    let offset = text.offset(of: position, encoding: encoding)
    let expected = model.place(of: position, encoding: encoding).offset
    if offset != expected { return "\(position) in \(encoding) is at \(offset), not \(expected)" }
    let place = random.below(text.count + 6) - 3
    let found = text.position(of: place, encoding: encoding)
    let other = model.position(ofByte: place, encoding: encoding)
    if found != other { return "byte \(place) in \(encoding) is at \(found), not \(other)" }
    let start = text.lineStart(of: place)
    let first = model.place(of: TextPosition(line: other.line, column: 0), encoding: encoding).offset
    return start == first ? nil : "the line of byte \(place) begins at \(start), not \(first)"
  }

  /// Mostly inside the text; now and then before it, past a line or past it all.
  private mutating func position() -> TextPosition {
    let kind = random.below(40)
    if kind == 0 { return TextPosition(line: .max, column: random.below(2) == 0 ? .max : 0) }
    if kind == 1 { return TextPosition(line: random.below(3) - 2, column: random.below(3) - 2) }
    let line = random.below(document.snapshot.text.lineCount + (kind == 2 ? 3 : 0))
    return TextPosition(line: line, column: kind == 3 ? .max : random.below(reach + 1))
  }

  private mutating func nearby(_ position: TextPosition) -> TextPosition {
    if position.column == .max { return position }
    return TextPosition(line: position.line, column: position.column + random.below(6) - 2)
  }

  /// New text, or the old with a little changed, as clients send whole lines; less than there was in a full document.
  private mutating func replacement(of range: Range<Int>) -> Piece {
    let room = limit - model.scalars.count + range.count
    if room <= 0 { return Piece([]) }
    let kind = random.below(16)
    if kind == 0 { return RandomEdits.text(upTo: min(room, random.below(limit) + 1), of: pieces, &random) }
    if kind < 4, range.count < 100 {
      var old = ContiguousArray(model.scalars[range])
      let place = random.below(old.count + 1)
      old.insert(contentsOf: pieces[random.below(pieces.count)].scalars, at: place)
      if random.below(2) == 0 { old.remove(at: random.below(old.count)) }
      return Piece(old)
    }
    return RandomEdits.text(upTo: min(room, 3), of: pieces, &random)
  }

  private static func text(upTo count: Int, of pieces: [Piece], _ random: inout SeededRandom) -> Piece {
    var text = Piece([])
    for _ in 0..<random.below(count + 1) { text.append(pieces[random.below(pieces.count)]) }
    return text
  }
}

/// A bit of text, as both sides take it.
struct Piece {
  private(set) var scalars: ContiguousArray<UInt32>
  private(set) var string: String

  init(_ scalars: ContiguousArray<UInt32>) {
    self.scalars = scalars
    string = ArrayText(scalars).string
  }

  mutating func append(_ other: Piece) {
    scalars += other.scalars
    string += other.string
  }

  /// Texts of several kinds: all sorts, line breaks above all, one long line, and the first and last of each length.
  static let scripts: [[Piece]] = [
    [
      [0x61], [0x62], [0x20], [0x0A], [0x0D, 0x0A], [0x0D], [0xE9], [0x65, 0x301], [0x6771, 0x4EAC], [0x1F389],
      [0x1F469, 0x200D, 0x1F467], [0x2028], [0x2029], [0x85], [0x0B], [0x0C], [0], [0xFEFF], [0x3042], [0xFFFD], [0x9],
    ],
    [[0x0A], [0x0D], [0x0D, 0x0A], [0x61], [0x1F389], [0x0A, 0x0D]],
    [[0x61], [0x20], [0x430], [0x4E2D], [0x1F389], [0x5D0], [0xE01]],
    [[0x7F], [0x80], [0x7FF], [0x800], [0xD7FF], [0xE000], [0xFFFF], [0x10000], [0x10FFFF], [0x0A]],
  ].map { $0.map { Piece(ContiguousArray($0)) } }
}

extension Text {
  /// What a tree's own rules forbid.
  fileprivate var treeFault: String? { root.fault(isRoot: true) }
}

extension TextNode {
  fileprivate func fault(isRoot: Bool) -> String? {
    switch content {
    case .leaf(let bytes):
      if bytes.isEmpty && !isRoot { return "a leaf is empty" }
      if height != 0 { return "a leaf has a height" }
      if bytes.first?.isContinuation == true { return "a leaf begins inside a scalar" }
      let string = String(decoding: bytes, as: UTF8.self)
      if string.utf16.count != summary.utf16 || string.utf8.count != bytes.count { return "a leaf measures wrong" }
    case .branch(let children):
      if children.count < 2 { return "a branch has \(children.count) children" }
      if children.contains(where: { $0.height != height - 1 }) { return "a child has another height" }
      if children.reduce(.zero, { $0 + $1.summary }) != summary { return "a branch measures wrong" }
      for child in children { if let fault = child.fault(isRoot: false) { return fault } }
    }
    return nil
  }
}
