import Dispatch
import Synchronization

/// The output of a server that was read and not received yet. It is decoded when it is received, as a message takes many
/// times the memory of its bytes.
final class OutputQueue: Sendable {
  /// The maximum length of what is read and not received, in bytes: far beyond what a server says to any transcript.
  static let defaultLimit = 64 << 20

  private struct State {
    var decoder = TranscriptDecoder()
    /// The pieces as they were read; those before `first` are empty.
    var pieces: [ContiguousArray<UInt8>] = []
    var first = 0
    /// The length of all pieces together.
    var length = 0
    /// The events of the last piece that was taken, the next one last.
    var events: [TranscriptEvent] = []
    /// True when the output was longer than the limit, and nobody was told so yet.
    var isOverfull = false
    var hasEnded = false

    /// Takes the next event; nil when it has not been read yet.
    mutating func next(limit: Int) -> TranscriptEvent? {
      while true {
        if let event = events.popLast() { return event }
        guard let piece = takePiece() else { break }
        events = decoder.events(in: piece).reversed()
      }
      if isOverfull {
        isOverfull = false
        return .garbage("it is more than \(limit) bytes ahead of the transcript")
      }
      // The end stays in the queue, for every caller.
      return hasEnded ? .ended : nil
    }

    private mutating func takePiece() -> ContiguousArray<UInt8>? {
      guard first < pieces.count else { return nil }
      let piece = pieces[first]
      pieces[first] = []
      first += 1
      length -= piece.count
      if first == pieces.count { (pieces, first) = ([], 0) }
      return piece
    }
  }

  private let state = Mutex(State())
  private let signal = DispatchSemaphore(value: 0)
  private let limit: Int

  /// Creates an empty queue.
  ///
  /// - Parameter limit: The maximum length of what is read and not received, in bytes.
  init(limit: Int = OutputQueue.defaultLimit) { self.limit = limit }

  /// Appends bytes of the output.
  ///
  /// - Returns: False when there would be more than the limit: the output then ends before these bytes.
  func append(_ bytes: ContiguousArray<UInt8>) -> Bool {
    defer { signal.signal() }
    return state.withLock { state in
      guard state.length + bytes.count <= limit else {
        (state.isOverfull, state.hasEnded) = (true, true)
        return false
      }
      state.pieces.append(bytes)
      state.length += bytes.count
      return true
    }
  }

  /// Ends the output.
  func end() {
    state.withLock { $0.hasEnded = true }
    signal.signal()
  }

  /// Returns the next event, `.nothing` when none comes in time.
  func next(within patience: Duration) -> TranscriptEvent {
    let deadline = DispatchTime.now() + patience.interval
    while true {
      if let event = state.withLock({ $0.next(limit: limit) }) { return event }
      if signal.wait(timeout: deadline) == .timedOut { return .nothing }
    }
  }
}
