import CatchwordText

/// What has happened to documents and has not been looked at yet, in order; never very many.
struct DocumentEvents: Sendable {
  enum Event: Sendable {
    case open(DocumentSnapshot)
    /// Reading a document, up to an offset so far.
    case read(DocumentSnapshot, from: Int)
    case change(TextChange, DocumentSnapshot)
    case close(uri: String)

    var uri: String {
      switch self {
      case .open(let document), .read(let document, _), .change(_, let document): document.uri
      case .close(let uri): uri
      }
    }

    /// True when nothing that was to be done for the document before is worth doing any more.
    var replacesEarlier: Bool {
      switch self {
      case .open, .close: true
      case .read, .change: false
      }
    }
  }

  /// With more waiting, a document that is edited is read anew instead.
  static let capacity = 4096
  /// A document of which more bytes are replaced, or replace others, is read anew, too: in slices, between which others
  /// come to their turn.
  static let longestChange = 1 << 20

  /// Nil where an event has been taken.
  private var events: [Event?] = []
  private var start = 0
  /// How many events of each document wait.
  private var counts: [String: Int] = [:]

  /// The number of events that wait.
  var count: Int { events.count - start }

  /// Adds an event.
  ///
  /// - Complexity: O(1), and O(`count`) when others of the document are not worth doing any more.
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

  /// Takes the first event.
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

  /// Puts what is left of an event before everything else, unless its document has been closed or opened anew.
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
