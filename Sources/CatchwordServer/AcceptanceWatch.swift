import CatchwordCompletion
import Synchronization

/// Hands what is asked, shown and edited to the detector of acceptances, and what it finds to the memory; does nothing
/// where there is none.
///
/// Requests and edits come from the receive loop, lists from wherever they are made.
final class AcceptanceWatch: Sendable {
  private let memory: (any WordMemory)?
  private let detector = Mutex(AcceptanceDetector())

  init(_ memory: (any WordMemory)?) { self.memory = memory }

  /// True when nobody wants to know.
  var isIdle: Bool { memory == nil }

  /// A list is asked for.
  func begin(_ id: CompletionRequestID, _ query: CompletionQuery) {
    guard let memory else { return }
    for acceptance in detector.withLock({ $0.begin(id, query) }) { memory.note(acceptance) }
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
    detector.withLock { $0.show(items, for: id, in: uri) }
  }

  /// A document was edited.
  func edit(_ edit: AcceptanceDetector.Edit) {
    guard let memory, let acceptance = detector.withLock({ $0.edit(edit) }) else { return }
    memory.note(acceptance)
  }

  /// The client says what was accepted: what its edits look like counts no more, so that nothing counts twice.
  ///
  /// - Parameter isTyped: Whether all of it had been typed, so that nothing was chosen.
  func accept(_ acceptance: Acceptance, isTyped: Bool) {
    guard let memory else { return }
    detector.withLock { $0.forget(uri: acceptance.uri) }
    if !isTyped { memory.note(acceptance) }
  }

  /// A document was closed.
  func close(uri: String) {
    guard let memory, let acceptance = detector.withLock({ $0.close(uri: uri) }) else { return }
    memory.note(acceptance)
  }

  /// The server ends, or what has been accepted up to here is to be known.
  func end() {
    guard let memory else { return }
    for acceptance in detector.withLock({ $0.end() }) { memory.note(acceptance) }
  }
}
