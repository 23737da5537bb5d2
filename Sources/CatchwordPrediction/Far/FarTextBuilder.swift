package import CatchwordFiles
import CatchwordText

/// Writes a far text: reads files one by one, and sorts and writes a segment whenever enough tokens have come.
package struct FarTextBuilder {
  /// The number of tokens of a segment: with more, building takes more memory; with less, there are more to ask.
  package static let segmentTokens = 16_000_000
  /// The number of occurrences in a segment above which the successors of a context are counted.
  package static let border = 4096
  /// The maximum number of tokens listed for each of these.
  private static let mostListed = 256
  /// The maximum number of words, so that tokens have three bytes.
  static let maximumWords = 1 << 24 - Int(Token.firstWord)

  private let output: IndexOutput
  private let identity: UInt64
  private let seed: UInt64
  private let maximumTokens: Int
  private let isLearned: @Sendable (String) -> Bool
  private let segmentTokens: Int
  private let border: Int
  private var parts: CorpusBuilder.Parts
  private var segments: [FarText.Segment] = []
  private var files: [FileRecord] = []
  private var names: ContiguousArray<UInt8> = []
  private var counts: ContiguousArray<UInt32> = []
  /// The index of the first token that is not written yet.
  private var firstToken = 0
  /// True when a file was left out for lack of room.
  private var isFull = false

  /// Begins an empty text.
  ///
  /// - Parameters:
  ///   - output: The destination.
  ///   - identity: A hash that identifies what is read.
  ///   - maximumTokens: The maximum number of tokens; files beyond it are left out.
  ///   - seed: A number that the authors of the files do not know.
  ///   - isLearned: True for a word that may be learned.
  ///   - segmentTokens: The number of tokens of a segment.
  ///   - border: The number of occurrences in a segment above which the successors of a context are counted.
  package init(
    output: IndexOutput, identity: UInt64, maximumTokens: Int, seed: UInt64 = .random(in: .min ... .max),
    isLearned: @escaping @Sendable (String) -> Bool = { _ in true },
    segmentTokens: Int = FarTextBuilder.segmentTokens, border: Int = FarTextBuilder.border
  ) {
    (self.output, self.identity, self.seed, self.isLearned) = (output, identity, seed, isLearned)
    (self.segmentTokens, self.border) = (segmentTokens, border)
    self.maximumTokens = min(maximumTokens, Int(UInt32.max / 2))
    parts = CorpusBuilder.Parts(seed: seed)
  }

  /// Goes on from an unfinished text: its segments, words and files come first.
  ///
  /// - Parameters: As for an empty text, which this one must have been.
  /// - Returns: Nil when the text is damaged.
  /// - Throws: The failure to write the output.
  /// - Complexity: O(size of the text).
  package init?(
    from base: FarText, output: IndexOutput, identity: UInt64, maximumTokens: Int,
    isLearned: @escaping @Sendable (String) -> Bool, segmentTokens: Int = FarTextBuilder.segmentTokens,
    border: Int = FarTextBuilder.border
  ) throws {
    self.init(
      output: output, identity: identity, maximumTokens: maximumTokens, seed: base.seed, isLearned: isLearned,
      segmentTokens: segmentTokens, border: border)
    defer { withExtendedLifetime(base) {} }
    counts = ContiguousArray(repeating: 0, count: Int(Token.firstWord))
    for number in 0..<base.wordCount {
      guard base.withWord(number, { $0.isEmpty ? nil : parts.words.insert($0) }) == number else { return nil }
      counts.append(base.count(of: Token.firstWord + Token(number)))
    }
    for number in 0..<base.fileCount {
      guard var file = base.file(number) else { return nil }
      let name = base.name(of: file)
      (file.nameStart, file.nameLength) = (UInt32(names.count), UInt32(name.count))
      files.append(file)
      names.append(contentsOf: name)
    }
    for segment in base.segments { segments.append(try copy(segment, of: base)) }
    (firstToken, isFull) = (base.tokenCount, base.isCut)
  }

  /// Writes a segment of another text.
  private func copy(_ segment: FarText.Segment, of base: FarText) throws -> FarText.Segment {
    func copied(_ start: Int, _ count: Int, size: Int) throws -> Int {
      try output.appendPart {
        try output.append(UnsafeRawBufferPointer(rebasing: base.bytes[start..<start + count * size]))
      }.start
    }
    var copy = segment
    copy.tokens = try copied(segment.tokens, segment.tokenCount, size: 3)
    copy.positions = try copied(segment.positions, segment.positionCount, size: 4)
    copy.starts = try copied(segment.starts, segment.startCount, size: 4)
    copy.entries = try copied(segment.entries, segment.entryCount, size: 24)
    copy.lists = try copied(segment.lists, segment.listCount, size: 8)
    return copy
  }

  /// The number of segments that have been written.
  package var segmentCount: Int { segments.count }

  /// The number of tokens.
  private var tokenCount: Int { firstToken + parts.tokens.count }

  /// Adds a file. Bytes that are not valid UTF-8 are not learned.
  ///
  /// - Parameters:
  ///   - path: The path from the root; each is added once.
  ///   - stamp: The stamp of the file when it was read.
  /// - Returns: False when the file was left out because there is no room.
  /// - Throws: The failure to write the output.
  /// - Complexity: O(*n*).
  package mutating func add(_ text: ContiguousArray<UInt8>, path: String, stamp: FileAccess.Stamp) throws -> Bool {
    let (start, wordCount) = (parts.tokens.count, parts.words.count)
    parts.append(text, limit: maximumTokens - firstToken, isLearned: isLearned)
    guard tokenCount < maximumTokens, parts.words.count < FarTextBuilder.maximumWords else {
      parts.words.removeAll(from: wordCount)
      parts.tokens.removeSubrange(start...)
      parts.gaps.removeSubrange(start...)
      isFull = true
      return false
    }
    files.append(
      FileRecord(
        stamp: stamp, nameStart: UInt32(clamping: names.count), nameLength: UInt32(clamping: path.utf8.count),
        start: UInt32(firstToken + start), length: UInt32(parts.tokens.count - start)))
    names.append(contentsOf: path.utf8)
    parts.tokens.append(.separator)
    parts.gaps.append(0)
    if parts.tokens.count >= segmentTokens { try endSegment() }
    return true
  }

  /// Writes what is left, and the header.
  ///
  /// - Parameters:
  ///   - isCut: True when files were left out because of a limit.
  ///   - isUnfinished: True when there are more files to read; only right behind a segment.
  /// - Throws: The failure to write the output.
  package consuming func finish(isCut: Bool, isUnfinished: Bool = false) throws {
    if parts.tokens.count > 1 { try endSegment() }
    let words = parts.words
    counts.append(contentsOf: repeatElement(0, count: max(0, Int(Token.firstWord) + words.count - counts.count)))
    var ends: ContiguousArray<UInt32> = []
    ends.reserveCapacity(words.count * 2)
    for word in 0..<words.count {
      ends.append(words.ends[word])
      ends.append(counts[Int(Token.firstWord) + word])
    }
    var records: ContiguousArray<UInt8> = []
    for file in files { file.append(to: &records) }
    var table: [IndexHeader.Part] = []
    table.append(try output.appendPart { try words.bytes.withUnsafeBytes(output.append) })
    table.append(try output.appendPart { try ends.withUnsafeBytes(output.append) })
    table.append(try output.appendPart { try words.slots.withUnsafeBytes(output.append) })
    table.append(try output.appendPart { try output.append(records) })
    table.append(try output.appendPart { try output.append(names) })
    let order = filesByPath()
    table.append(try output.appendPart { try order.withUnsafeBytes(output.append) })
    table.append(try output.appendPart { try segments.flatMap(\.numbers).withUnsafeBytes(output.append) })
    // A token is read with the byte behind it.
    try output.align()
    let flags = (isCut || isFull ? FarText.cutFlag : 0) | (isUnfinished ? FarText.unfinishedFlag : 0)
    let header = IndexHeader(identity: identity, parts: table, numbers: [seed, UInt64(firstToken), flags])
    let byteCount = output.count
    _ = try output.finish { header.words(format: FarText.format, byteCount: byteCount, samples: $0) }
  }

  private func filesByPath() -> ContiguousArray<UInt32> {
    func name(_ number: UInt32) -> ArraySlice<UInt8> {
      let file = files[Int(number)]
      return ArraySlice(names[Int(file.nameStart)..<Int(file.nameStart) + Int(file.nameLength)])
    }
    let named = (0..<UInt32(files.count)).map { ($0, name($0)) }
    return ContiguousArray(named.sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0))
  }

  /// Sorts and writes the tokens since the last segment.
  private mutating func endSegment() throws {
    let tokens = parts.tokens
    let initials = parts.words.initials
    let tokenEnd = Int(Token.firstWord) + parts.words.count
    let sorted = FarSort.sort(tokens, tokenEnd: tokenEnd) { token in
      token >= Token.firstWord && initials[Int(token - .firstWord)].isWord
    }
    let frequent = FrequentContexts(tokens, sorted, border: border, mostListed: FarTextBuilder.mostListed)
    counts.append(contentsOf: repeatElement(0, count: max(0, tokenEnd - counts.count)))
    for token in tokens { counts[Int(token)] &+= 1 }
    var segment = FarText.Segment()
    (segment.firstToken, segment.tokenCount) = (firstToken, tokens.count)
    segment.tokens = try output.appendPart { try append(tokens) }.start
    (segment.positions, segment.positionCount) = (
      try output.appendPart { try sorted.positions.withUnsafeBytes(output.append) }.start, sorted.positions.count
    )
    (segment.starts, segment.startCount) = (
      try output.appendPart { try sorted.starts.withUnsafeBytes(output.append) }.start, sorted.starts.count
    )
    let (entries, lists) = frequent.stored
    segment.entries = try output.appendPart { try entries.withUnsafeBytes(output.append) }.start
    segment.lists = try output.appendPart { try lists.withUnsafeBytes(output.append) }.start
    (segment.entryCount, segment.listCount) = (entries.count * 4 / 24, lists.count / 2)
    segments.append(segment)
    firstToken += tokens.count
    parts.tokens = [.separator]
    parts.gaps = [0]
  }

  /// Writes tokens of three bytes.
  private func append(_ tokens: ContiguousArray<Token>) throws {
    var piece: ContiguousArray<UInt8> = []
    for token in tokens {
      piece.append(UInt8(truncatingIfNeeded: token))
      piece.append(UInt8(truncatingIfNeeded: token >> 8))
      piece.append(UInt8(truncatingIfNeeded: token >> 16))
      guard piece.count >= 1 << 20 else { continue }
      try piece.withUnsafeBytes(output.append)
      piece.removeAll(keepingCapacity: true)
    }
    try piece.withUnsafeBytes(output.append)
  }
}
