import CatchwordMatching

/// The words of a page, in its stored form: each as what it shares with the one before, the rest, and the weight.
///
/// A page comes from outside. What cannot be one is refused as a whole.
package enum SharedPage {
  /// The stored form of no words.
  static let empty = encoded([])

  /// Returns the stored form of words.
  ///
  /// - Parameter words: Possible words, at most as many as a page of the kind has.
  package static func encoded(_ words: [SharedWord]) -> [UInt8] {
    var bytes = [UInt8(SharedFormat.version)]
    var before: [UInt8] = []
    for word in words {
      let text = Array(word.text.utf8)
      let shared = zip(before, text).prefix { $0 == $1 }.count
      bytes += [UInt8(shared), UInt8(text.count - shared)]
      bytes += text[shared...]
      bytes.append(word.weight)
      before = text
    }
    return bytes
  }

  /// Returns the words of a page, in their order.
  ///
  /// - Returns: Nil when these bytes are no page: they are of another version, cut, or too many, or a word is not possible.
  /// - Complexity: O(*n*).
  package static func decoded(_ bytes: [UInt8]) -> [SharedWord]? {
    decoded(bytes, having: [], areTogether: false)?.words
  }

  /// Returns the words of a page that may have some letters in their order, and the number of all of them. Those of ASCII have
  /// them; others may be without.
  ///
  /// - Parameters:
  ///   - letters: Folded letters and digits of ASCII.
  ///   - areTogether: True where nothing may stand between them but what stands between words.
  static func decoded(
    _ bytes: [UInt8], having letters: [UInt8], areTogether: Bool
  ) -> (words: [SharedWord], count: Int)? {
    withEntries(of: bytes) { entries in
      var entries = entries
      var words: [SharedWord] = []
      while entries.next() {
        if entries.isPlain, !has(letters, entries.text, areTogether: areTogether) { continue }
        if let word = entries.word { words.append(SharedWord(word, weight: entries.weight)) } else { entries.refuse() }
      }
      return entries.isDamaged ? nil : (words, entries.number)
    }
  }

  /// Returns true when a text has some letters, as `decoded(_:having:areTogether:)` describes them.
  private static func has(_ letters: [UInt8], _ text: UnsafeBufferPointer<UInt8>, areTogether: Bool) -> Bool {
    guard let first = letters.first else { return true }
    for start in text.indices where lowercased(text[start]) == first {
      var found = 1
      for byte in text[(start + 1)...] where found < letters.count {
        if lowercased(byte) == letters[found] {
          found += 1
        } else if areTogether, !WordParts.isSeparator(byte) {
          break
        }
      }
      if found == letters.count { return true }
      // Where they may be apart, no later beginning has more of them.
      if !areTogether { return false }
    }
    return false
  }

  /// Returns a folded character of ASCII: folding makes small letters of these, and nothing else.
  @inline(__always)
  private static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  /// Returns the heaviest words of a page that begin with a prefix, the first of equal ones first, and whether it has more.
  ///
  /// - Returns: Nil when these bytes are no page.
  /// - Complexity: O(*n*); a text is made for those words only that are returned, or are not of ASCII.
  static func heaviest(
    _ limit: Int, in bytes: [UInt8], under prefix: SharedPrefix
  ) -> (words: [SharedWord], isCut: Bool)? {
    let plain = prefix.plain
    let count = plain?.count ?? .max
    // What of the beginnings of words is compared, and with what.
    let first = (plain ?? []).prefix(8)
    let typed = first.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    let compared: UInt64 = ~(~0 << UInt64(8 * first.count))
    return withEntries(of: bytes) { entries in
      var entries = entries
      var best = HeaviestTexts(limit: limit)
      while entries.next() {
        if entries.isPlain {
          guard (entries.beginning ^ typed) & compared == 0, entries.text.count >= count else { continue }
          if count > 8, let plain {
            guard (8..<count).allSatisfy({ lowercased(entries.text[$0]) == plain[$0] }) else { continue }
          }
          best.add(entries.text, entries.weight)
        } else if let word = entries.word {
          if prefix.begins(word) { best.add(entries.text, entries.weight) }
        } else {
          entries.refuse()
        }
      }
      return entries.isDamaged ? nil : (best.words, best.isCut)
    }
  }

  /// Reads the words of a page.
  ///
  /// - Parameter body: Called once. It takes a copy, which can be kept in registers.
  @inline(__always)
  private static func withEntries<Result>(of bytes: [UInt8], _ body: (PageEntries) -> Result) -> Result {
    withUnsafeTemporaryAllocation(byteCount: PageEntries.scratchBytes, alignment: 8) { scratch in
      bytes.withUnsafeBytes { body(PageEntries($0, scratch)) }
    }
  }
}

/// The heaviest of some texts, the first of equal ones first.
private struct HeaviestTexts {
  private let limit: Int
  /// The texts of the best so far, and of those that were, one behind the other.
  private var texts: [UInt8] = []
  /// Each of the best as what is missing in the weight, the place of its text and the length of that, from the highest bits
  /// to the lowest: so they are in their order.
  private var best: [UInt64] = []
  /// The weight of the last of the best, once there are enough.
  private var least = -1
  private(set) var isCut = false

  init(limit: Int) {
    self.limit = limit
    let usual = min(limit, PageQuestion.enough) + 1
    texts.reserveCapacity(16 * usual)
    best.reserveCapacity(usual)
  }

  /// Adds one.
  ///
  /// - Parameter text: At most 255 bytes.
  @inline(__always)
  mutating func add(_ text: UnsafeBufferPointer<UInt8>, _ weight: UInt8) {
    if Int(weight) <= least { isCut = true } else { insert(text, weight) }
  }

  private mutating func insert(_ text: UnsafeBufferPointer<UInt8>, _ weight: UInt8) {
    let new = UInt64(UInt8.max - weight) << 56 | UInt64(texts.count) << 8 | UInt64(text.count)
    texts.append(contentsOf: text)
    best.append(new)
    var place = best.count - 1
    while place > 0, best[place - 1] > new {
      best[place] = best[place - 1]
      place -= 1
    }
    best[place] = new
    if best.count > limit {
      best.removeLast()
      isCut = true
    }
    if best.count == limit { least = best.last.map { Int(HeaviestTexts.weight($0)) } ?? Int(UInt8.max) }
  }

  private static func weight(_ one: UInt64) -> UInt8 { UInt8.max - UInt8(one >> 56) }

  /// These, in their order.
  var words: [SharedWord] {
    best.map { one in
      let start = Int(one >> 8 & 0xFFFF_FFFF)
      let text = texts[start..<start + Int(one & 0xFF)]
      return SharedWord(String(decoding: text, as: UTF8.self), weight: HeaviestTexts.weight(one))
    }
  }
}
