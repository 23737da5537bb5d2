import CatchwordMatching

/// The question for the words under a prefix, and for those that are otherwise found by it: which pages are asked for, and
/// what their answers mean.
package struct PageQuestion: Sendable {
  /// The number of words that suffice: with so many that begin as typed, none is looked for that begins otherwise.
  package static let enough = 20

  package let prefix: SharedPrefix
  /// The pages to ask for in the head, and in the bucket of the prefix. At most one of them all is there.
  package let inHead: [PageName]
  package let inBucket: [PageName]
  /// The pages of words that begin otherwise, one of each kind, in the bucket of the prefix.
  package let inner: [PageName]
  /// What was typed without what stands between words.
  private let letters: [Unicode.Scalar]

  /// Makes the question; there is none for an empty prefix.
  package init(_ prefix: SharedPrefix) {
    self.prefix = prefix
    let head = prefix.headCount
    let isInHead = head == prefix.count
    inHead =
      (isInHead ? [PageName(.best, prefix)] : [])
      + (head == 0 ? [] : (1...head).map { PageName(.whole, prefix.first($0)) })
    inBucket =
      isInHead
      ? [] : [PageName(.best, prefix)] + (head + 1...prefix.count).reversed().map { PageName(.whole, prefix.first($0)) }
    var parts = WordParts()
    parts.load(prefix.text)
    letters = parts.letters
    // A page of a text that begins otherwise is in another bucket.
    let deciding = isInHead ? nil : SharedPrefix.bucketCount(of: parts.letters).map { parts.letters.prefix($0) }
    if let deciding, parts.textBegins(with: deciding) {
      inner = [PageName(.wordStart, SharedPrefix(deciding)), PageName(.initials, SharedPrefix(deciding))]
    } else {
      inner = []
    }
  }

  /// The words under a prefix.
  package struct Answer: Equatable, Sendable {
    /// Those that begin as typed, the heaviest first; then others.
    package var words: [SharedWord]
    /// True when there are more of them.
    package var isCut: Bool
  }

  /// Returns what a page answers.
  ///
  /// - Parameter page: The page that was there, with its name; nil when none was.
  package func answer(_ page: (name: PageName, words: [SharedWord])?) -> Answer {
    guard let page else { return Answer(words: [], isCut: false) }
    // What is not what was asked for is not offered.
    let words = page.words.filter { prefix.begins($0.text) }
    let sorted = words.enumerated().sorted { left, right in
      left.element.weight != right.element.weight
        ? left.element.weight > right.element.weight : left.offset < right.offset
    }
    return Answer(words: sorted.map(\.element), isCut: page.name.kind == .best)
  }

  /// Adds the words of a page that are found otherwise than by their beginnings.
  package func add(_ words: [SharedWord], _ kind: PageName.Kind, to answer: inout Answer) {
    var texts = InnerTexts()
    for word in words where texts.finds(word.text, by: letters, kind) && !prefix.begins(word.text) {
      // It may be found in both ways.
      if answer.words.contains(where: { $0.text == word.text }) { continue }
      guard answer.words.count < PageQuestion.enough else {
        answer.isCut = true
        break
      }
      answer.words.append(word)
    }
    if words.count >= SharedFormat.innerPage { answer.isCut = true }
  }
}
