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
    let settings = scheduler.settings
    let query = CompletionQuery(
      document: document.snapshot,
      offset: document.snapshot.text.offset(of: position, encoding: renderer.encoding),
      trigger: trigger(params.context),
      limit: settings.limit, budget: settings.budget)
    nextCompletion += 1
    let completion = CompletionRequestID(nextCompletion)
    let times = CompletionAnswer.Times(arrived: arrival, begun: configuration.clock.now)
    let answer = CompletionAnswer(ticket, params, times: times, server: self)
    inFlight.update(ticket, .completion(completion, answer))
    scheduler.request(query, id: completion, waitsForAll: answer.takesParts) { [inFlight] update in
      answer.take(update, inFlight: inFlight)
    }
    showLoading()
  }

  private func trigger(_ context: CompletionContext?) -> CompletionTrigger {
    switch context?.triggerKind {
    case nil, .invoked: .invoked
    case .incomplete: .automatic
    case .triggerCharacter: context?.triggerCharacter.map { .character($0) } ?? .automatic
    }
  }
}
