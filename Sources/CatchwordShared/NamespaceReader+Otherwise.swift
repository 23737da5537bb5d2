/// Words that do not begin as typed.
extension NamespaceReader {
  /// Adds the words of a page that begin otherwise.
  ///
  /// - Parameter page: The page that was read; nil for what is kept. One that is damaged is left out.
  mutating func addInner(
    _ page: [UInt8]?, _ name: PageName, _ question: PageQuestion,
    _ answer: inout PageReader.Answer
  ) {
    guard let page = page ?? kept([name])?.bytes,
      let (words, count) = SharedPage.decoded(
        page, having: question.plainLetters, areTogether: name.kind == .wordStart)
    else { return }
    question.add(words, name.kind, to: &answer)
    if count >= SharedFormat.innerPage { answer.isCut = true }
  }

  /// Returns words that may be a slip away from what was typed.
  ///
  /// - Parameters:
  ///   - page: The page in which what was typed would be.
  ///   - asks: True to ask the place; otherwise only what is kept counts. One who types on need not ask again.
  mutating func wordsNear(
    _ question: PageQuestion, _ page: Page?, _ bucket: SharedBucket, asks: Bool
  ) throws -> [SharedWord] {
    let slips = question.slips
    let unknown = asks ? slips.filter { kept($0) == nil } : []
    let found = try fetch(Array(unknown.joined()), bucket)
    for names in unknown where found[names] == nil {
      if let text = names.first?.prefix { known?.pages[PageName(.whole, text)] = SharedPage.empty }
    }
    var words: [SharedWord] = []
    var texts: Set<String> = []
    for page in [page] + slips.map({ found[$0] ?? kept($0) }) {
      guard let page else { continue }
      words += try NamespaceReader.words(page).filter { texts.insert($0.text).inserted }
    }
    // A letter that is missing, or is another one, is none of these; the best of those that begin nearly so may have it.
    if let page = bestOfShorter(question), let best = try? NamespaceReader.words(page) {
      words += best.filter { texts.insert($0.text).inserted }
    }
    return words
  }
}
