import CatchwordText

/// The tokens of a document around the cursor, kept up to date edit by edit.
///
/// The text is divided into pieces of a kilobyte or two. An edit marks the pieces that it touches; they are read anew when
/// the tokens are next asked for, and nothing else is. Beyond `reach` a text is not looked at, so that the largest
/// document costs no more than a long file of code.
struct DocumentTokens {
  /// How far to look on each side of the cursor, in bytes.
  static let reach = 192 * 1024
  /// The size of a piece, in bytes; it goes on to the end of a line, if there is one within as many bytes again.
  static let pieceLength = 1024

  private struct Piece {
    var byteCount: Int
    var tokenCount = 0
    /// False until it has been read, and again when it was edited.
    var isRead = false
  }

  /// The tokens, the nearest lines before and behind the cursor; the word at the cursor is a `hole`.
  private(set) var tokens: ContiguousArray<Token> = []
  /// The gap before each.
  private(set) var gaps: ContiguousArray<UInt8> = []
  /// How often each token stands here.
  private(set) var counts = TokenTable<Int32>(none: 0)
  /// True when the first token is the text's first.
  var beginsText: Bool { windowStart == 0 }

  private var pieces: [Piece] = []
  private var windowStart = 0
  /// The length of the text that the pieces were last brought in line with; nil before the first.
  private var textCount: Int?
  private var version: Int?
  /// Where the cursor was last.
  private var place = 0

  /// How many bytes of memory that takes, about.
  var byteCount: Int { tokens.capacity * 5 + counts.count * 32 + pieces.count * 24 }

  // MARK: Following

  /// Takes note of an edit; `version` is that of the text after it.
  ///
  /// - Complexity: O(number of pieces).
  mutating func note(_ change: TextChange, version: Int) {
    guard textCount == change.before.count, self.version != nil else { return forget() }
    self.version = version
    textCount = change.after.count
    let growth = change.inserted.count - change.replaced.count
    let windowEnd = pieces.reduce(windowStart) { $0 + $1.byteCount }
    if change.replaced.upperBound < windowStart {
      windowStart += growth
      return
    }
    if change.replaced.lowerBound > windowEnd { return }
    // Across an end of the window: what is left of it is not worth the trouble.
    if change.replaced.lowerBound < windowStart || change.replaced.upperBound > windowEnd { return forget() }
    edit(change.replaced, growth: growth)
  }

  /// Makes one piece, to be read anew, of those that touch what was replaced.
  private mutating func edit(_ replaced: Range<Int>, growth: Int) {
    var start = windowStart
    var (first, token) = (0, 0)
    while first < pieces.count - 1, start + pieces[first].byteCount < replaced.lowerBound {
      start += pieces[first].byteCount
      token += pieces[first].tokenCount
      first += 1
    }
    var (last, end) = (first, start)
    var tokenCount = 0
    while last < pieces.count {
      end += pieces[last].byteCount
      tokenCount += pieces[last].tokenCount
      last += 1
      if end > replaced.upperBound { break }
    }
    if last - first == 1 {
      pieces[first].byteCount += growth
      pieces[first].isRead = false
    } else {
      pieces.replaceSubrange(
        first..<last, with: CollectionOfOne(Piece(byteCount: end - start + growth, tokenCount: tokenCount)))
    }
  }

  private mutating func forget() { self = DocumentTokens() }

  // MARK: Reading

  /// Brings the tokens in line with a version of the text, and finds the cursor among them.
  ///
  /// - Parameters:
  ///   - document: The version.
  ///   - cursorWord: The word at the cursor, which is a hole; empty when there is none, nil when there is no cursor.
  ///   - read: Gives the token of a text that is neither an end of a line nor a hole.
  /// - Returns: The index of the first token that begins at `word` or behind it.
  /// - Complexity: O(changed text + number of tokens), the latter as fast as memory is copied.
  mutating func read(
    _ document: DocumentSnapshot, around cursorWord: Range<Int>?,
    _ read: (TokenKind, UnsafeBufferPointer<UInt8>) -> Token
  ) -> Int {
    let text = document.text
    let lastPlace = min(place, text.count)
    let word = cursorWord ?? lastPlace..<lastPlace
    if textCount != text.count || version != document.version || !covers(word.lowerBound, in: text) {
      let version = document.version
      forget()
      (self.version, textCount) = (version, text.count)
      open(text, around: word.lowerBound)
    }
    place = word.lowerBound
    var (start, token, cursor) = (windowStart, 0, 0)
    var index = 0
    while index < pieces.count {
      let end = start + pieces[index].byteCount
      let holdsWord = cursorWord != nil && word.lowerBound <= end && word.upperBound >= start
      if !pieces[index].isRead || holdsWord {
        let parts = pieceLengths(from: start, to: end, in: text)
        if parts.count > 1 {
          pieces[index].byteCount = parts[0]
          pieces.insert(contentsOf: parts.dropFirst().map { Piece(byteCount: $0) }, at: index + 1)
          continue
        }
        let found = self.read(index, start..<end, of: document, token: token, word, isVolatile: holdsWord, read)
        if word.lowerBound >= start { cursor = found }
      }
      token += pieces[index].tokenCount
      start = end
      index += 1
    }
    return cursor
  }

  /// True when the window reaches far enough around a place.
  private func covers(_ place: Int, in text: Text) -> Bool {
    let end = pieces.reduce(windowStart) { $0 + $1.byteCount }
    let enough = DocumentTokens.reach / 2
    return place >= windowStart && place <= end && (windowStart == 0 || place - windowStart >= enough)
      && (end == text.count || end - place >= enough) && end - windowStart <= DocumentTokens.reach * 3
  }

  private mutating func open(_ text: Text, around place: Int) {
    let start = DocumentTokens.lineStart(atOrBefore: max(0, place - DocumentTokens.reach), in: text)
    let end = text.scalarBoundary(atOrBefore: min(text.count, place + DocumentTokens.reach))
    windowStart = start
    pieces = [Piece(byteCount: end - start)]
  }

  /// Where a line begins, if it does so within a piece's length before a place; else about there.
  private static func lineStart(atOrBefore place: Int, in text: Text) -> Int {
    let reach = text.scalarBoundary(atOrBefore: max(0, place - pieceLength))
    let bytes = text.bytes(in: reach..<text.scalarBoundary(atOrBefore: place))
    if reach == 0 && bytes.isEmpty { return 0 }
    return bytes.lastIndex(of: 0x0A).map { reach + $0 + 1 } ?? reach
  }

  /// Divides a part of a text that is too long for one piece.
  private func pieceLengths(from start: Int, to end: Int, in text: Text) -> [Int] {
    guard end - start > DocumentTokens.pieceLength * 2 else { return [end - start] }
    var lengths: [Int] = []
    var place = start
    while end - place > DocumentTokens.pieceLength * 2 {
      let from = text.scalarBoundary(atOrBefore: place + DocumentTokens.pieceLength)
      let bytes = text.bytes(in: from..<text.scalarBoundary(atOrBefore: from + DocumentTokens.pieceLength))
      let length = bytes.firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.firstIndex(of: 0x20) ?? bytes.count
      lengths.append(from + length - place)
      place = from + length
    }
    return lengths + [end - place]
  }

  /// Reads a piece.
  ///
  /// - Returns: The index of the first token that begins at `word` or behind it.
  private mutating func read(
    _ index: Int, _ range: Range<Int>, of document: DocumentSnapshot, token start: Int, _ word: Range<Int>,
    isVolatile: Bool, _ read: (TokenKind, UnsafeBufferPointer<UInt8>) -> Token
  ) -> Int {
    let text = document.text
    var new: ContiguousArray<Token> = []
    var newGaps: ContiguousArray<UInt8> = []
    var cursor: Int?
    var last = range.lowerBound == 0 || beginsLine(range.lowerBound, of: text) ? Token.newline : .hole
    let bytes = text.bytes(in: range)
    bytes.withUnsafeBufferPointer { buffer in
      Tokenizer.forEachToken(in: bytes) { place, kind, gap in
        let here = range.lowerBound + place.lowerBound
        if cursor == nil, here >= word.lowerBound { cursor = new.count }
        let isTyped = isVolatile && !word.isEmpty && here < word.upperBound && here + place.count > word.lowerBound
        let token: Token =
          switch kind {
          case _ where isTyped: .hole
          case .newline: .newline
          case .hole: .hole
          case .word, .number, .mark: read(kind, UnsafeBufferPointer(rebasing: buffer[place]))
          }
        guard token != .newline || last != .newline else { return }
        last = token
        new.append(token)
        newGaps.append(gap.code)
      }
    }
    replace(start..<start + pieces[index].tokenCount, with: new, newGaps)
    pieces[index].tokenCount = new.count
    // Where the cursor is, the text is another one at the next key.
    pieces[index].isRead = !isVolatile
    return start + (cursor ?? new.count)
  }

  private func beginsLine(_ place: Int, of text: Text) -> Bool {
    let before = text.scalarBoundary(atOrBefore: place - 1)
    return text.bytes(in: before..<place).last.map { $0 == 0x0A || $0 == 0x0D } ?? true
  }

  private mutating func replace(
    _ range: Range<Int>, with new: ContiguousArray<Token>, _ newGaps: ContiguousArray<UInt8>
  ) {
    for token in tokens[range] { counts[token] -= 1 }
    for token in new { counts[token] += 1 }
    tokens.replaceSubrange(range, with: new)
    gaps.replaceSubrange(range, with: newGaps)
  }
}
