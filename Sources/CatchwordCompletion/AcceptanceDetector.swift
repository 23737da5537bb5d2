public import CatchwordText

/// Finds out from edits which candidates the user accepts, since most clients do not tell.
///
/// A request names a place: where the word begins that is being typed, and the cursor. Lists that are shown for it are
/// kept for as long as edits touch just that word; an edit that puts one of their candidates there is its acceptance.
/// A word that is typed out letter by letter has not been accepted, so an edit that inserts a single character, and
/// removes none, is none whatever comes of it.
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
  private struct Place {
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
  }

  /// How many lists of one word are kept: clients show an old one and filter it.
  static let maximumLists = 8
  /// How many edits elsewhere may come before what is shown is taken to be gone.
  static let maximumOtherEdits = 16
  /// How long the text at the place may become, in bytes.
  static let maximumLength = 1024
  /// In how many documents places are kept.
  static let maximumDocuments = 16

  private var places: [String: Place] = [:]
  /// The documents that have places, the one asked for last at the end.
  private var order: [String] = []

  /// Knows of nothing.
  public init() {}

  /// A list is asked for.
  public mutating func begin(_ id: CompletionRequestID, _ query: CompletionQuery) {
    let uri = query.document.uri
    let start = query.typedRange.lowerBound
    order.removeAll { $0 == uri }
    order.append(uri)
    if order.count > AcceptanceDetector.maximumDocuments { places[order.removeFirst()] = nil }
    if places[uri]?.start != start { places[uri] = Place(start: start, base: start, caret: query.offset) }
    places[uri]?.caret = query.offset
    places[uri]?.otherEdits = 0
    places[uri]?.requests.append((id, start))
    if places[uri]?.requests.count ?? 0 > AcceptanceDetector.maximumLists { places[uri]?.requests.removeFirst() }
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
  public mutating func close(uri: String) {
    places[uri] = nil
    order.removeAll { $0 == uri }
  }

  /// A document was edited.
  ///
  /// - Returns: The candidate that the edit accepts.
  /// - Complexity: O(length of the edit), and O(items shown) for an edit that may be an acceptance.
  public mutating func edit(_ edit: Edit) -> Acceptance? {
    let uri = edit.document.uri
    guard !edit.change.isEmpty, var place = places.removeValue(forKey: uri) else { return nil }
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
      if reachesCaret, let accepted = accepted(edit, replaced: replaced, inserted: inserted, at: place) {
        return accepted
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

  private func accepted(_ edit: Edit, replaced: Range<Int>, inserted: Range<Int>, at place: Place) -> Acceptance? {
    let change = edit.change
    guard !place.lists.isEmpty, !change.inserted.isEmpty else { return nil }
    // A word is replaced from its beginning by one that differs in little: in its case, or where a slip was.
    let isReplaced =
      !change.replaced.isEmpty && edit.replaced?.lowerBound == place.start && edit.insertedCount > change.inserted.count
    // Clients that send the whole text may send several keys at once.
    let leastInserted = isReplaced ? 1 : edit.replaced == nil ? 3 : 2
    let end = min(inserted.upperBound, place.base + AcceptanceDetector.maximumLength)
    guard end > place.base else { return nil }
    let text = change.after.bytes(in: place.base..<end)
    var best: (item: CompletionResult.Item, start: Int, length: Int)?
    for (items, origin) in place.lists.reversed() {
      for item in items {
        let start = place.start &+ ((item.candidate.start ?? origin) &- origin)
        let length = item.candidate.text.utf8.count
        guard start >= place.base, start <= replaced.lowerBound || start <= change.replaced.lowerBound,
          start + length > change.inserted.lowerBound, start + length <= place.base + text.count,
          length > best?.length ?? 0,
          text[(start - place.base)...].starts(with: item.candidate.text.utf8)
        else { continue }
        let own = text[(change.inserted.lowerBound - place.base)..<(start + length - place.base)]
        if String(decoding: own, as: UTF8.self).count < leastInserted { continue }
        // More may have been inserted behind it, such as brackets, but no more of a word.
        let rest = String(decoding: text[(start - place.base + length)...].prefix(8), as: UTF8.self)
        if let next = rest.first, next.isLetter || next.isNumber || next == "_" { continue }
        best = (item, start, length)
      }
    }
    guard let best else { return nil }
    let typed = change.before.string(in: min(best.start, place.caret)..<place.caret)
    if typed == best.item.candidate.text { return nil }
    return Acceptance(
      name: best.item.candidate.learnedName, source: best.item.source, typed: typed, uri: edit.document.uri,
      languageID: edit.document.languageID)
  }
}
