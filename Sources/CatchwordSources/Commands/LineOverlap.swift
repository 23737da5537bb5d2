import CatchwordCompletion
import CatchwordSnippets
import CatchwordText

/// The text of a line before the word being typed, with which a candidate may begin: `feature/`, of `feature/login`.
struct LineOverlap {
  private let bytes: ContiguousArray<UInt8>
  /// The offset of the text in the document.
  private let start: Int
  /// The indices of `bytes` at which no word is cut, ascending, by the byte there.
  private var places = ContiguousArray<[Int]>(repeating: [], count: 256)

  /// Creates the overlap of the line of a query.
  ///
  /// - Complexity: O(log *n* + `Candidate.reach`).
  init(_ query: CompletionQuery) {
    // Where a character would be cut, the line is taken from up to three bytes earlier.
    let line = query.lineBeforeCursor(limit: Candidate.reach - 3)
    start = line.start
    bytes = ContiguousArray(line.text.utf8.dropLast(query.typed.utf8.count))
    var isInWord = [Bool](repeating: false, count: bytes.count)
    query.document.scanner.forEachWord(in: bytes) { word in
      for index in word.dropFirst() { isInWord[index] = true }
    }
    for (index, byte) in bytes.enumerated() where !isInWord[index] { places[Int(byte)].append(index) }
  }

  /// Has a candidate replace the text with which it begins, if the line ends with it: else it would be there twice.
  ///
  /// - Complexity: O(places that begin alike + length of the text squared).
  func extend(_ candidate: inout Candidate) {
    guard let place = place(of: candidate.text) else { return }
    let head = String(decoding: bytes[place...], as: UTF8.self)
    if let snippet = candidate.snippet, !SnippetParser.parse(snippet).plainText.utf8.starts(with: head.utf8) { return }
    // What is matched must begin with that text, too.
    if !candidate.matched.utf8.starts(with: head.utf8) { candidate.filter = head + candidate.matched }
    candidate.start = start + place
  }

  /// Returns the first place from which on the line is the beginning of a text.
  private func place(of text: String) -> Int? {
    guard let first = text.utf8.first else { return nil }
    let least = bytes.count - text.utf8.count
    return places[Int(first)].first {
      $0 >= least && bytes[$0...].elementsEqual(text.utf8.prefix(bytes.count - $0))
    }
  }
}
