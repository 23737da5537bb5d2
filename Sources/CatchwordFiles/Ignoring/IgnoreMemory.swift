import Synchronization

/// What was left out in the last walk through a folder, and what was not.
///
/// As long as the ignore files are as they were, no name is compared with them again, nor are they read. Names and stamps
/// are kept as hashes, which nobody can foresee: a walk over 200,000 files takes some megabytes.
package final class IgnoreMemory: Sendable {
  /// What one walk came to.
  private struct Walk {
    /// True for what is left out, by what it is and what rules it is subject to.
    var verdicts: [Int: Bool] = [:]
    /// The rules that the folders are subject to.
    var rules: [Int: Int] = [:]
  }

  private struct State {
    var last: Walk?
    var current = Walk()
    var steps = 0
  }

  private let state = Mutex(State())

  /// Nothing, before the first walk.
  package init() {}

  /// How many steps comparing took in the last walk, as `IgnoreBudget` counts them.
  package var steps: Int { state.withLock { $0.steps } }

  /// Begins a walk.
  ///
  /// - Returns: True when there was one before, to its end.
  package func begin() -> Bool {
    state.withLock { state in
      state.current = Walk()
      return state.last != nil
    }
  }

  /// Ends a walk: the next one knows what this one has come to.
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

  /// Whether something is left out; nil when that is not known.
  ///
  /// - Parameter key: What it is, and the rules it is subject to, as a hash.
  package func verdict(_ key: Int) -> Bool? {
    state.withLock { state in
      guard let verdict = state.last?.verdicts[key] else { return nil }
      state.current.verdicts[key] = verdict
      return verdict
    }
  }

  /// Keeps whether something is left out.
  package func keep(_ verdict: Bool, for key: Int) { state.withLock { $0.current.verdicts[key] = verdict } }
}
