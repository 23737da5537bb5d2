import CatchwordCompletion
import CatchwordMatching
import CatchwordSnippets
import CatchwordText

/// A search for the snippets whose triggers continue the text before the cursor.
struct SnippetSearch {
  /// A snippet, and the offset at which the typed part of it begins.
  struct Found {
    let snippet: Snippet
    let start: Int
    let score: MatchScore?
  }

  private let query: CompletionQuery
  /// The line before the cursor, ASCII letters in lower case, and its offset in the document.
  private let line: [UInt8]
  private let lineStart: Int
  /// True when `line` begins where the document's line begins.
  private let isWholeLine: Bool
  private var matcher: Matcher

  init(_ query: CompletionQuery, allowsTypos: Bool = false) {
    self.query = query
    let (text, start) = query.lineBeforeCursor(limit: 1024)
    line = text.utf8.map(Snippet.folded)
    lineStart = start
    isWholeLine = query.document.text.lineStart(of: start) == start
    matcher = Matcher(Pattern(query.typed), allowsTypos: allowsTypos)
  }

  /// Returns the best snippets for the typed text; typos are allowed only when nothing matches without them.
  ///
  /// - Returns: The snippets, sorted only when there were too many, and whether a longer word may bring others.
  /// - Complexity: O(*n*) matches.
  static func search(
    _ snippets: [[Snippet]], for query: CompletionQuery, limit: Int
  ) throws -> (found: [Found], isCut: Bool) {
    var search = SnippetSearch(query)
    var found = try search.find(in: snippets)
    if found.isEmpty, Pattern(query.typed).allowedEdits > 0 {
      search = SnippetSearch(query, allowsTypos: true)
      found = try search.find(in: snippets)
    }
    // The next letter may make a typo match; if that counted as cut, clients would ask at every letter of every word.
    guard found.count > limit else { return (found, false) }
    var best = BestSelection<Int>(capacity: limit) { SnippetSearch.precedes(found, $0, $1) }
    for index in found.indices { _ = best.insert(index) }
    return (best.sorted().map { found[$0] }, true)
  }

  private static func precedes(_ found: [Found], _ one: Int, _ other: Int) -> Bool {
    let (first, second) = (found[one], found[other])
    // A match that continues typed symbols is the intended one.
    if first.start != second.start { return first.start < second.start }
    let (kind, otherKind) = (first.score?.kind, second.score?.kind)
    if let kind, let otherKind, kind != otherKind { return kind > otherKind }
    if let score = first.score, let otherScore = second.score, score.quality != otherScore.quality {
      return score.quality > otherScore.quality
    }
    return one < other
  }

  private mutating func find(in snippets: [[Snippet]]) throws -> [Found] {
    var found: [Found] = []
    var seen = 0
    for part in snippets {
      for snippet in part {
        seen += 1
        if seen & 1023 == 0 { try Task.checkCancellation() }
        if let match = match(snippet) { found.append(match) }
      }
    }
    return found
  }

  private mutating func match(_ snippet: Snippet) -> Found? {
    let wordStart = query.typedRange.lowerBound
    if snippet.hasSymbols || snippet.places.contains(.inWord), let length = beginning(of: snippet) {
      let start = query.offset - length
      if start < wordStart || snippet.places.contains(.inWord) || start == wordStart {
        return fits(snippet, at: start) ? Found(snippet: snippet, start: start, score: nil) : nil
      }
    }
    if snippet.hasSymbols, let length = head(of: snippet) {
      let start = wordStart - length
      guard fits(snippet, at: start) else { return nil }
      let rest = String(decoding: snippet.trigger.utf8.dropFirst(length), as: UTF8.self)
      return matcher.score(rest).map { Found(snippet: snippet, start: start, score: $0) }
    }
    // Without a word, everything is offered, but only to a manual request.
    if query.typed.isEmpty, query.trigger != .invoked { return nil }
    guard fits(snippet, at: wordStart), let score = matcher.score(snippet.trigger) else { return nil }
    return Found(snippet: snippet, start: wordStart, score: score)
  }

  /// Returns the length of the longest prefix of the trigger before the cursor, in bytes; nil when there is none.
  private func beginning(of snippet: Snippet) -> Int? {
    let trigger = snippet.folded
    var length = min(trigger.count, line.count)
    while length > 0 {
      let start = line.count - length
      // The last byte rules out most lengths.
      if line[line.count - 1] == trigger[length - 1], line[start...].elementsEqual(trigger[..<length]),
        isBoundary(start, for: snippet)
      {
        return length
      }
      length -= 1
    }
    return nil
  }

  /// Returns the length in bytes of the prefix of the trigger that stands before the word and ends with a symbol, as
  /// `@` for `@param` after `@pm`: it must not stay when the snippet is inserted. nil when there is none.
  private func head(of snippet: Snippet) -> Int? {
    let before = line[..<max(0, query.typedRange.lowerBound - lineStart)]
    guard !query.typed.isEmpty, let last = before.last, !Snippet.isWordByte(last) else { return nil }
    let trigger = snippet.folded
    for length in stride(from: min(trigger.count - 1, before.count), to: 0, by: -1)
    where trigger[length - 1] == last && before.suffix(length).elementsEqual(trigger[..<length]) {
      if isBoundary(before.count - length, for: snippet) { return length }
    }
    return nil
  }

  /// True when a trigger may begin at a place: not in the middle of a word, nor of a run of one symbol.
  private func isBoundary(_ place: Int, for snippet: Snippet) -> Bool {
    guard place > 0 else { return isWholeLine }
    if snippet.places.contains(.inWord) { return true }
    let (before, first) = (line[place - 1], line[place])
    if Snippet.isWordByte(first) { return !Snippet.isWordByte(before) }
    return before != first
  }

  private func fits(_ snippet: Snippet, at start: Int) -> Bool {
    guard snippet.places.contains(.lineStart) else { return true }
    guard isWholeLine, start >= lineStart else { return false }
    return line[..<(start - lineStart)].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }
}
