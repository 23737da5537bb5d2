import Synchronization

/// Bytes that have arrived and wait for the receive loop; filled by a `ReceiveLoop`, or by hand.
///
/// The loop takes everything that has arrived at once, so that it can look for cancellations in all of it before it
/// does anything else. A loop that falls far behind makes the reader wait.
public final class InputQueue: Sendable {
  private struct State {
    var bytes: ContiguousArray<UInt8> = []
    var isEnded = false
    var isExitRequested = false
    /// How often something was taken.
    var takes = 0
    /// When the first of the bytes came.
    var arrival: Duration?
    var now: (@Sendable () -> Duration)?
  }

  /// How many bytes may wait before the reader does.
  private static let highWater = 4 * 1024 * 1024

  private let state = Mutex(State())
  private let wakeContinuation: AsyncStream<Void>.Continuation

  /// One element, whenever there may be something to take; for one consumer.
  public let wakes: AsyncStream<Void>

  /// An empty queue.
  public init() {
    (wakes, wakeContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Adds bytes.
  public func append(_ bytes: some Collection<UInt8>) {
    state.withLock { state in
      if state.bytes.isEmpty { state.arrival = state.now?() }
      state.bytes.append(contentsOf: bytes)
    }
    wake()
  }

  /// Notes from now on when bytes come.
  public func measureArrivals(with now: @escaping @Sendable () -> Duration) { state.withLock { $0.now = now } }

  /// Notes that no more bytes will come.
  public func end() {
    state.withLock { $0.isEnded = true }
    wake()
  }

  /// Makes the consumer look, although nothing may have come.
  public func wake() { wakeContinuation.yield() }

  /// True when no more bytes will come; what has come may still wait to be taken.
  public var isEnded: Bool { state.withLock(\.isEnded) }

  /// Notes that the client wants the process to end, before that is done: nothing is then waited for in vain.
  package func requestExit() { state.withLock { $0.isExitRequested = true } }

  /// True when the client wants the process to end.
  var isExitRequested: Bool { state.withLock(\.isExitRequested) }

  /// How often what had arrived was taken.
  var takes: Int { state.withLock(\.takes) }

  /// A copy of what has arrived and was not taken.
  var waiting: ContiguousArray<UInt8> { state.withLock(\.bytes) }

  /// True while a reader may go on reading.
  var hasRoom: Bool { state.withLock { $0.bytes.count <= InputQueue.highWater } }

  /// Takes all that has arrived, with the time when the first of it did, if arrivals are measured.
  public func take() -> (bytes: ContiguousArray<UInt8>, isEnded: Bool, arrival: Duration?) {
    let taken = state.withLock { state in
      defer {
        state.takes += 1
        state.bytes = []
        state.arrival = nil
      }
      return (state.bytes, state.isEnded, state.arrival)
    }
    return taken
  }
}
