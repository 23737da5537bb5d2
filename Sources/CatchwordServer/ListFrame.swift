import CatchwordCompletion
import CatchwordText

/// Where the items of one list begin, and what of the line stands in front of each.
///
/// Most clients want one beginning for all items: the earliest, so that those that begin later take the text between
/// along. Some take for granted that it is the word's; there, what stands before the word goes by an edit of its own.
struct ListFrame: Sendable {
  /// How one item fits into its list.
  struct Fit: Sendable {
    /// What the item's texts must be preceded by.
    var lead = ""
    /// What is deleted in addition, before the list's range; nil for nothing.
    var deleted: Range<Int>?
  }

  /// Where what the items replace begins, as a byte offset.
  let start: Int
  /// What has been typed from there on.
  let typed: String
  /// What the client filters by.
  let filtered: String
  private let query: CompletionQuery
  private let lineStart: Int
  private let fits: [Int: Fit]
  /// True when all items begin with the word, as they mostly do.
  private let isPlain: Bool

  /// Looks at the items of a list.
  ///
  /// - Complexity: O(items), plus O(log *n* + `Candidate.reach`) for each beginning there is.
  init(_ query: CompletionQuery, _ items: [CompletionResult.Item], _ profile: ClientProfile) {
    self.query = query
    let word = query.typedRange.lowerBound
    let line = query.offset - query.document.text.position(of: query.offset, encoding: .utf8).column
    lineStart = line
    let places = max(line, query.offset - Candidate.reach)...query.offset
    let starts = Set(items.map { $0.candidate.start ?? word }).filter { places.contains($0) }
    start = profile.wantsWordStart ? word : starts.min() ?? word
    typed = start == word ? query.typed : query.typed(from: start)
    filtered = profile.filtersByWord ? query.typed : typed
    isPlain = starts == [word] && !items.contains { $0.candidate.start.map { $0 != word } ?? false }
    var fits: [Int: Fit] = [:]
    for place in starts {
      fits[place] =
        place >= start
        ? Fit(lead: query.document.text.string(in: start..<place)) : Fit(deleted: place..<start)
    }
    self.fits = fits
  }

  /// The word that is being typed.
  var word: String { query.typed }

  /// What has been typed of a candidate.
  func typed(at candidate: Candidate) -> String { candidate.start.map(query.typed(from:)) ?? query.typed }

  /// True for a candidate that begins with marks before the word, as `\alpha` does.
  func beginsBeforeWord(_ candidate: Candidate) -> Bool {
    candidate.start.map { $0 < query.typedRange.lowerBound } ?? false
  }

  /// How a candidate fits in; nil when it begins where none can.
  func fit(of candidate: Candidate) -> Fit? {
    isPlain ? Fit() : fits[candidate.start ?? query.typedRange.lowerBound]
  }

  /// The white space at the beginning of the line, which the further lines of a text get too.
  var indentation: String {
    let text = query.document.text.string(in: lineStart..<min(query.offset, lineStart + 256))
    return String(text.prefix { $0 == " " || $0 == "\t" })
  }
}
