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
    let isPage = forEachWord(in: bytes) { text, count, isPlain, weight in
      all += 1
      if isPlain {
        var found = 0
        for byte in text[..<count] where found < letters.count && lowercased(byte) == letters[found] { found += 1 }
        if found < letters.count { return true }
      }
      guard let word = word(text[..<count], isPlain) else { return false }
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
    var best: [(text: [UInt8], weight: UInt8)] = []
    var found = 0
    let plain = prefix.plain
    let isPage = forEachWord(in: bytes) { text, count, isPlain, weight in
      if isPlain {
        guard let plain, count >= plain.count, begins(text, with: plain) else { return true }
      } else {
        guard let word = word(text[..<count], isPlain) else { return false }
        guard prefix.begins(word) else { return true }
      }
      found += 1
      if best.count == limit, weight <= best[limit - 1].weight { return true }
      var place = best.count
      while place > 0, best[place - 1].weight < weight { place -= 1 }
      best.insert((Array(text[..<count]), weight), at: place)
      if best.count > limit { best.removeLast() }
      return true
    }
    guard isPage else { return nil }
    return (best.map { SharedWord(String(decoding: $0.text, as: UTF8.self), weight: $0.weight) }, found > best.count)
  }

  /// Returns true when a text of ASCII begins with folded letters.
  private static func begins(_ text: [UInt8], with folded: [UInt8]) -> Bool {
    for (byte, letter) in zip(text, folded) where lowercased(byte) != letter { return false }
    return true
  }

  /// Returns the word of a text; nil when it is not possible.
  private static func word(_ text: ArraySlice<UInt8>, _ isPlain: Bool) -> String? {
    if isPlain { return String(decoding: text, as: UTF8.self) }
    return String(validating: text, as: UTF8.self).flatMap { SharedWord.isPossible($0) ? $0 : nil }
  }

  /// Passes each word of a page on, until one is not possible.
  ///
  /// - Parameter body: Called with bytes that begin with those of the word, their number, whether all of them are characters of
  ///   ASCII that are seen, and the weight. It returns false for a word that is not possible.
  /// - Returns: False when these bytes are no page.
  @inline(__always)
  private static func forEachWord(
    in bytes: [UInt8], _ body: (_ text: [UInt8], _ count: Int, _ isPlain: Bool, _ weight: UInt8) -> Bool
  ) -> Bool {
    guard bytes.first == UInt8(SharedFormat.version), bytes.count <= SharedFormat.maximumPageBytes else { return false }
    // What is behind the word is what is left of others.
    var text = [UInt8](repeating: 0, count: SharedFormat.maximumWordBytes)
    var count = 0
    // The number of bytes at the beginning of the word that are known to be seen.
    var plain = 0
    var (place, words) = (1, 0)
    while place < bytes.count {
      guard place + 2 < bytes.count, words < SharedFormat.wholePage + SharedFormat.bestPage else { return false }
      words += 1
      let (shared, length) = (Int(bytes[place]), Int(bytes[place + 1]))
      let end = place + 2 + length
      guard shared <= count, 1...text.count ~= shared + length, end < bytes.count else { return false }
      count = shared + length
      for index in 0..<length { text[shared + index] = bytes[place + 2 + index] }
      plain = min(plain, shared)
      while plain < count, 0x20...0x7E ~= text[plain] { plain += 1 }
      guard body(text, count, plain == count, bytes[end]) else { return false }
      place = end + 1
    }
    return true
  }
}
