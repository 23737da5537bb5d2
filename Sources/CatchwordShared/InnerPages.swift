import CatchwordMatching

/// The pages of words that are found otherwise than by their beginnings: of each text that decides on a bucket, as three letters
/// of Latin, the heaviest words in which a later word begins so, and those whose words begin with these letters.
struct InnerPages {
  /// The indices of the words, the heaviest first, by the kind of page and by the scalars, 21 bits each.
  private var found: [UInt64: [UInt32]] = [:]
  private static let scalarBits: UInt64 = 21
  /// As a text that decides on a bucket has three scalars at most, one bit is left.
  private static let initialsMark: UInt64 = 1 << 63
  private let words: [SharedWord]

  /// Takes words.
  ///
  /// - Parameter words: Words, the heaviest first.
  init(_ words: [SharedWord]) {
    self.words = words
    var texts = InnerTexts()
    for (index, word) in words.enumerated() {
      texts.forEachText(of: word.text) { kind, text, least in
        let key = text.prefix(least).reduce(0) { $0 << InnerPages.scalarBits | UInt64($1.value) }
        InnerPages.append(
          UInt32(index), to: &found[kind == .initials ? key | InnerPages.initialsMark : key, default: []])
      }
    }
  }

  /// Returns true when a word is before another one in such a page.
  static func precedes(_ left: SharedWord, _ right: SharedWord) -> Bool {
    if left.weight != right.weight { return left.weight > right.weight }
    let (first, second) = (FoldedText.scalars(of: left.text), FoldedText.scalars(of: right.text))
    if first == second { return PageTree.precedes(left, right) }
    return first.lexicographicallyPrecedes(second)
  }

  private static func append(_ word: UInt32, to words: inout [UInt32]) {
    // One may have two words that begin alike.
    if words.count < SharedFormat.innerPage, words.last != word { words.append(word) }
  }

  /// Passes each page on.
  func forEachPage(_ body: (PageName, [UInt8]) -> Void) {
    for (key, indices) in found {
      let name = PageName(
        key & InnerPages.initialsMark == 0 ? .wordStart : .initials,
        InnerPages.prefix(of: key & ~InnerPages.initialsMark))
      body(name, SharedPage.encoded(indices.map { words[Int($0)] }))
    }
  }

  private static func prefix(of key: UInt64) -> SharedPrefix {
    let scalars = (0...2).reversed().map { UInt32(key >> (scalarBits * $0) & (1 << scalarBits - 1)) }
    return SharedPrefix(scalars.filter { $0 != 0 }.compactMap(Unicode.Scalar.init))
  }
}
