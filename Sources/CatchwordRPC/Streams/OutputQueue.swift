/// The queue of frames to be written: bounded even if the client never reads, without losing a response.
///
/// A pure value; `FrameWriter` holds it under a lock. Droppable messages are dropped first, then responses are replaced
/// by shorter ones, the oldest first. The rest is a few dozen bytes per request, and the server stops taking requests
/// when even that is too much.
struct OutputQueue {
  /// The number of waiting bytes above which droppable messages are dropped.
  static let droppingMark = 1 << 20
  /// The number of waiting bytes above which responses are shortened.
  static let shrinkingMark = 4 << 20
  /// The number of waiting bytes above which the queue is congested.
  static let congestionMark = 16 << 20

  private struct Entry {
    var frame: ContiguousArray<UInt8>
    var urgency: MessageUrgency
  }

  private var entries: [Entry] = []
  private(set) var bytes = 0
  /// The index before which all entries are as short as possible.
  private var shrunk = 0

  var isEmpty: Bool { entries.isEmpty }
  var isStalled: Bool { bytes > OutputQueue.droppingMark }
  var isCongested: Bool { bytes > OutputQueue.congestionMark }

  /// Adds a message.
  ///
  /// - Complexity: O(length of `body`), amortised.
  mutating func append(_ body: ContiguousArray<UInt8>, urgency: MessageUrgency) {
    if case .droppable = urgency, isStalled { return }
    defer { checkInvariants() }
    let frame = OutgoingMessage.frame(body)
    entries.append(Entry(frame: frame, urgency: urgency))
    bytes += frame.count
    while bytes > OutputQueue.shrinkingMark, shrunk < entries.count {
      shrink(shrunk)
      shrunk += 1
    }
  }

  /// Adds the rest of a frame whose beginning has been written; it must not change any more.
  mutating func append(rest: ContiguousArray<UInt8>) {
    entries.append(Entry(frame: rest, urgency: .required))
    bytes += rest.count
  }

  private mutating func shrink(_ index: Int) {
    let old = entries[index].frame.count
    switch entries[index].urgency {
    case .required: return
    case .droppable: entries[index].frame = []
    case .replaceable(let body): entries[index].frame = OutgoingMessage.frame(body)
    }
    entries[index].urgency = .required
    bytes += entries[index].frame.count - old
  }

  /// Takes the next frames until a size is reached, so that the others can still be shortened while these are written.
  mutating func take(atLeast size: Int) -> [ContiguousArray<UInt8>] {
    var taken = 0
    var count = 0
    while count < entries.count && taken < size {
      taken += entries[count].frame.count
      count += 1
    }
    defer {
      entries.removeFirst(count)
      bytes -= taken
      shrunk = max(0, shrunk - count)
      if entries.isEmpty && entries.capacity > 1024 { entries = [] }
      checkInvariants()
    }
    return entries[..<count].map(\.frame).filter { !$0.isEmpty }
  }

  /// Stops a debug build if a short queue is not as it must be: it knows its bytes, and what it takes for shortened is.
  ///
  /// - Complexity: O(entries).
  private func checkInvariants() {
    #if DEBUG
      if entries.count > 64 { return }
      assert(bytes == entries.reduce(0) { $0 + $1.frame.count }, "\(bytes) bytes are counted")
      assert(shrunk <= entries.count)
      assert(entries.prefix(shrunk).allSatisfy { if case .required = $0.urgency { true } else { false } })
    #endif
  }
}
