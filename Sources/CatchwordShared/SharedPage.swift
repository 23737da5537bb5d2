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
  package static func decoded(_ bytes: [UInt8]) -> [SharedWord]? { decoded(bytes, having: [])?.words }

  /// Returns the words of a page that may have some letters in their order, and the number of all of them. Those of ASCII have
  /// them; others may be without.
  ///
  /// - Parameter letters: Folded characters of ASCII.
  static func decoded(_ bytes: [UInt8], having letters: [UInt8]) -> (words: [SharedWord], count: Int)? {
    var (words, all): ([SharedWord], Int) = ([], 0)
    let isPage = forEachWord(in: bytes) { text, _, isPlain, weight in
      all += 1
      if isPlain {
        var found = 0
        for byte in text where found < letters.count && lowercased(byte) == letters[found] { found += 1 }
        if found < letters.count { return true }
      }
      guard let word = word(text, isPlain) else { return false }
      words.append(SharedWord(word, weight: weight))
      return true
    }
    return isPage ? (words, all) : nil
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
    // The texts of the best so far, and of those that were, one behind the other.
    var texts: [UInt8] = []
    var best: [(text: Range<Int>, weight: UInt8)] = []
    var found = 0
    let plain = prefix.plain
    // The number of letters with which the word before begins as the prefix does.
    var begun = 0
    let isPage = forEachWord(in: bytes) { text, shared, isPlain, weight in
      if isPlain {
        guard let plain else { return true }
        begun = min(begun, shared)
        while begun < min(plain.count, text.count), lowercased(text[begun]) == plain[begun] { begun += 1 }
        guard begun == plain.count else { return true }
      } else {
        begun = 0
        guard let word = word(text, isPlain) else { return false }
        guard prefix.begins(word) else { return true }
      }
      found += 1
      if best.count == limit, weight <= best[limit - 1].weight { return true }
      var place = best.count
      while place > 0, best[place - 1].weight < weight { place -= 1 }
      best.insert((texts.count..<texts.count + text.count, weight), at: place)
      texts.append(contentsOf: text)
      if best.count > limit { best.removeLast() }
      return true
    }
    guard isPage else { return nil }
    return (
      best.map { SharedWord(String(decoding: texts[$0.text], as: UTF8.self), weight: $0.weight) }, found > best.count
    )
  }

  /// Returns the word of a text; nil when it is not possible.
  private static func word(_ text: UnsafeBufferPointer<UInt8>, _ isPlain: Bool) -> String? {
    if isPlain { return String(decoding: text, as: UTF8.self) }
    return String(validating: text, as: UTF8.self).flatMap { SharedWord.isPossible($0) ? $0 : nil }
  }

  /// Passes each word of a page on, until one is not possible.
  ///
  /// - Parameter body: Called with the bytes of the word, which are there until it returns, the number of the first that the
  ///   word before has, too, whether all of them are characters of ASCII that are seen, and the weight. It returns false for a
  ///   word that is not possible.
  /// - Returns: False when these bytes are no page.
  @inline(__always)
  private static func forEachWord(
    in bytes: [UInt8],
    _ body: (_ text: UnsafeBufferPointer<UInt8>, _ shared: Int, _ isPlain: Bool, _ weight: UInt8) -> Bool
  ) -> Bool {
    guard bytes.first == UInt8(SharedFormat.version), bytes.count <= SharedFormat.maximumPageBytes else { return false }
    // The pointers are not checked in a build for release: each place is compared with the sizes before it is used. Eight bytes
    // are written at a time, so there is room for seven behind the longest word.
    return withUnsafeTemporaryAllocation(byteCount: SharedFormat.maximumWordBytes + 7, alignment: 8) { text in
      bytes.withUnsafeBytes { bytes in
        var count = 0
        // The number of bytes at the beginning of the word that are known to be seen.
        var plain = 0
        var (place, words) = (1, 0)
        while place < bytes.count {
          guard place + 2 < bytes.count, words < SharedFormat.wholePage + SharedFormat.bestPage else { return false }
          words += 1
          let (shared, length) = (Int(bytes[place]), Int(bytes[place + 1]))
          let end = place + 2 + length
          // What the word before has is there: all bytes before `count` have been written.
          guard shared <= count, 1...SharedFormat.maximumWordBytes ~= shared + length, end < bytes.count else {
            return false
          }
          count = shared + length
          plain = min(plain, shared)
          for start in stride(from: 0, to: length, by: 8) {
            let part = eight(of: bytes, at: place + 2 + start)
            text.storeBytes(of: part.littleEndian, toByteOffset: shared + start, as: UInt64.self)
            if plain == shared + start { plain += min(plainCount(part), length - start) }
          }
          let word = UnsafeBufferPointer(rebasing: UnsafeBufferPointer(text.bindMemory(to: UInt8.self))[..<count])
          guard body(word, shared, plain == count, bytes[end]) else { return false }
          place = end + 1
        }
        return true
      }
    }
  }

  /// Returns eight bytes, the first one as the lowest, with zeros behind the end.
  @inline(__always)
  private static func eight(of bytes: UnsafeRawBufferPointer, at place: Int) -> UInt64 {
    if place + 8 <= bytes.count {
      return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }
    var part: UInt64 = 0
    for index in (place..<bytes.count).reversed() { part = part << 8 | UInt64(bytes[index]) }
    return part
  }

  /// Returns the number of the first of eight bytes, from the lowest, that are characters of ASCII that are seen.
  ///
  /// Source: S. E. Anderson, Bit Twiddling Hacks, "Determine if a word has a byte less than n". What is found behind the first
  /// such byte may be none.
  @inline(__always)
  private static func plainCount(_ part: UInt64) -> Int {
    let (ones, high): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    let delete = part ^ ones &* 0x7F
    let unseen = part | (part &- ones &* 0x20) & ~part | (delete &- ones) & ~delete
    return (unseen & high).trailingZeroBitCount / 8
  }
}
