import CatchwordText

/// The document events that are not handled yet, in the order of each document; their number is limited.
struct DocumentEvents: Sendable {
  enum Event: Sendable {
    case open(DocumentSnapshot)
    /// Read what is left of a document.
    case read(UnreadText)
    case change(TextChange, DocumentSnapshot)
    case close(uri: String)

    var uri: String {
      switch self {
      case .open(let document), .change(_, let document): document.uri
      case .read(let unread): unread.document.uri
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

  /// The events of one document.
  private struct Queue {
    /// The events; nil for each that has been taken.
    var events: [Event?] = []
    var start = 0

    var waiting: ArraySlice<Event?> { events[start...] }

    mutating func popFirst() -> Event? {
      defer {
        events[start] = nil
        start += 1
        if start > 64 && 2 * start > events.count {
          events.removeFirst(start)
          start = 0
        }
      }
      return events[start]
    }

    mutating func pushFirst(_ event: Event) {
      if start > 0 {
        start -= 1
        events[start] = event
      } else {
        events.insert(event, at: 0)
      }
    }
  }

  /// The maximum number of waiting events; beyond it, an edited document is read anew instead.
  static let capacity = 4096
  /// The maximum number of bytes that a change replaces or inserts. Beyond it, the document is read anew, too: in
  /// slices, between which other events have their turn.
  static let longestChange = 1 << 20

  private var queues: [String: Queue] = [:]
  /// The documents with waiting events, in the order of their turns.
  private var order: [String] = []
  /// The number of waiting events.
  private(set) var count = 0

  /// Adds an event.
  ///
  /// - Complexity: O(1), and O(number of the document's events) when it makes them obsolete.
  mutating func append(_ event: Event) {
    var event = event
    if case .change(let change, let document) = event,
      count >= DocumentEvents.capacity
        || max(change.replaced.count, change.inserted.count) > DocumentEvents.longestChange
    {
      event = .open(document)
    }
    let uri = event.uri
    if queues[uri] == nil { order.append(uri) }
    if event.replacesEarlier { count -= queues.updateValue(Queue(), forKey: uri)?.waiting.count ?? 0 }
    queues[uri, default: Queue()].events.append(event)
    count += 1
  }

  /// Removes and returns the first event of a document, or of another one when it has none.
  ///
  /// - Parameters:
  ///   - uri: The document whose turn it is; nil for the one that has waited longest.
  ///   - others: The documents whose turn it is not, unless text has been inserted into them: that comes behind all else.
  /// - Complexity: O(number of documents with events).
  mutating func popFirst(of uri: String? = nil, besides others: Set<String> = []) -> Event? {
    let others = others.filter { !hasInsertions(in: $0) }
    let isTurn = { !others.contains($0) }
    let preferred = uri.flatMap { queues[$0] != nil && isTurn($0) ? $0 : nil }
    guard let next = preferred ?? order.first(where: isTurn) else { return nil }
    let event = queues[next]?.popFirst()
    count -= 1
    if queues[next]?.waiting.isEmpty == true {
      queues[next] = nil
      order.removeAll { $0 == next }
    }
    return event
  }

  /// True when text waits that was inserted into a document, more than is typed.
  func hasInsertions(in uri: String) -> Bool {
    queues[uri]?.waiting.contains { event in
      if case .change(let change, _) = event { change.inserted.count > Text.maximumWordLength } else { false }
    } ?? false
  }

  /// True when such text waits in any document.
  var hasInsertions: Bool { order.contains(where: hasInsertions) }

  /// Puts the rest of an event before all others of its document, unless that has been closed or opened anew.
  mutating func goOn(_ event: Event) {
    let uri = event.uri
    if queues[uri]?.waiting.contains(where: { $0?.replacesEarlier == true }) == true { return }
    if queues[uri] == nil { order.insert(uri, at: 0) }
    queues[uri, default: Queue()].pushFirst(event)
    count += 1
  }
}
