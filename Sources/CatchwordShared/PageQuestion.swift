/// The question for the words under a prefix: which pages are asked for, and what their answers mean.
package struct PageQuestion: Sendable {
  package let prefix: SharedPrefix
  /// The pages to ask for in the head, and in the bucket of the prefix. At most one of them all is there.
  package let inHead: [PageName]
  package let inBucket: [PageName]

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
  }

  /// The words under a prefix.
  package struct Answer: Equatable, Sendable {
    /// The heaviest first.
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
}
