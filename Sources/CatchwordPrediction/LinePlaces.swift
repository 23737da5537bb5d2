/// The places in a corpus by the layout of their line, and by the two words before them.
struct LinePlaces: Sendable {
  /// Line beginnings, by the first token of the previous line.
  var above = KeyedPositions()
  /// Line beginnings, by the first tokens of the last line with the same indentation and of the line enclosing both.
  var siblings = KeyedPositions()
  /// Words, by the two words before.
  var words = KeyedPositions()

  var byteCount: Int { above.byteCount + siblings.byteCount + words.byteCount }

  /// The maximum number of places that are searched for the votes of a context.
  static let maximumVotes = 1024

  init() {}

  /// Finds the places in a corpus.
  ///
  /// - Complexity: O(*n*).
  init(_ parts: CorpusBuilder.Parts) {
    var (above, siblings, words) = (KeyedPositions.Builder(), KeyedPositions.Builder(), KeyedPositions.Builder())
    for file in parts.files {
      var lines = LineStack()
      var pair = WordPair()
      var isLineStart = true
      for position in file {
        let token = parts.tokens[position]
        if isLineStart, token != .newline {
          let keys = lines.add(token, indent: Gap(code: parts.gaps[position]).width)
          if let key = keys.above { above.add(key, position) }
          if let key = keys.siblings { siblings.add(key, position) }
        }
        isLineStart = token == .newline
        guard token >= Token.firstWord, parts.words.initials[Int(token - .firstWord)].isWord else { continue }
        if let key = pair.key { words.add(key, position) }
        pair.add(token)
      }
    }
    self.above = above.build()
    self.siblings = siblings.build()
    self.words = words.build()
  }
}

/// The last two words.
struct WordPair {
  private var last: (Token, Token) = (.separator, .separator)

  mutating func add(_ word: Token) { last = (word, last.0) }

  /// The key of the two words; nil before the first.
  var key: UInt32? { last.0 == .separator ? nil : ContextKey.of(last.0, last.1) }
}

/// The first tokens of the lines that enclose a line, each with its indentation.
struct LineStack {
  private var lines: [(indent: Int, token: Token)] = []
  private var last: Token?
  /// The maximum number of enclosing lines; deeper lines are ignored.
  private static let maximumDepth = 100

  /// Returns the keys of a line before its first token is known; nil where there is no such line.
  func keys(indent: Int) -> (above: UInt32?, siblings: UInt32?) {
    let index = lines.firstIndex { $0.indent >= indent }
    let parent = index.map { $0 == 0 ? nil : lines[$0 - 1].token } ?? lines.last?.token
    let sibling = index.flatMap { lines[$0].indent == indent ? lines[$0].token : nil }
    return (
      last.map { ContextKey.of($0, .separator) }, sibling.map { ContextKey.of($0, parent ?? .separator) }
    )
  }

  /// Adds a line and returns its keys.
  @discardableResult
  mutating func add(_ token: Token, indent: Int) -> (above: UInt32?, siblings: UInt32?) {
    let keys = keys(indent: indent)
    if let index = lines.firstIndex(where: { $0.indent >= indent }) { lines.removeSubrange(index...) }
    if lines.count < LineStack.maximumDepth { lines.append((indent, token)) }
    last = token
    return keys
  }
}

/// A hash of two tokens. Two pairs with the same hash are taken for one, which is rare enough to do no harm.
enum ContextKey {
  static func of(_ first: Token, _ second: Token) -> UInt32 {
    let product = (UInt64(first) << 32 | UInt64(second)) &* 0x9E37_79B9_7F4A_7C15
    return UInt32(truncatingIfNeeded: product >> 32) ^ UInt32(truncatingIfNeeded: product)
  }
}

/// Positions by key, in buckets, each in the order of the text.
struct KeyedPositions: Sendable {
  private var starts: ContiguousArray<UInt32> = [0, 0]
  private var positions: ContiguousArray<UInt32> = []
  /// A part of each position's key, which tells the positions of a bucket apart.
  private var tags: ContiguousArray<UInt8> = []

  var byteCount: Int { starts.count * 4 + positions.count * 5 }

  /// Calls `body` with the positions of a key, or with an evenly spread sample of them.
  ///
  /// - Complexity: O(limit).
  func forEach(_ key: UInt32, limit: Int, _ body: (Int) -> Void) {
    let bucket = Int(key & UInt32(starts.count - 2))
    let range = Int(starts[bucket])..<Int(starts[bucket + 1])
    let step = range.count / limit + 1
    for index in stride(from: range.lowerBound, to: range.upperBound, by: step) where tags[index] == tag(key) {
      body(Int(positions[index]))
    }
  }

  private func tag(_ key: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: key >> 24) }

  struct Builder {
    private var pairs: ContiguousArray<UInt64> = []

    mutating func add(_ key: UInt32, _ position: Int) { pairs.append(UInt64(key) << 32 | UInt64(position)) }

    consuming func build() -> KeyedPositions {
      // The minimum size keeps different keys apart nearly always, even if there are few positions.
      var size = 4096
      while size * 4 < pairs.count { size *= 2 }
      var result = KeyedPositions()
      let mask = UInt32(size - 1)
      var starts = ContiguousArray<UInt32>(repeating: 0, count: size + 1)
      for pair in pairs { starts[Int(UInt32(pair >> 32) & mask) + 1] += 1 }
      for bucket in 0..<size { starts[bucket + 1] += starts[bucket] }
      result.positions = ContiguousArray(repeating: 0, count: pairs.count)
      result.tags = ContiguousArray(repeating: 0, count: pairs.count)
      var next = starts
      for pair in pairs {
        let key = UInt32(pair >> 32)
        let place = Int(next[Int(key & mask)])
        result.positions[place] = UInt32(truncatingIfNeeded: pair)
        result.tags[place] = result.tag(key)
        next[Int(key & mask)] += 1
      }
      result.starts = starts
      return result
    }
  }
}
