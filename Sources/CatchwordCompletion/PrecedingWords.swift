import CatchwordText

/// The words of the line before the one being typed, as many as matter to a name of several words.
package struct PrecedingWords {
  /// The number of bytes of the line that are read.
  private static let maximumLength = 128
  /// The maximum number of bytes of a name that can be on the line. No letter is more than three times as long in
  /// upper case, or with its accents decomposed.
  private static let maximumHead = 3 * maximumLength

  /// The words in lower case, the last one first; none when the line does not end in a space.
  private let words: [String]

  package init(_ query: CompletionQuery) {
    let end = query.typedRange.lowerBound
    let text = query.document.text.string(in: max(0, end - PrecedingWords.maximumLength)..<end)
    let line = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).last ?? ""
    let words = line.lowercased().split(separator: " ", omittingEmptySubsequences: false).map { String($0) }
    self.words = words.last == "" ? words.dropLast().reversed() : []
  }

  /// Returns the rest of a name whose first words are on the line already: of `New York` after `new `, `York`.
  ///
  /// - Complexity: O(*w*²), where *w* is the number of words on the line, however long the name is.
  package func rest(of name: String) -> String? {
    guard !words.isEmpty, name.utf8.contains(UInt8(ascii: " ")) else { return nil }
    let end = name.utf8.index(name.startIndex, offsetBy: PrecedingWords.maximumHead, limitedBy: name.endIndex)
    let front = name[..<(end ?? name.endIndex)]
    var head: [String] = []
    var place = front.startIndex
    while head.count < words.count, let space = front[place...].firstIndex(of: " ") {
      head.append(front[place..<space].lowercased())
      place = front.index(after: space)
      if place < name.endIndex && isEnd(head) { return String(name[place...]) }
    }
    return nil
  }

  /// True when the line ends in these words, and the first of them is whole there.
  private func isEnd(_ head: [String]) -> Bool {
    guard zip(head.dropFirst().reversed(), words).allSatisfy(==) else { return false }
    let word = words[head.count - 1]
    guard word.hasSuffix(head[0]) else { return false }
    // The first word must be whole: `anew ` does not begin `New York`.
    return word.dropLast(head[0].count).last.map { !$0.isLetter && !$0.isNumber } ?? true
  }
}
