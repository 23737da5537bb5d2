import CatchwordText

/// The tokens of a document around the cursor, updated edit by edit.
///
/// The text is divided into pieces of one to two kilobytes. An edit marks the pieces that it touches; only these are
/// read again when the tokens are next requested. Text beyond `Extent.reach` is not read, so the largest document costs
/// no more than a long file of code. Where the cursor jumps to in a large document, the nearest text is read at once, and the
/// rest of that in steps.
struct DocumentTokens {
  private struct Piece {
    var byteCount: Int
    var tokenCount = 0
    /// False until the piece has been read, and again after an edit.
    var isRead = false
  }

  /// The tokens in the window around the cursor; the word at the cursor is a `hole`.
  private(set) var tokens: ContiguousArray<Token> = []
  /// The gap before each token.
  private(set) var gaps: ContiguousArray<UInt8> = []
  /// The number of occurrences of each token.
  private(set) var counts = TokenTable<Int32>(none: 0)
  /// The number of different tokens.
  private(set) var distinctCount = 0
  /// True when the first token is the first of the text.
  var beginsText: Bool { windowStart == 0 }

  private var pieces: [Piece] = []
  private var windowStart = 0
  /// The text that the pieces match; nil before the first. Texts are compared, not versions: clients choose the version
  /// numbers and may use one twice.
  private var text: Text?
  private let extent: Extent
  /// The last position of the cursor, as a byte offset.
  private var place = 0
  /// True until the window reaches as far around the cursor as it should.
  private var isGrowing = true

  init(_ extent: Extent = Extent()) { self.extent = extent }

  /// The part of the text that is read, in bytes.
  var window: Range<Int> { windowStart..<pieces.reduce(windowStart) { $0 + $1.byteCount } }

  /// The approximate memory size in bytes.
  var byteCount: Int { tokens.capacity * 5 + counts.count * 32 + pieces.count * 24 }

  // MARK: Following

  /// Notes an edit.
  ///
  /// - Complexity: O(number of pieces).
  mutating func note(_ change: TextChange) {
    guard let text, text == change.before else { return forget() }
    self.text = change.after
    let growth = change.inserted.count - change.replaced.count
    let windowEnd = window.upperBound
    if change.replaced.upperBound < windowStart {
      windowStart += growth
      return
    }
    if change.replaced.lowerBound > windowEnd { return }
    // An edit across an end of the window has everything read again, as the rest is not worth keeping. The text that
    // now stands where the window ended may be the beginning of a word that continues after it.
    let touchesEnd = change.replaced.upperBound >= windowEnd && windowEnd < change.before.count
    if change.replaced.lowerBound < windowStart || touchesEnd { return forget() }
    let first = edit(change.replaced, growth: growth)
    forgetLine(around: first, change)
  }

  /// Merges the pieces that touch the replaced text into one, which is to be read again.
  ///
  /// - Returns: Its index.
  private mutating func edit(_ replaced: Range<Int>, growth: Int) -> Int {
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
    return first
  }

  /// Marks the other pieces on the line of an edit as unread: an edit may decide whether text on its line is a secret.
  private mutating func forgetLine(around edited: Int, _ change: TextChange) {
    var start = pieces[..<edited].reduce(windowStart) { $0 + $1.byteCount }
    var end = start + pieces[edited].byteCount
    let growth = change.inserted.count - change.replaced.count
    var index = edited
    while index > 0, change.replaced.lowerBound - start < SecretScanner.reach,
      !beginsLine(start, of: change.before) || !beginsLine(start, of: change.after)
    {
      index -= 1
      start -= pieces[index].byteCount
      pieces[index].isRead = false
    }
    index = edited + 1
    while index < pieces.count, end - change.inserted.upperBound < SecretScanner.reach,
      !beginsLine(end, of: change.after) || !beginsLine(end - growth, of: change.before)
    {
      pieces[index].isRead = false
      end += pieces[index].byteCount
      index += 1
    }
  }

  private mutating func forget() { self = DocumentTokens(extent) }

  // MARK: Reading

  /// Updates the tokens to a version of the text, and finds the cursor among them.
  ///
  /// - Parameters:
  ///   - text: The version.
  ///   - cursorWord: The word at the cursor, which becomes a hole; empty without a word, nil without a cursor.
  ///   - isStepwise: True to read the text around a cursor that has jumped in steps, one with each call.
  ///   - read: Returns the token of a text that is neither a line end nor a hole.
  /// - Returns: The index of the first token that begins at `word` or behind it.
  /// - Complexity: O(changed text + number of tokens), the latter as fast as memory is copied.
  mutating func read(
    _ text: Text, around cursorWord: Range<Int>?, isStepwise: Bool = false,
    _ read: (TokenKind, UnsafeBufferPointer<UInt8>) -> Token
  ) -> Int {
    let lastPlace = min(place, text.count)
    let word = cursorWord ?? lastPlace..<lastPlace
    place = word.lowerBound
    setWindow(in: text, isStepwise: isStepwise)
    var (start, token, cursor) = (windowStart, 0, 0)
    var index = 0
    while index < pieces.count {
      let end = start + pieces[index].byteCount
      let holdsWord = cursorWord != nil && word.lowerBound <= end && word.upperBound >= start
      if !pieces[index].isRead || holdsWord {
        let parts = extent.pieceLengths(from: start, to: end, in: text)
        if parts.count > 1 {
          pieces[index].byteCount = parts[0]
          pieces.insert(contentsOf: parts.dropFirst().map { Piece(byteCount: $0) }, at: index + 1)
          continue
        }
        let found = self.read(index, start..<end, of: text, token: token, word, isVolatile: holdsWord, read)
        if word.lowerBound >= start { cursor = found }
      }
      token += pieces[index].tokenCount
      start = end
      index += 1
    }
    return cursor
  }

  /// Sets the window around the cursor, or has it grow.
  private mutating func setWindow(in text: Text, isStepwise: Bool) {
    let isStepwise = isStepwise && text.count > extent.jumpLength
    let first = isStepwise ? min(extent.firstReach, extent.reach) : extent.reach
    let wanted = extent.window(around: place, reach: extent.reach, in: text)
    let all = min(wanted.lowerBound, windowStart)..<max(wanted.upperBound, window.upperBound)
    guard self.text == text, extent.isEnough(window, around: place, reach: min(extent.firstReach, first), in: text),
      all.count <= extent.reach * 3
    else {
      let place = place
      forget()
      (self.text, self.place, isGrowing) = (text, place, isStepwise)
      // A table that grows from nothing is filled again and again; a thousand different words are usual there.
      if text.count > extent.jumpLength { counts = TokenTable(none: 0, capacity: 1024) }
      let window = isStepwise ? extent.window(around: place, reach: first, in: text) : wanted
      windowStart = window.lowerBound
      pieces = [Piece(byteCount: window.count)]
      return
    }
    guard isGrowing || !extent.isEnough(window, around: place, reach: extent.reach, in: text) else { return }
    isGrowing = !grow(to: wanted, by: isStepwise ? extent.step : text.count, in: text)
  }

  /// Extends the window.
  ///
  /// - Parameters:
  ///   - wanted: The least that it should hold in the end.
  ///   - step: The distance by which it is extended on each side.
  /// - Returns: True when it holds that.
  private mutating func grow(to wanted: Range<Int>, by step: Int, in text: Text) -> Bool {
    let (start, end) = (windowStart, window.upperBound)
    if start > wanted.lowerBound {
      let new = start - step
      windowStart = new <= wanted.lowerBound ? wanted.lowerBound : extent.start(atOrBefore: new, in: text)
      pieces.insert(Piece(byteCount: start - windowStart), at: 0)
    }
    if end < wanted.upperBound {
      let new = end + step
      let end = (new >= wanted.upperBound ? wanted.upperBound : extent.end(atOrAfter: new, in: text))
      pieces.append(Piece(byteCount: end - window.upperBound))
    }
    return windowStart <= wanted.lowerBound && window.upperBound >= wanted.upperBound
  }

  /// Reads a piece.
  ///
  /// - Returns: The index of the first token that begins at `word` or behind it.
  private mutating func read(
    _ index: Int, _ range: Range<Int>, of text: Text, token start: Int, _ word: Range<Int>,
    isVolatile: Bool, _ read: (TokenKind, UnsafeBufferPointer<UInt8>) -> Token
  ) -> Int {
    let isCutOff = (start: !text.isTokenBorder(range.lowerBound), end: !text.isTokenBorder(range.upperBound))
    var new: ContiguousArray<Token> = []
    var newGaps: ContiguousArray<UInt8> = []
    var cursor: Int?
    // True when the last token is a line end, and nothing has come behind it.
    var isBehindLine = false
    var last = range.lowerBound == 0 || beginsLine(range.lowerBound, of: text) ? Token.newline : .hole
    let bytes = text.bytes(in: range)
    bytes.withUnsafeBufferPointer { buffer in
      Tokenizer.forEachToken(in: bytes, without: text.secrets(in: range)) { place, kind, gap in
        let here = range.lowerBound + place.lowerBound
        if cursor == nil, here >= word.lowerBound { cursor = new.count }
        let isTyped = isVolatile && !word.isEmpty && here < word.upperBound && here + place.count > word.lowerBound
        let token: Token =
          switch kind {
          case _ where isTyped: .hole
          case .newline: .newline
          case .hole: .hole
          // A part of a word is not a word.
          case .word where isCutOff.start && place.lowerBound == 0: .hole
          case .word where isCutOff.end && place.upperBound == bytes.count: .hole
          case .number where isCutOff.start && place.lowerBound == 0: .hole
          case .number where isCutOff.end && place.upperBound == bytes.count: .hole
          case .word, .number, .mark: read(kind, UnsafeBufferPointer(rebasing: buffer[place]))
          }
        guard token != .newline || last != .newline else {
          // Only an empty line: white space in the next piece may change without this one being read.
          if isBehindLine, gap == .none, new.last == .newline { newGaps[new.count - 1] = Gap.blankLine.code }
          isBehindLine = false
          return
        }
        (last, isBehindLine) = (token, token == .newline)
        new.append(token)
        newGaps.append(gap.code)
      }
    }
    // An edit at the beginning of the next piece has this one read again.
    if isBehindLine, beginsBlankLine(range.upperBound, of: text) { newGaps[new.count - 1] = Gap.blankLine.code }
    replace(start..<start + pieces[index].tokenCount, with: new, newGaps)
    pieces[index].tokenCount = new.count
    // The piece at the cursor changes with the next key, so it stays unread.
    pieces[index].isRead = !isVolatile
    return start + (cursor ?? new.count)
  }

  private func beginsLine(_ place: Int, of text: Text) -> Bool {
    let before = text.scalarBoundary(atOrBefore: place - 1)
    return text.bytes(in: before..<place).last.map { $0 == 0x0A || $0 == 0x0D } ?? true
  }

  /// True when a line end is the first character of a line.
  private func beginsBlankLine(_ place: Int, of text: Text) -> Bool {
    let next = text.bytes(in: place..<min(text.count, place + 1)).first
    return next?.isLineBreak == true && beginsLine(place, of: text)
  }

  private mutating func replace(
    _ range: Range<Int>, with new: ContiguousArray<Token>, _ newGaps: ContiguousArray<UInt8>
  ) {
    for token in tokens[range] {
      counts[token] -= 1
      if counts[token] == 0 { distinctCount -= 1 }
    }
    for token in new {
      counts[token] += 1
      if counts[token] == 1 { distinctCount += 1 }
    }
    tokens.replaceSubrange(range, with: new)
    gaps.replaceSubrange(range, with: newGaps)
    if counts.count > 2 * distinctCount + DocumentTokens.maximumUnused { renumber { $0 } }
  }

  /// The maximum number of absent tokens in `counts`, in addition to the number of present ones.
  private static let maximumUnused = 1024

  /// Renumbers the tokens.
  ///
  /// - Complexity: O(*n*).
  mutating func renumber(_ number: (Token) -> Token) {
    var live = TokenTable<Int32>(none: 0, capacity: distinctCount)
    counts.forEach { if $1 != 0 { live[number($0)] = $1 } }
    counts = live
    for index in tokens.indices { tokens[index] = number(tokens[index]) }
  }
}
