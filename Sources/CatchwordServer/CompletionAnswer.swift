import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC
import Synchronization

/// The answer to one completion request, with the client's capabilities and settings at the time of the request.
///
/// A client that has offered a token gets the items found within the budget first, further items as they come, and an
/// empty list as the response; nothing follows the response.
final class CompletionAnswer: Sendable {
  /// The times at which the request arrived and its handling began.
  struct Times: Sendable {
    let arrived: Duration
    let begun: Duration
  }

  private struct State {
    var isEnded = false
    var isWorkShown = false
  }

  private struct Parts {
    /// The items that were sent in parts, with their sort texts.
    var sent: [String: String] = [:]
    /// True when a part was left out because the client does not read.
    var isCut = false
  }

  private let request: PendingRequest
  private let renderer: CompletionRenderer
  private let trace: TraceValue
  private let times: Times
  private let clock: EngineClock
  private let partialResultToken: RequestID?
  private let workDoneToken: RequestID?
  private let lists: RecentLists
  private let outbox: Outbox
  private let willAnswer: (@Sendable (CompletionResult) -> Void)?
  /// Locked while a part is made, so that none overtakes another; never taken by the receive loop.
  private let parts = Mutex(Parts())
  /// The state that says if parts may still be sent; nothing is computed while its lock is held.
  private let state = Mutex(State())

  init(_ request: PendingRequest, _ params: CompletionParams, times: Times, server: isolated Server) {
    self.request = request
    self.times = times
    renderer = server.renderer
    trace = server.trace
    clock = server.configuration.clock
    partialResultToken = params.partialResultToken
    workDoneToken = params.workDoneToken
    lists = server.lists
    outbox = server.outbox
    willAnswer = server.configuration.willAnswer
  }

  /// True when the client accepts partial results.
  var takesParts: Bool { partialResultToken != nil }

  /// Handles an update of the request.
  func take(_ update: CompletionUpdate) {
    switch update {
    case .partial(let result): sendPart(result)
    case .end(let ending): end(ending)
    }
  }

  /// Ends the partial results, because the request is answered otherwise; not even a part that is being made is sent.
  func stop() {
    state.withLock { state in
      state.isEnded = true
      endWork(&state)
    }
  }

  private func end(_ ending: CompletionEnding) {
    let computed = clock.now
    willAnswer?(ending.result)
    // The items that are not sent yet go out in a last part; then the token is the client's again.
    // An ending without items, as from the receive loop, does not wait for a part in the making: that is not sent.
    let hasParts = !ending.result.items.isEmpty && parts.withLock { !$0.sent.isEmpty }
    if hasParts { sendPart(ending.result) }
    let items = hasParts ? [] : ending.result.items
    var list = renderer.render(ending, list: lists.remember(items, for: ending.result.query))
    if hasParts { list = CompletionList(isIncomplete: list.isIncomplete || parts.withLock(\.isCut), items: []) }
    request.answer(stale: CompletionList(isIncomplete: true, items: [])) {
      stop()
      return list
    }
    report(ending.result.items, computed: computed)
  }

  // MARK: Parts

  private func sendPart(_ result: CompletionResult) {
    guard let token = partialResultToken else { return }
    parts.withLock { parts in
      let isFirst = parts.sent.isEmpty
      if result.items.isEmpty || state.withLock(\.isEnded) { return }
      // A response can be shortened for a client that does not read, a part cannot.
      parts.isCut = outbox.isStalled
      if parts.isCut { return }
      state.withLock { beginWork(&$0) }
      var renderer = renderer
      // The defaults went with the first part, and later parts are items only.
      if !isFirst { renderer.capabilities.itemDefaults = [] }
      let number = lists.remember(result.items, for: result.query)
      var list = renderer.render(.stale(result), list: number)
      list.items = CompletionAnswer.unsent(list.items, &parts.sent)
      if list.items.isEmpty { return }
      let part =
        isFirst
        ? outbox.notification("$/progress", ProgressParams(token, list))
        : outbox.notification("$/progress", ProgressParams(token, list.items))
      // The request may have been cancelled meanwhile.
      state.withLock { state in
        if !state.isEnded { outbox.send(notification: part) }
      }
    }
  }

  /// Returns the items that are not sent yet, each sorted behind the item before it that is.
  private static func unsent(_ items: [CompletionItem], _ sent: inout [String: String]) -> [CompletionItem] {
    let isFirst = sent.isEmpty
    // An exclamation mark sorts before every digit, a tilde after.
    var last = "!"
    var unsent: [CompletionItem] = []
    for item in items {
      let identity = "\(item.label)\u{0}\(item.textEdit?.newText ?? item.textEditText ?? "")"
      if let place = sent[identity] {
        last = place
        continue
      }
      var item = item
      if !isFirst { item.sortText = "\(last)~\(item.sortText ?? "")" }
      sent[identity] = item.sortText ?? ""
      unsent.append(item)
    }
    return unsent
  }

  private func beginWork(_ state: inout State) {
    guard let token = workDoneToken, !state.isWorkShown, !state.isEnded else { return }
    state.isWorkShown = true
    outbox.notify("$/progress", ProgressParams(token, WorkDoneProgress.begin(title: "Completion", message: nil)))
  }

  private func endWork(_ state: inout State) {
    guard let token = workDoneToken, state.isWorkShown else { return }
    state.isWorkShown = false
    outbox.notify("$/progress", ProgressParams(token, WorkDoneProgress.end))
  }

  // MARK: Trace

  private func report(_ items: [CompletionResult.Item], computed: Duration) {
    guard trace != .off else { return }
    let stages = [
      ("queued", times.begun - times.arrived), ("computed", computed - times.begun), ("encoded", clock.now - computed),
    ]
    let spent = stages.map { "\($0.0) \(CompletionAnswer.microseconds($0.1)) µs" }.joined(separator: ", ")
    let sources = Dictionary(grouping: items, by: \.source).sorted { $0.key < $1.key }
    let particulars = sources.map { "\($0.key) \($0.value.count)" }.joined(separator: ", ")
    let verbose = trace == .verbose && !particulars.isEmpty ? particulars : nil
    let summary = "completion \(request.id): \(items.count) items; \(spent)"
    outbox.notify("$/logTrace", LogTraceParams(summary, verbose: verbose), isDroppable: true)
  }

  private static func microseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}
