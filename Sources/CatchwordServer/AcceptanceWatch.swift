import CatchwordCompletion
import Synchronization

/// Passes requests, shown lists and edits to the acceptance detector, and the acceptances that it finds to the memory;
/// does nothing without a memory.
///
/// Requests and edits come from the receive loop, lists from any task.
final class AcceptanceWatch: Sendable {
  private struct State {
    var detector = AcceptanceDetector()
    /// The acceptance that was found last, until the client reports one itself.
    var lastFound: Acceptance?
    /// True once the client has reported an acceptance: then it reports all of them, and nothing is guessed from its edits.
    var isReported = false
  }

  /// The maximum time that the end of the server waits for a disk that does not answer: less than the second that a proxy
  /// gives a process to end, and much more than writing takes beside two dozen other busy processes (0.24 s).
  private static let patience = Duration.milliseconds(900)

  private let memory: (any WordMemory)?
  private let state = Mutex(State())

  init(_ memory: (any WordMemory)?) { self.memory = memory }

  /// True when nothing is detected: without a memory, and for a client that reports what is accepted.
  private var isIdle: Bool { memory == nil || state.withLock(\.isReported) }

  /// Records a request for a list, and refreshes the memory.
  ///
  /// - Returns: The number of the place, for `show`.
  func begin(_ query: CompletionQuery) -> Int {
    guard let memory else { return 0 }
    var number = 0
    note { detector in
      let (place, accepted) = detector.begin(query)
      number = place
      return accepted
    }
    memory.refresh()
    return number
  }

  /// Records a list that is about to be shown.
  func show(_ update: CompletionUpdate, at place: Int) {
    if isIdle { return }
    let result =
      switch update {
      case .partial(let result): result
      case .end(let ending): ending.result
      }
    state.withLock { $0.detector.show(result, at: place) }
  }

  /// Records an edit of a document.
  func edit(_ edit: AcceptanceDetector.Edit) {
    note { detector in detector.edit(edit).map { [$0] } ?? [] }
  }

  /// Records an acceptance that the client reports; from then on nothing is detected, so that none counts twice and no word
  /// counts that was typed in full.
  ///
  /// - Parameter isTyped: True when all of it had been typed, so that nothing was chosen.
  func accept(_ acceptance: Acceptance, isTyped: Bool) {
    guard let memory else { return }
    let isKnown = state.withLock { state in
      (state.detector, state.isReported) = (AcceptanceDetector(), true)
      // The detector may have found it already, by edits elsewhere that came with it.
      defer { state.lastFound = nil }
      return state.lastFound?.uri == acceptance.uri && state.lastFound?.name == acceptance.name
    }
    if !isTyped, !isKnown { memory.note(acceptance) }
  }

  /// Records that a document was closed.
  func close(uri: String) {
    note { detector in detector.close(uri: uri).map { [$0] } ?? [] }
  }

  /// Ends the detection, because the server ends or all acceptances up to now are needed.
  func end() {
    note { $0.end() }
  }

  /// Ends the detection as the server ends, and waits until the memory has stored everything, at most `patience`.
  ///
  /// - Parameters:
  ///   - command: The last change of the memory that the client has asked for.
  ///   - clock: The clock that measures the wait.
  ///   - executor: The preferred executor of the wait; nil for the default.
  func finish(
    after command: Task<Void, Never>?, _ clock: EngineClock, executor: (any TaskExecutor)?
  ) async {
    end()
    guard let memory, command != nil || !memory.isSettled else { return }
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let (storing, timer) = (TaskSlot<OnlyTask>(), TaskSlot<OnlyTask>())
    storing.task(name: "settle", executorPreference: executor) {
      await command?.value
      await memory.settle()
      end.finish()
    }
    timer.task(name: "settle timer", executorPreference: executor) {
      try? await clock.sleep(until: clock.now + AcceptanceWatch.patience)
      end.finish()
    }
    for await _ in ended {}
    storing.cancel()
    timer.cancel()
  }

  /// Passes the acceptances that the detector finds to the memory.
  private func note(_ found: (inout AcceptanceDetector) -> [Acceptance]) {
    guard let memory, !isIdle else { return }
    let acceptances = state.withLock { state in
      let acceptances = found(&state.detector)
      state.lastFound = acceptances.last ?? state.lastFound
      return acceptances
    }
    for acceptance in acceptances { memory.note(acceptance) }
  }
}
