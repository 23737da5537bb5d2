import CatchwordCompletion
import CatchwordMatching
import CatchwordText

/// Where a lookup looks for its words in text that has not been read: at the cursor, and wherever a word may begin as it
/// was typed, the nearest places first.
///
/// To find such places takes a fraction of the time that it takes to read everything.
struct UnreadSearch {
  /// The number of bytes that are searched at a time: a millisecond's work.
  private static let stepLength = 1 << 20
  /// The number of bytes that are copied for it at a time.
  private static let windowLength = 64 * 1024
  /// The number of bytes before the cursor at which the search begins; what is before that is searched backwards, as much at
  /// a time.
  private static let headLength = 256 * 1024

  private let typed: String
  /// Made when something is unread, which is rarely so.
  private lazy var search = BeginningSearch(Pattern(typed))
  private let offset: Int
  /// True once the text around the cursor was looked at.
  private var hasLookedAround = false
  /// The query's document.
  let uri: String
  /// What has not been searched of documents that are being read.
  private var rest: [String: [Range<Int>]] = [:]
  /// The documents in which no unread word begins as it was typed.
  private var exhausted: Set<String> = []
  /// True when no unread word begins as it was typed, so that others may be read.
  var isOver = false

  /// Begins a search.
  ///
  /// - Parameter last: The search of an earlier lookup. Where nothing begins as was typed then, nothing does with more letters.
  init(_ query: CompletionQuery, after last: UnreadSearch?) {
    typed = query.typed
    offset = query.offset
    uri = query.document.uri
    if let last, last.uri == uri, typed.hasPrefix(last.typed) {
      (rest, exhausted, isOver) = (last.rest, last.exhausted, last.isOver)
    }
  }

  /// Forgets what was searched of a document, because it is read anew.
  mutating func forget(_ uri: String) {
    rest[uri] = nil
    exhausted.remove(uri)
    isOver = false
  }

  /// The documents that there is no need to read.
  var documentsToLeave: Set<String> { isOver ? [] : exhausted }

  /// Searches on in a document.
  ///
  /// - Returns: The place to read at: the cursor, or where a word may begin as it was typed; nil when none was found so far. Once
  ///   the search is over, or has come to the document's end, the nearest place to the cursor.
  mutating func nextPlace(in unread: UnreadText) -> Int? {
    let document = unread.document
    if isOver || exhausted.contains(document.uri) { return document.uri == uri ? offset : 0 }
    if document.uri == uri, !hasLookedAround {
      hasLookedAround = true
      return offset
    }
    guard var rest = rest[document.uri] else {
      let isOwn = document.uri == uri
      var start = isOwn ? min(max(0, offset - UnreadSearch.headLength), document.text.count) : 0
      var ranges = [start..<document.text.count]
      while start > 0 {
        ranges.append(max(0, start - UnreadSearch.headLength)..<start)
        start = ranges[ranges.count - 1].lowerBound
      }
      rest[document.uri] = ranges
      return nil
    }
    defer { self.rest[document.uri] = rest }
    var budget = UnreadSearch.stepLength
    while let range = rest.first {
      guard let part = unread.parts.first(where: { $0.overlaps(range) })?.clamped(to: range) else {
        rest.removeFirst()
        continue
      }
      guard budget > 0 else { return nil }
      let start = UnreadSearch.scalarBoundary(document.text, atOrAfter: part.lowerBound)
      let end = min(part.upperBound, start + UnreadSearch.windowLength)
      let bytes = document.text.bytes(in: start..<max(start, end))
      budget -= max(bytes.count, 1)
      let place = search.firstPlace(in: bytes).map { start + $0 }
      let next = place.map { $0 + 1 } ?? max(start + bytes.count, part.lowerBound + 1)
      rest[0] = min(range.upperBound, next)..<range.upperBound
      if place != nil { return place }
    }
    exhausted.insert(document.uri)
    return nil
  }

  private static func scalarBoundary(_ text: Text, atOrAfter offset: Int) -> Int {
    var offset = offset
    while text.scalarBoundary(atOrBefore: offset) < offset { offset += 1 }
    return offset
  }
}
