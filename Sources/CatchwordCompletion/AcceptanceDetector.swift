public import CatchwordText

/// Finds out from edits which candidates the user accepts, since most clients do not tell.
///
/// A request names a place: where the word begins that is being typed, and the cursor. Lists that are shown for it are
/// kept for as long as edits touch just that word; an edit that puts one of their candidates there is its acceptance.
/// A word that is typed out letter by letter has not been accepted, so an edit that inserts a single character, and
/// removes none, is none whatever comes of it.
///
/// Some clients put a candidate into the text while the user only looks through the list, then the next one in its
/// place. So an acceptance is handed over when the user goes on: behind the candidate, in its brackets, elsewhere, with
/// another list, or not at all, because the document is closed. Until then another candidate takes its place, and what
/// is undone is forgotten.
public struct AcceptanceDetector: Sendable {
  /// An edit as the client sent it.
  public struct Edit: Sendable {
    /// The bytes before the edit that the client replaced; nil when it sent the whole text.
    public let replaced: Range<Int>?
    /// How many bytes it put there.
    public let insertedCount: Int
    /// What has really changed.
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
    /// Where the word begins.
    var start: Int
    /// Where the first of the candidates begins, which may be before the word.
    var base: Int
    /// Up to where the word is typed.
    var caret: Int
    /// What was asked, the newest last, and where the word began then.
    var requests: [(id: CompletionRequestID, origin: Int)] = []
    /// What was shown, the newest last, and where the word began when it was asked for.
    var lists: [(items: [CompletionResult.Item], origin: Int)] = []
    /// Edits elsewhere: some clients' acceptances come with a few.
    var otherEdits = 0
    /// The candidate that is there now, if the user has not gone on since.
    var pending: Pending?
  }

  /// A candidate that has been put into the text, and may yet be replaced by another one.
  ///
  /// Its offsets need not be kept up: no edit before it leaves it pending.
  struct Pending {
    var acceptance: Acceptance
    /// Where it is, with what was inserted behind it.
    var range: Range<Int>
    /// Whether something is filled into it, so that any part of it may be replaced.
    var isSnippet: Bool
    /// Whether its end has been removed.
    var isCut = false
    /// Where `original` began.
    let originalStart: Int
    /// What was there before.
    let original: ContiguousArray<UInt8>
  }

  /// A candidate that an edit has put into the text.
  struct Match {
    let item: CompletionResult.Item
    let start: Int
    let length: Int
  }

  /// How many lists of one word are kept: clients show an old one and filter it.
  static let maximumLists = 8
  /// How many edits elsewhere may come before what is shown is taken to be gone.
  static let maximumOtherEdits = 16
  /// How long the text at the place may become, in bytes.
  static let maximumLength = 1024
  /// How much may be inserted behind a candidate along with it, in bytes: brackets, a space.
  static let maximumTail = 16
  /// In how many documents places are kept.
  static let maximumDocuments = 16

  private var places: [String: Place] = [:]
  /// The documents that have places, the one asked for last at the end.
  private var order: [String] = []

  /// Knows of nothing.
  public init() {}

  /// A list is asked for.
  ///
  /// - Returns: What has been accepted elsewhere.
  public mutating func begin(_ id: CompletionRequestID, _ query: CompletionQuery) -> [Acceptance] {
    let uri = query.document.uri
    let start = query.typedRange.lowerBound
    let accepted = end { $0 != uri || $1 != start }
    order.removeAll { $0 == uri }
    order.append(uri)
    if order.count > AcceptanceDetector.maximumDocuments { places[order.removeFirst()] = nil }
    if places[uri]?.start != start { places[uri] = Place(start: start, base: start, caret: query.offset) }
    places[uri]?.caret = query.offset
    places[uri]?.otherEdits = 0
    places[uri]?.requests.append((id, start))
    if places[uri]?.requests.count ?? 0 > AcceptanceDetector.maximumLists { places[uri]?.requests.removeFirst() }
    return accepted
  }

  /// A list is shown.
  ///
  /// - Parameters:
  ///   - items: Its items.
  ///   - id: The request that it answers; one that edits have made pointless changes nothing.
  ///   - uri: The document.
  public mutating func show(_ items: [CompletionResult.Item], for id: CompletionRequestID, in uri: String) {
    guard !items.isEmpty, let origin = places[uri]?.requests.first(where: { $0.id == id })?.origin,
      var place = places.removeValue(forKey: uri)
    else { return }
    let first = min(origin, max(0, items.lazy.compactMap(\.candidate.start).min() ?? origin))
    place.base = max(0, min(place.base, place.start - (origin - first)))
    place.lists.append((items, origin))
    if place.lists.count > AcceptanceDetector.maximumLists { place.lists.removeFirst() }
    places[uri] = place
  }

  /// A document is closed.
  ///
  /// - Returns: What has been accepted in it.
  public mutating func close(uri: String) -> Acceptance? {
    order.removeAll { $0 == uri }
    return places.removeValue(forKey: uri)?.pending?.acceptance
  }

  /// The client has told what was accepted in a document: what its edits have looked like does not count.
  public mutating func forget(uri: String) {
    order.removeAll { $0 == uri }
    places[uri] = nil
  }

  /// Nothing more will come, or nothing that belongs to what came before.
  ///
  /// - Returns: What has been accepted.
  public mutating func end() -> [Acceptance] { end { _, _ in true } }

  /// Hands over what is pending in some documents, where words begin at some offsets.
  private mutating func end(where isOver: (String, Int) -> Bool) -> [Acceptance] {
    var accepted: [Acceptance] = []
    for uri in order {
      guard let place = places[uri], let pending = place.pending, isOver(uri, place.start) else { continue }
      accepted.append(pending.acceptance)
      places[uri] = nil
    }
    return accepted
  }

  /// A document was edited.
  ///
  /// - Returns: The candidate that was there before and that the user has accepted, as the edit goes on from it.
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
    // A client that replaces a whole line for a letter says less than what has changed.
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

  /// Sees what an edit does to a candidate that is pending.
  ///
  /// - Returns: Whether the place is done with, and with it what is pending there.
  private func follow(_ edit: Edit, _ pending: Pending, at place: inout Place) -> Bool {
    let (replaced, inserted) = (edit.change.replaced, edit.change.inserted)
    let end = pending.range.upperBound
    if replaced.lowerBound < place.base || replaced.upperBound > end {
      // What was removed along with something else has not been accepted.
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
    // Something is written into it or behind it; or over it, and then it is not what the user wanted.
    if pending.isCut || cutsEnd {
      place.pending = nil
      return false
    }
    return true
  }

  private func accepted(_ edit: Edit, replaced: Range<Int>, inserted: Range<Int>, at place: Place) -> Pending? {
    let change = edit.change
    guard !change.inserted.isEmpty else { return nil }
    // A word is replaced from its beginning by one that differs in little: in its case, or where a typo was.
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
