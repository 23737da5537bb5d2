import CatchwordCompletion
import CatchwordMatching
import CatchwordText

/// The entries of a word-list file: one a line, as `word`, `word<TAB>weight` or `word<TAB>weight<TAB>description`.
struct WordList: Sendable {
  private struct Entry: Sendable {
    var weight: Double
    var description: String?
  }

  private var candidates = CandidateIndex()
  private var entries: [Entry] = []
  private var heaviest = 0.0

  /// Longer lines are no entries: minified code, or no list at all.
  static let maximumLineBytes = 4096

  /// How many lines were too long.
  private(set) var skippedLines = 0

  /// The number of entries.
  var count: Int { candidates.count }

  /// Reads the contents of a file.
  ///
  /// Empty lines and a byte order mark are skipped. A second column that is no number is a description.
  ///
  /// - Throws: `WordListError` for bytes that are not text, with the line.
  /// - Complexity: O(*n*).
  init(parsing bytes: ContiguousArray<UInt8>) throws(WordListError) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes[3...] : bytes[...]
    for (number, line) in text.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      if line.contains(0) { throw .binary(line: number + 1) }
      guard line.count <= WordList.maximumLineBytes else {
        skippedLines += 1
        continue
      }
      guard let line = String(validating: line, as: UTF8.self) else { throw .notUTF8(line: number + 1) }
      append(line)
    }
  }

  private mutating func append(_ line: String) {
    let columns = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false).map(WordList.trimmed)
    guard let word = columns.first, !word.isEmpty else { return }
    var entry = Entry(weight: 0, description: nil)
    var rest = columns.dropFirst()
    if let weight = rest.first.flatMap(Double.init), weight.isFinite {
      entry.weight = max(0, weight)
      rest = rest.dropFirst()
    } else if rest.first?.isEmpty == true {
      rest = rest.dropFirst()
    }
    let description = rest.joined(separator: " ")
    entry.description = description.isEmpty ? nil : description
    heaviest = max(heaviest, entry.weight)
    _ = candidates.insert(word)
    entries.append(entry)
  }

  private static func trimmed(_ text: Substring) -> String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\r" }
    guard let first = text.firstIndex(where: { !isSpace($0) }), let last = text.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(text[first...last])
  }

  /// The best entries for what was typed.
  ///
  /// - Throws: `CancellationError`.
  func answer(to query: CompletionQuery, list: String) throws -> SourceAnswer {
    var best = BestSelection<(score: Double, row: Int, kind: MatchKind)>(capacity: query.limit) { left, right in
      left.score != right.score ? left.score > right.score : left.row < right.row
    }
    var isIncomplete = false
    try candidates.forEachMatch(of: Pattern(query.typed)) { row, match in
      let score = (match.kind >= .prefix ? 1 : 0) + match.quality + 0.05 * frequency(of: row)
      if best.insert((score, row, match.kind)) { isIncomplete = true }
      return 0
    }
    let before = WordList.lineBefore(query)
    let found = best.sorted().map { item in
      let whole = candidates[item.row]
      let rest = WordList.rest(of: whole, after: before)
      return Candidate(
        rest ?? whole, kind: .value, detail: entries[item.row].description ?? (rest == nil ? nil : whole),
        signals: CandidateSignals(frequency: frequency(of: item.row)), key: list)
    }
    return SourceAnswer(found, isIncomplete: isIncomplete)
  }

  /// The text of the line before the word being typed, as much of it as matters to an entry of several words.
  private static func lineBefore(_ query: CompletionQuery) -> String {
    let end = query.typedRange.lowerBound
    let text = query.document.text.string(in: max(0, end - 128)..<end)
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).last?.lowercased() ?? ""
  }

  /// What is left of an entry of several words when its first words are there already: of `New York` after `new `, `York`.
  private static func rest(of entry: String, after before: String) -> String? {
    var place = entry.startIndex
    while let space = entry[place...].firstIndex(of: " ") {
      place = entry.index(after: space)
      let head = entry[..<place].lowercased()
      guard before.hasSuffix(head) else { continue }
      // The words must be whole: `anew ` does not begin `New York`.
      let isWhole = before.dropLast(head.count).last.map { !$0.isLetter && !$0.isNumber } ?? true
      if isWhole && place < entry.endIndex { return String(entry[place...]) }
    }
    return nil
  }

  private func frequency(of row: Int) -> Double { heaviest > 0 ? entries[row].weight / heaviest : 0 }
}

/// Why a file is no word list, and what to do about it.
enum WordListError: Error, Equatable, CustomStringConvertible {
  /// A NUL byte: some other kind of file.
  case binary(line: Int)
  /// Bytes that are not UTF-8.
  case notUTF8(line: Int)
  /// It cannot be read.
  case unreadable(String)

  var description: String {
    switch self {
    case .binary(let line): "line \(line) holds a NUL byte, so this is no text file; name a file with one word a line"
    case .notUTF8(let line): "line \(line) is not UTF-8; save the file as UTF-8"
    case .unreadable(let reason): "it cannot be read (\(reason)); check the path and its permissions"
    }
  }
}
