/// A scanner that finds words in UTF-8.
///
/// A word is a run of letters, marks, digits and `_` (UAX #29's word characters), with the joiners, openers and closers
/// of its language's `WordRules`. Han and kana, which are written without spaces, form runs of their own, so `东京cat` is
/// two words, and are divided further by `IdeographSegmenter`. A run longer than the maximum has no words.
public struct WordScanner: Sendable {
  /// The rules of the scanner.
  public let rules: WordRules
  private var roles = ContiguousArray((0..<128).map { Role(ascii: UInt8($0)) })
  private let hasApostrophe: Bool
  /// By byte: `alphabetic` for ASCII that is part of a word everywhere, `separator` for ASCII that cannot begin a word,
  /// and `none` for all other bytes, which need a closer look.
  private var shortcuts = ContiguousArray<Shortcut>(repeating: .none, count: 256)

  private enum Shortcut: UInt8 {
    case none, alphabetic, separator
  }

  /// Creates a scanner.
  public init(_ rules: WordRules = WordRules()) {
    self.rules = rules
    hasApostrophe = rules.joiners.contains(UInt8(ascii: "'"))
    for byte in rules.letters { roles[Int(byte)] = .alphabetic }
    for byte in rules.joiners.subtracting(rules.letters) {
      // One that is a letter elsewhere, as `_`, only joins.
      roles[Int(byte)] = roles[Int(byte)].subtracting(.alphabetic).union(.joiner)
    }
    for byte in rules.openers.subtracting(rules.letters) { roles[Int(byte)].insert(.opener) }
    for byte in rules.closers.subtracting(rules.letters) { roles[Int(byte)].insert(.closer) }
    for byte in 0..<128 {
      if roles[byte] == .alphabetic {
        shortcuts[byte] = .alphabetic
      } else if roles[byte].isDisjoint(with: [.alphabetic, .opener, .ideographic]) {
        shortcuts[byte] = .separator
      }
    }
  }

  /// Calls `body` with the range of each word in `bytes`, in order.
  ///
  /// - Complexity: O(*n*).
  public func forEachWord(in bytes: ContiguousArray<UInt8>, _ body: (Range<Int>) -> Void) {
    forEachWord(in: bytes, from: 0, body)
  }

  /// Calls `body` with the words from `start` on, which no word may cross.
  func forEachWord(in bytes: ContiguousArray<UInt8>, from start: Int, _ body: (Range<Int>) -> Void) {
    var index = start
    while index < bytes.count {
      if shortcuts[Int(bytes[index])] == .separator {
        index += 1
        continue
      }
      let first = scalar(at: index, of: bytes)
      if first.role.contains(.ideographic) {
        index = forEachIdeographicWord(in: bytes, from: index, first: first, body)
        continue
      }
      let opens = first.role.contains(.opener) && isAlphabetic(at: index + first.length, of: bytes)
      guard first.role.contains(.alphabetic) || opens else {
        index += first.length
        continue
      }
      let end = wordEnd(from: index, first: first, in: bytes)
      if end - index <= Text.maximumWordLength { body(index..<end) }
      index = end
    }
  }

  private func wordEnd(from start: Int, first: WordScalar, in bytes: ContiguousArray<UInt8>) -> Int {
    var end = start + first.length
    var isAfterLetter = first.role.contains(.alphabetic)
    while end < bytes.count {
      if shortcuts[Int(bytes[end])] == .alphabetic {
        isAfterLetter = true
        end += 1
        continue
      }
      let next = scalar(at: end, of: bytes)
      if next.role.contains(.alphabetic) {
        isAfterLetter = true
      } else if next.role.contains(.joiner), isAfterLetter, isAlphabetic(at: end + next.length, of: bytes) {
        isAfterLetter = false
      } else if next.role.contains(.closer), isAfterLetter {
        return end + next.length
      } else if !next.role.contains(.mark) || !isAfterLetter {
        break
      }
      end += next.length
    }
    return end
  }

  /// - Returns: The end of the run that begins at `start`.
  private func forEachIdeographicWord(
    in bytes: ContiguousArray<UInt8>, from start: Int, first: WordScalar, _ body: (Range<Int>) -> Void
  ) -> Int {
    let end = ideographicRunEnd(in: bytes, from: start, first: first)
    guard end - start <= Text.maximumWordLength else { return end }
    var word = start
    if rules.segmentsIdeographs {
      var segmenter = IdeographSegmenter(first.value)
      var index = start + first.length
      while index < end {
        let next = scalar(at: index, of: bytes)
        if next.role.contains(.ideographic), segmenter.breaks(before: next.value) {
          body(word..<index)
          word = index
        }
        index += next.length
      }
    }
    body(word..<end)
    return end
  }

  private func ideographicRunEnd(in bytes: ContiguousArray<UInt8>, from start: Int, first: WordScalar) -> Int {
    var end = start + first.length
    var last = first
    while end < bytes.count {
      let next = scalar(at: end, of: bytes)
      if !next.role.contains(.mark) {
        guard mayShareWord(last, next) else { break }
        last = next
      }
      end += next.length
    }
    return end
  }

  /// True when a word may contain both of two neighbours; `left` is not a mark, and marks between them are ignored.
  func mayShareWord(_ left: WordScalar, _ right: WordScalar) -> Bool {
    if right.role.contains(.mark) { return !left.role.isDisjoint(with: .letter) }
    if left.role.contains(.ideographic) && right.role.contains(.ideographic) {
      return !(rules.segmentsIdeographs && IdeographSegmenter.alwaysBreaks(left.value, right.value))
    }
    if left.role.contains(.alphabetic) { return !right.role.isDisjoint(with: [.alphabetic, .joiner, .closer]) }
    return right.role.contains(.alphabetic) && !left.role.isDisjoint(with: [.joiner, .opener])
  }

  func isAlphabetic(at index: Int, of bytes: ContiguousArray<UInt8>) -> Bool {
    index < bytes.count && scalar(at: index, of: bytes).role.contains(.alphabetic)
  }

  func scalar(at index: Int, of bytes: ContiguousArray<UInt8>) -> WordScalar {
    let lead = bytes[index]
    if lead < 0x80 { return WordScalar(value: UInt32(lead), role: roles[Int(lead)], length: 1) }
    let length = min(lead.scalarLength, bytes.count - index)
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for offset in 1..<max(length, 1) { value = value << 6 | UInt32(bytes[index + offset] & 0x3F) }
    guard length > 1, let scalar = Unicode.Scalar(value) else { return WordScalar(value: 0, role: [], length: length) }
    // Where an apostrophe is part of a word, so is the typographic one.
    let role = value == 0x2019 && hasApostrophe ? .joiner : Role(scalar)
    return WordScalar(value: value, role: role, length: length)
  }
}

/// One scalar with its role.
struct WordScalar {
  let value: UInt32
  let role: Role
  /// The length in bytes.
  let length: Int
}
