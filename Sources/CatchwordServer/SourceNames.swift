import CatchwordCompletion

/// The names of a server's sources: an item of a list, and a setting, say by its name which source they mean.
struct SourceNames {
  /// The names of which it was said that several sources have them.
  private var reported: Set<String> = []

  /// Returns the sources without those that have the name of an earlier one; each such name is logged once.
  mutating func distinct(_ sources: [any CompletionSource], log: EventLog) -> [any CompletionSource] {
    var taken: Set<String> = []
    return sources.filter { source in
      let name = source.descriptor.name
      if taken.insert(name).inserted { return true }
      if reported.insert(name).inserted {
        log.report(
          .warning, "Several sources are called \"\(name)\", and only the first is asked; give each its own name.")
      }
      return false
    }
  }
}
