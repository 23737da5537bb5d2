import CatchwordMatching

/// The question for the words under a prefix, and for those that are otherwise found by it: which pages are asked for, and
/// what their answers mean.
package struct PageQuestion: Sendable {
  /// The number of words that suffice: with so many that begin as typed, none is looked for that begins otherwise.
  package static let enough = 20
  /// The maximum number of words where no others are wanted: of more, the heaviest.
  package static let most = 100

  package let prefix: SharedPrefix
  /// The pages to ask for in the head, and in the bucket of the prefix. At most one of them all is there.
  package let inHead: [PageName]
  package let inBucket: [PageName]
  /// The pages of words that begin otherwise, one of each kind, in the bucket of the prefix.
  package let inner: [PageName]
  /// What was typed without what stands between words.
  private let letters: [Unicode.Scalar]
  /// The same where all are of ASCII; none otherwise.
  let plainLetters: [UInt8]

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
    letters = WordParts.letters(of: prefix.scalars)
    plainLetters = letters.allSatisfy(\.isASCII) ? letters.map { UInt8(truncatingIfNeeded: $0.value) } : []
    // A page of a text that begins otherwise is in another bucket.
    let deciding = isInHead ? nil : SharedPrefix.bucketCount(of: letters)
    if let deciding, prefix.scalars.starts(with: letters.prefix(deciding)) {
      let text = prefix.first(deciding)
      inner = [PageName(.wordStart, text), PageName(.initials, text)]
    } else {
      inner = []
    }
  }

  /// Returns what a page answers: its heaviest words under the prefix.
  ///
  /// - Parameters:
  ///   - page: The page that was there, with its name.
  ///   - limit: The maximum number of words.
  /// - Throws: `PageStoreError.damaged` when it is no page.
  func answer(
    _ page: (name: PageName, bytes: [UInt8]), atMost limit: Int = PageQuestion.enough
  ) throws(PageStoreError) -> PageReader.Answer {
    guard let (words, isCut) = SharedPage.heaviest(limit, in: page.bytes, under: prefix) else { throw .damaged }
    var answer = PageReader.Answer(words: words, isCut: isCut || page.name.kind == .best)
    if isCut { answer.page = (page.bytes, prefix) }
    return answer
  }

  /// Adds the words of a page that are found otherwise than by their beginnings.
  package func add(_ words: [SharedWord], _ kind: PageName.Kind, to answer: inout PageReader.Answer) {
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
  }
}
