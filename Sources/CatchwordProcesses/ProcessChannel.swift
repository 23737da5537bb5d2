import Synchronization

/// The state that a program's thread shares with its users: the buffers in both directions, and the users' wishes.
final class ProcessChannel: Sendable {
  private struct State {
    var input: [ContiguousArray<UInt8>] = []
    var inputCount = 0
    var isInputClosing = false
    var output: ContiguousArray<UInt8> = []
    var isOutputEnded = false
    var hasErrors = false
    var isDiscarding = false
    var reader: CheckedContinuation<ContiguousArray<UInt8>?, Never>?
    var wantedGrace: Duration?
    var isHung = false
    var exit: ProcessExit?
    var waiters: [Int: CheckedContinuation<ProcessExit?, Never>] = [:]
    var nextWaiter = 0
    /// The pipe that wakes the thread; -1 once the thread has ended.
    var wakePipe: Int32

    /// Has the program ended because it does not read its input.
    mutating func endHung(grace: Duration) {
      // Of a program that has ended by itself, only processes that it has started are left.
      isHung = exit == nil
      wantedGrace = min(grace, wantedGrace ?? grace)
      (input, inputCount) = ([], 0)
    }
  }

  /// The actions that the users want from the thread.
  struct Wishes {
    var isReadingOutput: Bool
    var hasInput: Bool
    var isInputClosing: Bool
    var grace: Duration?
    var isHung: Bool
  }

  private let limits: ProcessLimits
  private let state: Mutex<State>

  init(limits: ProcessLimits, wakePipe: Int32) {
    self.limits = limits
    state = Mutex(State(wakePipe: wakePipe))
  }

  // MARK: For the users

  func write(_ bytes: ContiguousArray<UInt8>) -> Bool {
    state.withLock { state in
      guard state.exit == nil, state.wantedGrace == nil, !state.isInputClosing else { return false }
      if bytes.isEmpty { return true }
      defer { ring(state) }
      if state.inputCount + bytes.count > limits.waitingInput {
        state.endHung(grace: limits.grace)
        return false
      }
      state.input.append(bytes)
      state.inputCount += bytes.count
      return true
    }
  }

  func closeInput() {
    state.withLock { state in
      state.isInputClosing = true
      ring(state)
    }
  }

  func end(grace: Duration?, discardsOutput: Bool) {
    state.withLock { state in
      // The shortest grace counts.
      state.wantedGrace = min(grace ?? limits.grace, state.wantedGrace ?? .seconds(Int64.max))
      (state.input, state.inputCount) = ([], 0)
      if discardsOutput {
        state.isDiscarding = true
        state.output = []
      }
      ring(state)
    }
  }

  func read() async -> ContiguousArray<UInt8>? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let older = state.withLock { state in
          let older = state.reader
          state.reader = nil
          if Task.isCancelled {
            continuation.resume(returning: nil)
          } else if !state.output.isEmpty {
            let wasFull = state.output.count >= limits.waitingOutput
            continuation.resume(returning: state.output)
            state.output = []
            if wasFull { ring(state) }
          } else if state.isOutputEnded {
            continuation.resume(returning: nil)
          } else {
            state.reader = continuation
          }
          return older
        }
        older?.resume(returning: nil)
      }
    } onCancel: {
      let reader = state.withLock { state in
        defer { state.reader = nil }
        return state.reader
      }
      reader?.resume(returning: nil)
    }
  }

  var exit: ProcessExit? { state.withLock(\.exit) }

  var isHung: Bool { state.withLock(\.isHung) }

  var hasErrors: Bool { state.withLock(\.hasErrors) }

  func waitForExit() async -> ProcessExit? {
    let number = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { state in
          if state.exit != nil || Task.isCancelled {
            continuation.resume(returning: state.exit)
          } else {
            state.waiters[number] = continuation
          }
        }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume(returning: nil)
    }
  }

  private func ring(_ state: borrowing State) {
    if state.wakePipe >= 0 { ProcessPlatform.wake(state.wakePipe) }
  }

  // MARK: For the thread

  /// Has the program ended because it has left its input unread for too long.
  func endHung() {
    state.withLock { state in
      state.endHung(grace: limits.grace)
      ring(state)
    }
  }

  var wishes: Wishes {
    state.withLock { state in
      Wishes(
        isReadingOutput: state.isDiscarding || state.output.count < limits.waitingOutput,
        hasInput: state.inputCount > 0, isInputClosing: state.isInputClosing, grace: state.wantedGrace,
        isHung: state.isHung)
    }
  }

  /// Removes and returns the input that waits to be written.
  func takeInput() -> [ContiguousArray<UInt8>] {
    state.withLock { state in
      defer { state.input = [] }
      return state.input
    }
  }

  /// Notes that a number of the taken bytes have been written; until then they count as waiting.
  func didWrite(_ count: Int) { state.withLock { $0.inputCount = max(0, $0.inputCount - count) } }

  /// Notes that the program reads no more input: drops the waiting input, and refuses later writes.
  func inputDidEnd() {
    state.withLock { state in
      (state.input, state.inputCount) = ([], 0)
      state.isInputClosing = true
    }
  }

  func didRead(_ bytes: ContiguousArray<UInt8>.SubSequence) {
    let reader = state.withLock { state -> CheckedContinuation<ContiguousArray<UInt8>?, Never>? in
      if state.isDiscarding { return nil }
      defer { state.reader = nil }
      if state.reader == nil { state.output.append(contentsOf: bytes) }
      return state.reader
    }
    reader?.resume(returning: ContiguousArray(bytes))
  }

  /// Notes that something has come from the program's standard error.
  func didReadErrors() { state.withLock { $0.hasErrors = true } }

  func outputDidEnd() {
    let reader = state.withLock { state in
      state.isOutputEnded = true
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: nil)
  }

  func didExit(_ exit: ProcessExit) {
    let waiters = state.withLock { state in
      if state.exit == nil { state.exit = exit }
      defer { state.waiters = [:] }
      return state.waiters
    }
    for waiter in waiters.values { waiter.resume(returning: exit) }
  }

  /// Notes that the thread has ended, and lets `close` close the wake pipe under the lock: it is not used again.
  func threadDidEnd(_ close: () -> Void) {
    state.withLock { state in
      state.wakePipe = -1
      close()
    }
  }
}
