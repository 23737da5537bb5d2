public import CatchwordText

/// Detects from edits which candidates the user accepts, since most clients do not tell.
///
/// A request names a place: the start of the word being typed, and the caret. Lists that are shown for it are kept as
/// long as edits touch only that word; an edit that puts one of their candidates there accepts it. A word that is typed
/// letter by letter has not been accepted, so an edit that inserts a single character and removes none never counts.
///
/// Some clients insert a candidate while the user only looks through the list, then replace it by the next one. So an
/// acceptance is reported when the user goes on: behind the candidate, in its brackets, elsewhere, with another list,
/// or by closing the document. Until then another candidate may take its place, and one that is undone is forgotten.
public struct AcceptanceDetector: Sendable {
  /// An edit as the client sent it.
  public struct Edit: Sendable {
    /// The bytes before the edit that the client replaced; nil when it sent the whole text.
    public let replaced: Range<Int>?
    /// The number of bytes that the client inserted.
    public let insertedCount: Int
    /// The actual difference that the edit made.
    public let change: TextChange
    /// The document after the edit.
    public let document: DocumentSnapshot

    /// Describes an edit.
    public init(replaced: Range<Int>?, insertedCount: Int, change: TextChange, document: DocumentSnapshot) {
      self.replaced = replaced
      self.insertedCount = insertedCount
      self.change = change
      self.document = document
    }
  }

  /// The word that lists are shown for, kept up with the edits.
  struct Place {
    /// The start of the word, as a byte offset.
    var start: Int
    /// The start of the first of the candidates, which may be before the word.
    var base: Int
    /// The end of the typed part of the word.
    var caret: Int
    /// The number of the place, by which later lists name it.
    let number: Int
    /// The lists that were shown, the newest last, each with the start of the word when it was requested.
    var lists: [(items: [CompletionResult.Item], origin: Int)] = []
    /// The number of edits elsewhere: some clients send a few along with an acceptance.
    var otherEdits = 0
    /// The candidate that is in the text now, if the user has not gone on since.
    var pending: Pending?
  }

  /// A candidate that was inserted into the text and may yet be replaced by another one.
  ///
  /// Its offsets need not be kept up: no edit before it leaves it pending.
  struct Pending {
    var acceptance: Acceptance
    /// The range of the candidate and of what was inserted behind it.
    var range: Range<Int>
    /// True when places in it are filled in, so that any part of it may be replaced.
    var isSnippet: Bool
    /// True when its end has been removed.
    var isCut = false
    /// The start of `original`.
    let originalStart: Int
    /// The bytes that were there before.
    let original: ContiguousArray<UInt8>
  }

  /// A candidate that an edit has put into the text.
  struct Match {
    let item: CompletionResult.Item
    let start: Int
    let length: Int
  }

  /// The maximum number of lists kept for one word: clients show an old one and filter it.
  static let maximumLists = 8
  /// The maximum number of edits elsewhere before the lists are taken to be gone.
  static let maximumOtherEdits = 16
  /// The maximum length of the text at the place, in bytes.
  static let maximumLength = 1024
  /// The maximum number of bytes that may be inserted behind a candidate along with it: brackets, a space.
  static let maximumTail = 16
  /// The maximum number of documents in which places are kept.
  static let maximumDocuments = 16

  private var places: [String: Place] = [:]
  /// The documents that have places, the most recently requested last.
  private var order: [String] = []
  /// The number of places so far.
  private var count = 0

  /// Creates a detector that follows no documents yet.
  public init() {}

  /// Registers a request for a list.
  ///
  /// - Returns: The number of the place, for `show`, and the candidates that were accepted elsewhere.
  public mutating func begin(_ query: CompletionQuery) -> (place: Int, accepted: [Acceptance]) {
    let uri = query.document.uri
    let start = query.typedRange.lowerBound
    let accepted = end { $0 != uri || $1 != start }
    order.removeAll { $0 == uri }
    order.append(uri)
    if order.count > AcceptanceDetector.maximumDocuments { places[order.removeFirst()] = nil }
    if places[uri]?.start != start {
      count += 1
      places[uri] = Place(start: start, base: start, caret: query.offset, number: count)
    }
    places[uri]?.caret = query.offset
    places[uri]?.otherEdits = 0
    return (places[uri]?.number ?? 0, accepted)
  }

  /// Registers a list that is shown.
  ///
  /// - Parameters:
  ///   - result: The list.
  ///   - number: The place for which it was requested; if edits have ended that, the call changes nothing.
  public mutating func show(_ result: CompletionResult, at number: Int) {
    let (items, uri, origin) = (result.items, result.query.document.uri, result.query.typedRange.lowerBound)
    guard !items.isEmpty, places[uri]?.number == number, var place = places.removeValue(forKey: uri) else { return }
    let first = min(origin, max(0, items.lazy.compactMap(\.candidate.start).min() ?? origin))
    place.base = max(0, min(place.base, place.start - (origin - first)))
    place.lists.append((items, origin))
    if place.lists.count > AcceptanceDetector.maximumLists { place.lists.removeFirst() }
    places[uri] = place
  }

  /// Forgets a document that is closed.
  ///
  /// - Returns: The candidate that was accepted in it, if any.
  public mutating func close(uri: String) -> Acceptance? {
    order.removeAll { $0 == uri }
    return places.removeValue(forKey: uri)?.pending?.acceptance
  }

  /// Ends all pending acceptances, since no more edits come, or none that belong to the earlier ones.
  ///
  /// - Returns: The candidates that were accepted.
  public mutating func end() -> [Acceptance] { end { _, _ in true } }

  /// Removes and returns the pending acceptances of places, by document and start of the word.
  private mutating func end(where isOver: (String, Int) -> Bool) -> [Acceptance] {
    var accepted: [Acceptance] = []
    for uri in order {
      guard let place = places[uri], let pending = place.pending, isOver(uri, place.start) else { continue }
      accepted.append(pending.acceptance)
      places[uri] = nil
    }
    return accepted
  }

  /// Handles an edit of a document.
  ///
  /// - Returns: The pending candidate, if the edit goes on from it and the user has thereby accepted it.
  /// - Complexity: O(length of the edit), and O(items shown) for an edit that may be an acceptance.
  public mutating func edit(_ edit: Edit) -> Acceptance? {
    let uri = edit.document.uri
    guard !edit.change.isEmpty, var place = places.removeValue(forKey: uri) else { return nil }
    if let pending = place.pending {
      let isOver = follow(edit, pending, at: &place)
      if isOver { return place.pending?.acceptance }
      places[uri] = place
      return nil
    }
    // A client that replaces a whole line for one letter tells less than the actual difference does.
    var replaced = edit.change.replaced
    var inserted = edit.change.inserted
    if let sent = edit.replaced, sent.lowerBound >= place.base {
      replaced = sent
      inserted = sent.lowerBound..<sent.lowerBound + edit.insertedCount
    }
    let delta = inserted.count - replaced.count
    if replaced.lowerBound < place.base {
      guard replaced.upperBound <= place.base else { return nil }
      place.start += delta
      place.base += delta
      place.caret += delta
      place.otherEdits += 1
    } else if replaced.lowerBound > place.caret {
      place.otherEdits += 1
    } else {
      let reachesCaret = replaced.upperBound >= place.caret
      if reachesCaret, let pending = accepted(edit, replaced: replaced, inserted: inserted, at: place) {
        place.pending = pending
        place.caret = inserted.upperBound
        places[uri] = place
        return nil
      }
      place.caret = reachesCaret ? inserted.upperBound : place.caret + delta
    }
    if place.otherEdits <= AcceptanceDetector.maximumOtherEdits,
      place.caret - place.base <= AcceptanceDetector.maximumLength
    {
      places[uri] = place
    }
    return nil
  }

  /// Applies an edit to a candidate that is pending.
  ///
  /// - Returns: True when the place is finished, and with it what is pending there.
  private func follow(_ edit: Edit, _ pending: Pending, at place: inout Place) -> Bool {
    let (replaced, inserted) = (edit.change.replaced, edit.change.inserted)
    let end = pending.range.upperBound
    if replaced.lowerBound < place.base || replaced.upperBound > end {
      // A candidate that was removed along with other text has not been accepted.
      let isOutside = replaced.upperBound <= place.base || replaced.lowerBound >= end
      if !isOutside { place.pending = nil }
      return true
    }
    let newEnd = end + inserted.count - replaced.count
    place.caret = newEnd
    if let match = match(edit.change, replaced: replaced, end: newEnd, leastInserted: 0, at: place) {
      place.pending?.acceptance.name = match.item.candidate.learnedName
      place.pending?.acceptance.source = match.item.source
      place.pending?.range = match.start..<newEnd
      place.pending?.isSnippet = match.item.candidate.snippet != nil
      place.pending?.isCut = false
      return false
    }
    let start = min(pending.range.lowerBound, newEnd)
    let typed = pending.acceptance.typed.utf8
    let isRestored =
      edit.change.after.bytes(in: min(pending.originalStart, newEnd)..<newEnd) == pending.original
      || newEnd - start <= typed.count && typed.starts(with: edit.change.after.bytes(in: start..<newEnd))
    if isRestored {
      place.pending = nil
      return false
    }
    let cutsEnd = replaced.upperBound == end && !replaced.isEmpty && !pending.isSnippet
    if inserted.isEmpty {
      place.pending?.range = start..<newEnd
      place.pending?.isCut = pending.isCut || cutsEnd
      return false
    }
    // Text written into it or behind it accepts it; text written over its end means that it was not wanted.
    if pending.isCut || cutsEnd {
      place.pending = nil
      return false
    }
    return true
  }

  private func accepted(_ edit: Edit, replaced: Range<Int>, inserted: Range<Int>, at place: Place) -> Pending? {
    let change = edit.change
    guard !change.inserted.isEmpty else { return nil }
    // A word is replaced from its start by one that differs little: in its case, or where a typo was.
    let isReplaced =
      !change.replaced.isEmpty && edit.replaced?.lowerBound == place.start && edit.insertedCount > change.inserted.count
    // Clients that send the whole text may send several keys at once.
    let leastInserted = isReplaced ? 1 : edit.replaced == nil ? 3 : 2
    guard
      let match = match(
        change, replaced: replaced, end: inserted.upperBound, leastInserted: leastInserted, at: place)
    else { return nil }
    let candidate = match.item.candidate
    let typed = change.before.string(in: min(match.start, place.caret)..<place.caret)
    if typed == candidate.text { return nil }
    let acceptance = Acceptance(
      name: candidate.learnedName, source: match.item.source, typed: typed, uri: edit.document.uri,
      languageID: edit.document.languageID)
    let end = max(match.start + match.length, change.inserted.upperBound)
    let oldEnd = min(
      end - change.inserted.count + change.replaced.count, place.base + AcceptanceDetector.maximumLength)
    return Pending(
      acceptance: acceptance, range: match.start..<end, isSnippet: candidate.snippet != nil,
      originalStart: place.base, original: change.before.bytes(in: place.base..<max(place.base, oldEnd)))
  }
}
