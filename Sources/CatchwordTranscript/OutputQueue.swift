import Dispatch
import Synchronization

/// The output of a server that was read and not received yet. It is decoded when it is received, as a message takes many
/// times the memory of its bytes.
final class OutputQueue: Sendable {
  /// The maximum length of what is read and not received, in bytes: far beyond what a server says to any transcript.
  static let defaultLimit = 64 << 20

  private struct State {
    var decoder = TranscriptDecoder()
    /// The pieces as they were read, and when; those before `first` are empty.
    var pieces: [(bytes: ContiguousArray<UInt8>, time: DispatchTime)] = []
    var first = 0
    /// The length of all pieces together.
    var length = 0
    /// The events of the last piece that was taken, the next one last.
    var events: [TranscriptEvent] = []
    /// The time when that piece was read.
    var time = DispatchTime.now()
    /// True when the output was longer than the limit, and nobody was told so yet.
    var isOverfull = false
    var hasEnded = false

    /// Takes the next event; nil when it had not been read by the deadline.
    mutating func next(by deadline: DispatchTime, limit: Int) -> TranscriptEvent? {
      while true {
        if let event = events.last {
          guard time <= deadline else { return nil }
          events.removeLast()
          return event
        }
        guard let piece = takePiece() else { break }
        (events, time) = (decoder.events(in: piece.bytes).reversed(), piece.time)
      }
      if isOverfull {
        isOverfull = false
        return .garbage("it is more than \(limit) bytes ahead of the transcript")
      }
      // The end stays in the queue, for every caller.
      return hasEnded ? .ended : nil
    }

    private mutating func takePiece() -> (bytes: ContiguousArray<UInt8>, time: DispatchTime)? {
      guard first < pieces.count else { return nil }
      let piece = pieces[first]
      pieces[first].bytes = []
      first += 1
      length -= piece.bytes.count
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
      state.pieces.append((bytes, .now()))
      state.length += bytes.count
      return true
    }
  }

  /// The time when the last event that was returned had been read.
  var arrival: DispatchTime { state.withLock(\.time) }

  /// Ends the output.
  func end() {
    state.withLock { $0.hasEnded = true }
    signal.signal()
  }

  /// Returns the next event, `.nothing` when none comes in time: what was read after that is for the next call, however
  /// late this one looks.
  ///
  /// - Parameter deadline: The time until which to wait; past, for what had been read by then.
  func next(by deadline: DispatchTime) -> TranscriptEvent {
    while true {
      if let event = state.withLock({ $0.next(by: deadline, limit: limit) }) { return event }
      if signal.wait(timeout: deadline) == .timedOut { return .nothing }
    }
  }
}
