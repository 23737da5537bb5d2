import CatchwordCompletion
import CatchwordMatching
import CatchwordText

/// The entries of a word-list file, ready to be searched.
struct WordList: Sendable {
  /// The number of lines that were left out because they are too long.
  let skippedLines: Int
  /// The problems of the file, one sentence each; known only when the file has just been read.
  var problems: [String] = []
  private let index: CandidateIndex
  /// The narrowing between keys.
  let narrowing = NarrowingTask()
  private let heaviest: Double

  /// - Parameter segments: The segments, in the order of the file.
  init(_ segments: [IndexSegment], skippedLines: Int) {
    self.skippedLines = skippedLines
    index = CandidateIndex(segments: segments)
    heaviest = ListWeight.weight(segments.map(\.maximumWeight).max() ?? 0)
  }

  /// The number of entries.
  var count: Int { index.count }

  /// Returns the best entries for the typed text.
  ///
  /// - Parameters:
  ///   - name: The name of the list.
  ///   - deadline: The time to stop with the matches found so far.
  /// - Throws: `CancellationError`.
  func answer(
    to query: CompletionQuery, name: String, clock: EngineClock, deadline: Duration
  ) async throws -> SourceAnswer {
    let search = CandidateSearch(index, for: query, clock: clock, deadline: deadline)
    let found = try await search.run(narrowing)
    narrowing.prepare(search)
    let before = LineBefore(query)
    let candidates = try found.matches.map { match in
      try Task.checkCancellation()
      let whole = index[match.row]
      let rest = before.rest(of: whole)
      return Candidate(
        rest ?? whole, kind: .value, detail: index.detail(of: match.row) ?? (rest == nil ? nil : whole),
        signals: CandidateSignals(frequency: frequency(of: match.row)), key: name)
    }
    return SourceAnswer(candidates, isIncomplete: found.isCut || found.isInterrupted)
  }

  private func frequency(of row: CandidateIndex.Row) -> Double {
    heaviest > 0 ? ListWeight.weight(index.weight(of: row)) / heaviest : 0
  }
}

/// The words of the line before the one being typed, as many as matter to an entry of several words.
private struct LineBefore {
  /// The number of bytes of the line that are read.
  private static let maximumLength = 128
  /// The maximum number of bytes of an entry that can be on the line. No letter is more than three times as long in
  /// upper case, or with its accents decomposed.
  private static let maximumHead = 3 * maximumLength

  /// The words in lower case, the last one first; none when the line does not end in a space.
  private let words: [String]

  init(_ query: CompletionQuery) {
    let end = query.typedRange.lowerBound
    let text = query.document.text.string(in: max(0, end - LineBefore.maximumLength)..<end)
    let line = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).last ?? ""
    let words = line.lowercased().split(separator: " ", omittingEmptySubsequences: false).map { String($0) }
    self.words = words.last == "" ? words.dropLast().reversed() : []
  }

  /// Returns the rest of an entry whose first words are on the line already: of `New York` after `new `, `York`.
  ///
  /// - Complexity: O(*w*²), where *w* is the number of words on the line, however long the entry is.
  func rest(of entry: String) -> String? {
    guard !words.isEmpty, entry.utf8.contains(UInt8(ascii: " ")) else { return nil }
    let end = entry.utf8.index(entry.startIndex, offsetBy: LineBefore.maximumHead, limitedBy: entry.endIndex)
    let front = entry[..<(end ?? entry.endIndex)]
    var head: [String] = []
    var place = front.startIndex
    while head.count < words.count, let space = front[place...].firstIndex(of: " ") {
      head.append(front[place..<space].lowercased())
      place = front.index(after: space)
      if place < entry.endIndex && isEnd(head) { return String(entry[place...]) }
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
