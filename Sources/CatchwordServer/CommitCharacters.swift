import CatchwordCompletion

/// Where the characters that accept an item are said: once for a list as far as its items share them, and the rest in each.
struct CommitCharacters {
  /// For the whole list; empty when there are none, or the client wants them in the items.
  private(set) var shared: [String] = []
  /// True when an item's own come in addition to the shared ones, and not in their place.
  private(set) var areMerged = false
  private let isSupported: Bool

  /// Looks at a list.
  ///
  /// - Parameters:
  ///   - inDefaults: The client knows characters for a whole list.
  ///   - merging: The client knows that an item's may be added to the list's.
  init(_ items: [CompletionResult.Item], isSupported: Bool, inDefaults: Bool, merging: Bool) {
    self.isSupported = isSupported && items.contains { !$0.candidate.commitCharacters.isEmpty }
    guard self.isSupported, inDefaults, let first = items.first?.candidate.commitCharacters else { return }
    if items.allSatisfy({ $0.candidate.commitCharacters == first }) {
      shared = first.map(String.init)
    } else if merging {
      let common = items.reduce(first) { common, item in common.filter(item.candidate.commitCharacters.contains) }
      shared = common.map(String.init)
      areMerged = !shared.isEmpty
    }
  }

  /// What an item must say by itself.
  func own(_ candidate: Candidate) -> [String] {
    guard isSupported else { return [] }
    let characters = candidate.commitCharacters.map(String.init)
    return shared.isEmpty ? characters : characters.filter { !shared.contains($0) }
  }
}
