import CatchwordText

/// The queue of document events that are not handled yet, in order; its length is limited.
struct DocumentEvents: Sendable {
  enum Event: Sendable {
    case open(DocumentSnapshot)
    /// Read a document from an offset; the part before it has been read.
    case read(DocumentSnapshot, from: Int)
    case change(TextChange, DocumentSnapshot)
    case close(uri: String)

    var uri: String {
      switch self {
      case .open(let document), .read(let document, _), .change(_, let document): document.uri
      case .close(let uri): uri
      }
    }

    /// True when the event makes all earlier events of the same document obsolete.
    var replacesEarlier: Bool {
      switch self {
      case .open, .close: true
      case .read, .change: false
      }
    }
  }

  /// The maximum number of waiting events; beyond it, an edited document is read anew instead.
  static let capacity = 4096
  /// The maximum number of bytes that a change replaces or inserts. Beyond it, the document is read anew, too: in
  /// slices, between which other events have their turn.
  static let longestChange = 1 << 20

  /// The events; nil for each that has been taken.
  private var events: [Event?] = []
  private var start = 0
  /// The number of waiting events of each document.
  private var counts: [String: Int] = [:]

  /// The number of waiting events.
  var count: Int { events.count - start }

  /// Adds an event.
  ///
  /// - Complexity: O(1), and O(`count`) when it makes earlier events of the document obsolete.
  mutating func append(_ event: Event) {
    if event.replacesEarlier { removeAll(of: event.uri) }
    if case .change(let change, let document) = event,
      count >= DocumentEvents.capacity
        || max(change.replaced.count, change.inserted.count) > DocumentEvents.longestChange
    {
      removeAll(of: document.uri)
      events.append(.open(document))
    } else {
      events.append(event)
    }
    counts[event.uri, default: 0] += 1
  }

  /// Removes and returns the first event.
  ///
  /// - Complexity: O(1), amortised.
  mutating func popFirst() -> Event? {
    guard start < events.count else { return nil }
    defer {
      start += 1
      if start > 64 && 2 * start > events.count {
        events.removeFirst(start)
        start = 0
      }
    }
    let first = events[start]
    events[start] = nil
    if let uri = first?.uri { counts[uri] = counts[uri].flatMap { $0 > 1 ? $0 - 1 : nil } }
    return first
  }

  /// Puts the rest of an event before all others, unless its document has been closed or opened anew.
  mutating func goOn(_ event: Event) {
    let waiting = events[start...]
    if waiting.contains(where: { $0?.uri == event.uri && $0?.replacesEarlier == true }) { return }
    counts[event.uri, default: 0] += 1
    if start > 0 {
      start -= 1
      events[start] = event
    } else {
      events.insert(event, at: 0)
    }
  }

  private mutating func removeAll(of uri: String) {
    guard counts.removeValue(forKey: uri) != nil else { return }
    events = events[start...].filter { $0?.uri != uri }
    start = 0
  }
}
