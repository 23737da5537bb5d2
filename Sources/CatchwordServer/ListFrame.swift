import CatchwordCompletion
import CatchwordText

/// The start of the items of one list, and the text of the line between it and each item.
///
/// Most clients want one start for all items: the earliest, so that items that begin later include the text between.
/// Some assume that it is the start of the word; there, an edit of its own deletes the text before the word.
struct ListFrame: Sendable {
  /// The adjustment of one item to the start of its list.
  struct Fit: Sendable {
    /// The text to put before the item's texts.
    var lead = ""
    /// The range that is deleted in addition, before the list's range; nil for none.
    var deleted: Range<Int>?
  }

  /// The start of the range that the items replace, as a byte offset.
  let start: Int
  /// The typed text from there on.
  let typed: String
  /// The text that the client filters by.
  let filtered: String
  private let query: CompletionQuery
  private let lineStart: Int
  private let fits: [Int: Fit]
  /// True when all items begin with the word, as they mostly do.
  private let isPlain: Bool

  /// Computes the start of a list and the adjustments of its items.
  ///
  /// - Complexity: O(items), plus O(log *n* + `Candidate.reach`) for each different start.
  init(_ query: CompletionQuery, _ items: [CompletionResult.Item], _ profile: ClientProfile) {
    self.query = query
    let word = query.typedRange.lowerBound
    let line = query.document.text.lineStart(of: query.offset)
    lineStart = line
    let places = max(line, query.offset - Candidate.reach)...query.offset
    var all: Set<Int> = []
    // Borrowed in place: a copy of an item counts the references in it.
    let candidates = items.span
    var last: Int?
    for index in candidates.indices {
      let start = candidates[index].candidate.start ?? word
      // Mostly they are all the same.
      if start != last { all.insert(start) }
      last = start
    }
    let starts = all.filter(places.contains)
    start = profile.wantsWordStart ? word : starts.min() ?? word
    typed = start == word ? query.typed : query.typed(from: start)
    filtered = profile.filtersByWord ? query.typed : typed
    isPlain = starts == [word] && all == [word]
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

  /// Returns the typed part of a candidate.
  func typed(at candidate: Candidate) -> String { candidate.start.map(query.typed(from:)) ?? query.typed }

  /// True for a candidate that begins with marks before the word, as `\alpha` does.
  func beginsBeforeWord(_ candidate: Candidate) -> Bool {
    candidate.start.map { $0 < query.typedRange.lowerBound } ?? false
  }

  /// Returns the adjustment of a candidate; nil when it begins where no item may.
  func fit(of candidate: Candidate) -> Fit? {
    isPlain ? Fit() : fits[candidate.start ?? query.typedRange.lowerBound]
  }

  /// True for edits in the text before what a candidate replaces, of which no two touch the same text: a client may refuse
  /// others, or do harm with them.
  func areApart(_ edits: [CandidateEdit], of candidate: Candidate) -> Bool {
    let ranges = edits.map(\.range).sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    let end = min(candidate.start ?? query.typedRange.lowerBound, query.typedRange.lowerBound)
    return ranges.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= end }
      && zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }
  }

  /// The white space at the beginning of the line, which the further lines of a text get, too.
  var indentation: String {
    let text = query.document.text.string(in: lineStart..<min(query.offset, lineStart + 256))
    return String(text.prefix { $0 == " " || $0 == "\t" })
  }
}
