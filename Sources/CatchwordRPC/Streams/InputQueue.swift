import Synchronization

/// The queue of bytes that wait for the receive loop; filled by a `ReceiveLoop` or by a caller.
///
/// The loop takes all bytes at once, so that it can look for cancellations in all of them first. Backpressure: when the
/// loop falls far behind, the reader waits.
public final class InputQueue: Sendable {
  private struct State {
    var bytes: ContiguousArray<UInt8> = []
    var isEnded = false
    var isExitRequested = false
    /// The number of calls of `take()`.
    var takes = 0
    /// The time when the first of the bytes arrived.
    var arrival: Duration?
    var now: (@Sendable () -> Duration)?
    var wakeReader: (@Sendable () -> Void)?
  }

  /// The number of waiting bytes above which the reader waits.
  private static let highWater = 4 * 1024 * 1024

  private let state = Mutex(State())
  private let wakeContinuation: AsyncStream<Void>.Continuation

  /// A stream with an element whenever there may be input to take; for one consumer.
  public let wakes: AsyncStream<Void>

  /// Creates an empty queue.
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

  /// Records the arrival times of bytes from now on.
  public func measureArrivals(with now: @escaping @Sendable () -> Duration) { state.withLock { $0.now = now } }

  /// Marks the end of the input.
  public func end() {
    state.withLock { $0.isEnded = true }
    wake()
  }

  /// Wakes the consumer, although nothing may have come.
  public func wake() { wakeContinuation.yield() }

  /// True when no more bytes will come; bytes that have come may still wait.
  public var isEnded: Bool { state.withLock(\.isEnded) }

  /// Records that the client has requested the exit, before it is handled, so that nothing waits for more input.
  package func requestExit() { state.withLock { $0.isExitRequested = true } }

  /// True when the client has requested the exit.
  var isExitRequested: Bool { state.withLock(\.isExitRequested) }

  /// The number of calls of `take()` so far.
  var takes: Int { state.withLock(\.takes) }

  /// A copy of the bytes that have arrived and were not taken yet.
  var waiting: ContiguousArray<UInt8> { state.withLock(\.bytes) }

  /// Calls a function from now on whenever bytes are taken that left no room for more.
  func whenThereIsRoom(_ wakeReader: @escaping @Sendable () -> Void) { state.withLock { $0.wakeReader = wakeReader } }

  /// True while a reader may read more.
  var hasRoom: Bool { state.withLock { $0.bytes.count <= InputQueue.highWater } }

  /// Takes all bytes that have arrived, with the arrival time of the first, if arrivals are measured.
  public func take() -> (bytes: ContiguousArray<UInt8>, isEnded: Bool, arrival: Duration?) {
    let (taken, wakeReader) = state.withLock { state in
      defer {
        state.takes += 1
        state.bytes = []
        state.arrival = nil
      }
      let wasFull = state.bytes.count > InputQueue.highWater
      return ((state.bytes, state.isEnded, state.arrival), wasFull ? state.wakeReader : nil)
    }
    // The bytes may be taken on another thread than the reader's, which waits for nothing but this.
    wakeReader?()
    return taken
  }
}
