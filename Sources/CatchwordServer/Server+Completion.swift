import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC
import CatchwordText

extension Server {
  func complete(_ ticket: InFlightRequests.Ticket, _ params: Message.Params) throws(JSONError) {
    let params = try params.decode { (reader) throws(JSONError) in try CompletionParams(from: &reader) }
    // An error would be shown to the user at every key, so what cannot be completed has no completions.
    guard let document = documents[params.textDocument.uri], !document.isOutOfStep else {
      return succeed(ticket, CompletionList(isIncomplete: true, items: []))
    }
    let position = TextPosition(line: params.position.line, column: params.position.character)
    let query = CompletionQuery(
      document: document.snapshot,
      offset: document.snapshot.text.offset(of: position, encoding: renderer.encoding),
      trigger: trigger(params.context),
      limit: scheduler.settings.limit)
    nextCompletion += 1
    let completion = CompletionRequestID(nextCompletion)
    inFlight.update(ticket, .completion(completion))
    let answer = CompletionAnswer(
      ticket: ticket, renderer: renderer, trace: trace, received: configuration.clock.now, clock: configuration.clock)
    scheduler.request(query, id: completion) { [inFlight, lists, outbox] ending in
      answer.send(ending, inFlight: inFlight, lists: lists, outbox: outbox)
    }
  }

  private func trigger(_ context: CompletionContext?) -> CompletionTrigger {
    switch context?.triggerKind {
    case nil, .invoked: .invoked
    case .incomplete: .automatic
    case .triggerCharacter: context?.triggerCharacter.map { .character($0) } ?? .automatic
    }
  }
}

/// How one completion request is answered: with what the client could do and wanted when it asked.
private struct CompletionAnswer: Sendable {
  let ticket: InFlightRequests.Ticket
  let renderer: CompletionRenderer
  let trace: TraceValue
  let received: Duration
  let clock: EngineClock

  func send(_ ending: CompletionEnding, inFlight: InFlightRequests, lists: RecentLists, outbox: Outbox) {
    let items = ending.result.items
    let list = renderer.render(ending, list: lists.remember(items))
    guard let token = inFlight.take(ticket) else { return }
    token.send(list, stale: CompletionList(isIncomplete: true, items: []))
    guard trace != .off else { return }
    let time = (clock.now - received).components
    let microseconds = time.seconds * 1_000_000 + time.attoseconds / 1_000_000_000_000
    let summary = "completion \(ticket.id): \(items.count) items in \(microseconds) µs"
    let sources = Dictionary(grouping: items, by: \.source).sorted { $0.key < $1.key }
    let particulars = sources.map { "\($0.key) \($0.value.count)" }.joined(separator: ", ")
    let params = LogTraceParams(summary, verbose: trace == .verbose && !particulars.isEmpty ? particulars : nil)
    outbox.notify("$/logTrace", params, isDroppable: true)
  }
}
