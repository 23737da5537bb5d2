import CatchwordMatching

/// The texts by which a word is found that does not begin as it was typed: by a later word in it, or by the first letters of
/// its words. They are folded, and without what stands between words.
///
/// A value with its own scratch memory, for one word after the other.
struct InnerTexts {
  private var parts = WordParts()

  /// Passes on all texts of a word that are long enough for a page, and how it is found by each.
  ///
  /// - Parameter body: Called with the kind of page, the text, and the number of its scalars that decide on the bucket.
  mutating func forEachText(of word: String, _ body: (PageName.Kind, ArraySlice<Unicode.Scalar>, _ least: Int) -> Void)
  {
    parts.load(word)
    // The first word is one that begins otherwise when something stands before it.
    let isFirstInside = !parts.textBegins(with: parts.letters.prefix(1))
    for start in isFirstInside ? parts.starts[...] : parts.starts.dropFirst() {
      pass(.wordStart, parts.letters[start...], body)
    }
    // Of ideographs each is a word, and the text is its own initials.
    if parts.starts.count > 1, !parts.textBegins(with: parts.initials) { pass(.initials, parts.initials[...], body) }
  }

  private func pass(
    _ kind: PageName.Kind, _ text: ArraySlice<Unicode.Scalar>,
    _ body: (PageName.Kind, ArraySlice<Unicode.Scalar>, _ least: Int) -> Void
  ) {
    if let least = SharedPrefix.bucketCount(of: text) { body(kind, text, least) }
  }

  /// Returns true when a word is found so by a text.
  mutating func finds(_ word: String, by text: [Unicode.Scalar], _ kind: PageName.Kind) -> Bool {
    var isFound = false
    forEachText(of: word) { own, inner, _ in if own == kind, inner.starts(with: text) { isFound = true } }
    return isFound
  }
}
