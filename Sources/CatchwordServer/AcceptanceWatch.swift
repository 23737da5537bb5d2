import CatchwordCompletion
import Synchronization

/// Hands what is asked, shown and edited to the detector of acceptances, and what it finds to the memory; does nothing
/// where there is none.
///
/// Requests and edits come from the receive loop, lists from wherever they are made.
final class AcceptanceWatch: Sendable {
  private struct State {
    var detector = AcceptanceDetector()
    /// What was found last, until the client says what was accepted.
    var lastFound: Acceptance?
  }

  private let memory: (any WordMemory)?
  private let state = Mutex(State())

  init(_ memory: (any WordMemory)?) { self.memory = memory }

  /// True when nobody wants to know.
  var isIdle: Bool { memory == nil }

  /// A list is asked for.
  func begin(_ id: CompletionRequestID, _ query: CompletionQuery) {
    guard let memory else { return }
    note { $0.begin(id, query) }
    memory.refresh()
  }

  /// A list is about to be shown.
  func show(_ update: CompletionUpdate, for id: CompletionRequestID, in uri: String) {
    if isIdle { return }
    let items =
      switch update {
      case .partial(let result): result.items
      case .end(let ending): ending.result.items
      }
    state.withLock { $0.detector.show(items, for: id, in: uri) }
  }

  /// A document was edited.
  func edit(_ edit: AcceptanceDetector.Edit) {
    note { detector in detector.edit(edit).map { [$0] } ?? [] }
  }

  /// The client says what was accepted: what its edits look like counts no more, so that nothing counts twice.
  ///
  /// - Parameter isTyped: Whether all of it had been typed, so that nothing was chosen.
  func accept(_ acceptance: Acceptance, isTyped: Bool) {
    guard let memory else { return }
    let isKnown = state.withLock { state in
      state.detector.forget(uri: acceptance.uri)
      // Edits elsewhere that came with it have shown it already.
      defer { state.lastFound = nil }
      return state.lastFound?.uri == acceptance.uri && state.lastFound?.name == acceptance.name
    }
    if !isTyped, !isKnown { memory.note(acceptance) }
  }

  /// A document was closed.
  func close(uri: String) {
    note { detector in detector.close(uri: uri).map { [$0] } ?? [] }
  }

  /// The server ends, or what has been accepted up to here is to be known.
  func end() {
    note { $0.end() }
  }

  /// Hands what the detector finds to the memory.
  private func note(_ found: (inout AcceptanceDetector) -> [Acceptance]) {
    guard let memory else { return }
    let acceptances = state.withLock { state in
      let acceptances = found(&state.detector)
      state.lastFound = acceptances.last ?? state.lastFound
      return acceptances
    }
    for acceptance in acceptances { memory.note(acceptance) }
  }
}
