import CatchwordCompletion

// The example in the documentation of `TaskSlot`, as it is printed there: see `TaskSlotExampleTests`.

@MainActor
final class SearchField {
  private(set) var results: [String] = []
  private let find: @Sendable (String) async -> [String]
  private let search = TaskSlot<String>()

  init(find: @escaping @Sendable (String) async -> [String]) { self.find = find }

  func textDidChange(_ text: String) {
    // Waits until the user has stopped typing for a fifth of a second; each key restarts the wait.
    search.task(id: text, delay: .milliseconds(200)) { [weak self, find] in
      let results = await find(text)
      if !Task.isCancelled { await self?.show(results) }
    }
  }

  private func show(_ results: [String]) { self.results = results }
}
