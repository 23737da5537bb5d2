import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC
import CatchwordText

extension Server {
  func resolve(_ request: PendingRequest, _ params: Message.Params) throws(JSONError) {
    guard case .object(let item) = try params.value(), let label = item["label"]?.stringValue else {
      throw JSONError(.typeMismatch(expected: "a completion item"), at: 0)
    }
    // An item of a forgotten list is returned unchanged.
    guard let list = item["data"]?.intValue,
      let known = lists.item(label, list: list, place: item["sortText"]?.stringValue.flatMap { Int($0) }),
      renderer.capabilities.resolvableProperties.contains("documentation")
        || known.candidate.attachment is ForeignItem,
      let source = sources.first(where: { $0.descriptor.name == known.source })
    else { return request.answer(JSONValue.object(item)) }
    let isMarkdown = renderer.capabilities.documentationFormats.contains("markdown")
    // A client that declares no format may know of none.
    let takesMarkup = !renderer.capabilities.documentationFormats.isEmpty
    let resolvesDetail = renderer.capabilities.resolvableProperties.contains("detail")
    let (clock, failures) = (configuration.clock, failures)
    let deadline = TaskSlot<OnlyTask>()
    let task = Task(name: "resolve#\(request.id)", executorPreference: configuration.executor) {
      var resolved = item
      do {
        let candidate = try await source.resolve(known.candidate.asOffered)
        if let foreign = candidate.attachment as? ForeignItem {
          resolved = foreign.resolved(over: item)
        } else if let text = candidate.documentation.map(PlainText.shown) {
          let documentation = Documentation(isMarkdown ? text : MarkdownText.plain(text), isMarkdown: isMarkdown)
          resolved["documentation"] =
            takesMarkup ? try? JSONValue(parsing: documentation.json) : .string(documentation.text)
        }
        if let detail = candidate.detail, resolvesDetail, resolved["detail"] == nil {
          resolved["detail"] = .string(PlainText.line(detail))
        }
      } catch is CancellationError {
      } catch {
        let statement = "Source \"\(known.source)\" gave no documentation"
        failures.report(statement, of: known.source, error, now: clock.now)
      }
      request.answer(JSONValue.object(resolved))
      deadline.cancel()
    }
    request.whenCancelled { task.cancel() }
    deadline.task(name: "resolve-deadline#\(request.id)", executorPreference: configuration.executor) {
      guard (try? await clock.sleep(until: clock.now + SourceDescriptor.resolveLimit)) != nil else { return }
      request.answer(JSONValue.object(item))
      task.cancel()
    }
  }
}
