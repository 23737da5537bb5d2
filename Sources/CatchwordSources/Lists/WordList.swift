import CatchwordCompletion
import CatchwordMatching
import CatchwordText

/// The entries of a word-list file, ready to be searched.
struct WordList: Sendable {
  /// How many lines were left out, being too long.
  let skippedLines: Int
  /// What is wrong with the file, a sentence each; known when it has just been read.
  var problems: [String] = []
  private let index: CandidateIndex
  /// What is worked out between keys.
  let narrowing = NarrowingTask()
  private let heaviest: Double

  /// - Parameter segments: In the order of the file.
  init(_ segments: [IndexSegment], skippedLines: Int) {
    self.skippedLines = skippedLines
    index = CandidateIndex(segments: segments)
    heaviest = ListWeight.weight(segments.map(\.maximumWeight).max() ?? 0)
  }

  /// The number of entries.
  var count: Int { index.count }

  /// The best entries for what was typed.
  ///
  /// - Parameters:
  ///   - name: What the list is called.
  ///   - deadline: When to make do with what was found.
  /// - Throws: `CancellationError`.
  func answer(
    to query: CompletionQuery, name: String, clock: EngineClock, deadline: Duration
  ) async throws -> SourceAnswer {
    let search = CandidateSearch(index, for: query, clock: clock, deadline: deadline)
    let found = try await search.run(narrowing)
    narrowing.prepare(search)
    let before = LineBefore(query)
    let candidates = found.matches.map { match in
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

/// The text of the line before the word being typed, as much of it as matters to an entry of several words.
private struct LineBefore {
  private let text: String

  init(_ query: CompletionQuery) {
    let end = query.typedRange.lowerBound
    let line = query.document.text.string(in: max(0, end - 128)..<end)
    text = line.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).last?.lowercased() ?? ""
  }

  /// What is left of an entry of several words when its first words are there already: of `New York` after `new `, `York`.
  func rest(of entry: String) -> String? {
    guard text.utf8.last == UInt8(ascii: " "), entry.utf8.contains(UInt8(ascii: " ")) else { return nil }
    var place = entry.startIndex
    while let space = entry[place...].firstIndex(of: " ") {
      place = entry.index(after: space)
      let head = entry[..<place].lowercased()
      guard text.hasSuffix(head) else { continue }
      // The words must be whole: `anew ` does not begin `New York`.
      let isWhole = text.dropLast(head.count).last.map { !$0.isLetter && !$0.isNumber } ?? true
      if isWhole && place < entry.endIndex { return String(entry[place...]) }
    }
    return nil
  }
}
