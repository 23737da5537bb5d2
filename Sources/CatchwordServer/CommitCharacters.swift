import CatchwordCompletion

/// The placement of commit characters: those that all items share are sent once per list, the others in each item.
struct CommitCharacters {
  /// The characters for the whole list; empty when there are none, or the client wants them in the items.
  private(set) var shared: [String] = []
  /// True when an item's own characters are added to the shared ones instead of replacing them.
  private(set) var areMerged = false
  private let areAny: Bool

  /// Splits the commit characters of a list.
  ///
  /// - Parameters:
  ///   - items: The characters of each item; none where the client does not know any.
  ///   - inDefaults: True when the client knows characters for a whole list.
  ///   - merging: True when the client can add an item's characters to the list's.
  init(_ items: [String], inDefaults: Bool, merging: Bool) {
    areAny = items.contains { !$0.isEmpty }
    guard areAny, inDefaults, let first = items.first else { return }
    if items.allSatisfy({ $0 == first }) {
      shared = first.map(String.init)
    } else if merging {
      let common = items.reduce(first) { common, item in common.filter(item.contains) }
      shared = common.map(String.init)
      areMerged = !shared.isEmpty
    }
  }

  /// Returns the commit characters that an item itself must carry.
  func own(_ candidate: Candidate) -> [String] {
    guard areAny else { return [] }
    let characters = candidate.commitCharacters.map(String.init)
    return shared.isEmpty ? characters : characters.filter { !shared.contains($0) }
  }
}
