package import CatchwordFiles
import CatchwordText

/// The tokens of very many files, in a mapped file that all servers share; immutable.
///
/// Like a `Corpus`, it has the tokens one after the other and positions sorted by the tokens to the left of each, but only
/// those of words, and in segments that were sorted one by one, so that building it takes little memory. It has no gaps and
/// no places by layout. `FarTier` translates between its tokens and those of a model.
///
/// Its contents are not trusted: a damaged file gives wrong votes, and nothing worse.
package final class FarText: Sendable {
  /// The text "CWFAR" and the version of the layout and of the rules for tokens.
  package static let format: UInt64 = 0x0002_5241_4657_43
  /// The bits of the header's last number.
  static let (cutFlag, unfinishedFlag): (UInt64, UInt64) = (1, 2)
  /// The parts of the file, by their numbers in its header.
  enum PartNumber: Int, CaseIterable { case words, ends, slots, files, names, order, segments }

  /// A part of the text that was sorted on its own. All but counts are offsets in the file.
  struct Segment: Sendable {
    static let byteCount = 88

    /// The index of the first token in the whole text.
    var firstToken = 0
    var tokenCount = 0
    /// The positions of its tokens in the whole text.
    var all: Range<Int> { firstToken..<firstToken + tokenCount }
    /// The tokens, three bytes each.
    var tokens = 0
    /// The sorted positions, from the first token, four bytes each.
    var positions = 0
    var positionCount = 0
    /// By token: the index of the first position behind it; one more for the end.
    var starts = 0
    var startCount = 0
    /// The contexts that were counted, 24 bytes each.
    var entries = 0
    var entryCount = 0
    /// The tokens that followed them, eight bytes each.
    var lists = 0
    var listCount = 0
  }

  private let file: MappedFile
  private let header: IndexHeader
  let segments: [Segment]
  /// The number of words; the number of tokens is `Token.firstWord` more.
  let wordCount: Int
  /// The number of files.
  package let fileCount: Int
  /// The number of tokens of all files.
  package let tokenCount: Int
  /// The number by which words are hashed.
  let seed: UInt64

  /// Takes a mapped file.
  ///
  /// - Returns: Nil when it holds no far text with that identity.
  package init?(_ file: MappedFile, identity: UInt64) {
    guard
      let header = IndexHeader(
        file.bytes, format: FarText.format, partCount: PartNumber.allCases.count, numberCount: 3),
      header.identity == identity, let tokenCount = Int(exactly: header.numbers[1])
    else { return nil }
    func part(_ number: PartNumber) -> IndexHeader.Part { header.parts[number.rawValue] }
    wordCount = part(.ends).count / 8
    fileCount = part(.files).count / FileRecord.byteCount
    let slotCount = part(.slots).count / 4
    guard slotCount > wordCount, slotCount & (slotCount - 1) == 0, part(.order).count == fileCount * 4,
      wordCount < FarTextBuilder.maximumWords
    else { return nil }
    var segments: [Segment] = []
    for place in 0..<part(.segments).count / Segment.byteCount {
      guard let segment = Segment(file.bytes, at: part(.segments).start + place * Segment.byteCount),
        segment.firstToken == segments.last.map({ $0.firstToken + $0.tokenCount }) ?? 0
      else { return nil }
      segments.append(segment)
    }
    guard segments.last.map({ $0.firstToken + $0.tokenCount }) ?? 0 == tokenCount else { return nil }
    (self.file, self.header, self.segments) = (file, header, segments)
    (self.tokenCount, seed) = (tokenCount, header.numbers[0])
  }

  /// True when files were left out because of a limit.
  package var isCut: Bool { header.numbers[2] & FarText.cutFlag != 0 }
  /// True when there were more files to read; another run goes on from here.
  package var isUnfinished: Bool { header.numbers[2] & FarText.unfinishedFlag != 0 }
  /// The size of the file in bytes.
  package var byteCount: Int { file.bytes.count }

  /// The bytes of the file, which are mapped while this object is referenced.
  var bytes: UnsafeRawBufferPointer { file.bytes }

  func part(_ number: PartNumber) -> IndexHeader.Part { header.parts[number.rawValue] }

  /// Returns a number of the file; the caller has made sure that it is there.
  @inline(__always)
  func number(at offset: Int) -> UInt32 { file.bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }

  // MARK: Words

  /// Calls `body` with the text of a word; with an empty one when there is none, or the file is damaged.
  func withWord<Result>(_ word: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    defer { withExtendedLifetime(file) {} }
    let range = range(of: word)
    return body(file.bytes[range].assumingMemoryBound(to: UInt8.self))
  }

  /// Returns the range of a word in the file.
  private func range(of word: Int) -> Range<Int> {
    let words = part(.words)
    guard word >= 0, word < wordCount else { return words.start..<words.start }
    let ends = part(.ends).start
    let (start, end) = (word == 0 ? 0 : Int(number(at: ends + 8 * word - 8)), Int(number(at: ends + 8 * word)))
    guard start <= end, end <= words.count else { return words.start..<words.start }
    return words.start + start..<words.start + end
  }

  /// Returns the number of times that a token occurs.
  func count(of token: Token) -> UInt32 {
    guard token >= Token.firstWord, Int(token - .firstWord) < wordCount else { return 0 }
    defer { withExtendedLifetime(file) {} }
    return number(at: part(.ends).start + 8 * Int(token - .firstWord) + 4)
  }

  /// Returns the number of a word; nil when the text does not have it.
  func number(of word: UnsafeBufferPointer<UInt8>) -> Int? {
    if word.isEmpty { return nil }
    defer { withExtendedLifetime(file) {} }
    let (slots, mask) = (part(.slots).start, part(.slots).count / 4 - 1)
    var slot = Int(truncatingIfNeeded: WordHash.of(word, seed: seed)) & mask
    // In a damaged file every slot may be taken.
    for _ in 0...mask {
      let entry = number(at: slots + 4 * slot)
      if entry == 0 || Int(entry) > wordCount { return nil }
      let range = range(of: Int(entry) - 1)
      if range.count == word.count, word.elementsEqual(file.bytes[range]) { return Int(entry) - 1 }
      slot = (slot + 1) & mask
    }
    return nil
  }
}

extension FarText.Segment {
  /// Reads a segment; nil when its parts are not within the file.
  fileprivate init?(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    func number(_ place: Int) -> Int? {
      Int(exactly: bytes.loadUnaligned(fromByteOffset: offset + 8 * place, as: UInt64.self))
    }
    /// True when `count` elements of `size` bytes and `slack` more bytes are in the file.
    func holds(_ start: Int, _ count: Int, size: Int, slack: Int = 0) -> Bool {
      let (length, overflow) = count.multipliedReportingOverflow(by: size)
      return !overflow && start <= bytes.count && length <= bytes.count - start - slack
    }
    guard let firstToken = number(0), let tokenCount = number(1), let tokens = number(2), let positions = number(3),
      let positionCount = number(4), let starts = number(5), let startCount = number(6), let entries = number(7),
      let entryCount = number(8), let lists = number(9), let listCount = number(10),
      // A token is read with the byte behind it.
      holds(tokens, tokenCount, size: 3, slack: 1), holds(positions, positionCount, size: 4),
      holds(starts, startCount, size: 4), holds(entries, entryCount, size: 24), holds(lists, listCount, size: 8),
      firstToken <= Int(UInt32.max), tokenCount <= Int(UInt32.max)
    else { return nil }
    (self.firstToken, self.tokenCount, self.tokens) = (firstToken, tokenCount, tokens)
    (self.positions, self.positionCount) = (positions, positionCount)
    (self.starts, self.startCount) = (starts, startCount)
    (self.entries, self.entryCount, self.lists, self.listCount) = (entries, entryCount, lists, listCount)
  }

  /// The segment in its stored form.
  var numbers: [UInt64] {
    [
      firstToken, tokenCount, tokens, positions, positionCount, starts, startCount, entries, entryCount, lists,
      listCount,
    ].map(UInt64.init)
  }
}
