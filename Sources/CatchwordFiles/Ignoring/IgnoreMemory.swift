import Synchronization

/// The verdicts of the last walk through a folder: which files and folders were left out.
///
/// While the ignore files are unchanged, they are not read, and no name is matched against them again. Names and stamps
/// are kept as randomly seeded hashes: a walk over 200,000 files takes some megabytes.
package final class IgnoreMemory: Sendable {
  /// The results of one walk.
  private struct Walk {
    /// True for entries that are left out, by the hash of the entry and its rules.
    var verdicts: [Int: Bool] = [:]
    /// The hash of the rules that apply to each folder, by the hash of its path.
    var rules: [Int: Int] = [:]
  }

  private struct State {
    var last: Walk?
    var current = Walk()
    var steps = 0
  }

  private let state = Mutex(State())

  /// Creates an empty memory, before the first walk.
  package init() {}

  /// The number of matching steps in the last walk, as `IgnoreBudget` counts them.
  package var steps: Int { state.withLock { $0.steps } }

  /// Begins a walk.
  ///
  /// - Returns: True when an earlier walk was finished.
  package func begin() -> Bool {
    state.withLock { state in
      state.current = Walk()
      return state.last != nil
    }
  }

  /// Ends a walk, whose results the next one uses.
  package func end(steps: Int) { state.withLock { $0 = State(last: $0.current, steps: steps) } }

  /// Enters a folder.
  ///
  /// - Returns: True when other rules apply to it than in the last walk.
  package func enter(_ folder: String, rules: Int) -> Bool {
    let key = folder.hashValue
    return state.withLock { state in
      state.current.rules[key] = rules
      return state.last?.rules[key].map { $0 != rules } ?? false
    }
  }

  /// Returns true when an entry was left out, false when it was not, and nil when that is not known.
  ///
  /// - Parameter key: The hash of the entry and the rules that apply to it.
  package func verdict(_ key: Int) -> Bool? {
    state.withLock { state in
      guard let verdict = state.last?.verdicts[key] else { return nil }
      state.current.verdicts[key] = verdict
      return verdict
    }
  }

  /// Keeps a verdict: true for an entry that is left out.
  package func keep(_ verdict: Bool, for key: Int) { state.withLock { $0.current.verdicts[key] = verdict } }
}
