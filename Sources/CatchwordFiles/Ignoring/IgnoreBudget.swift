import Synchronization

/// The budget for matching names against the rules of ignore files, and for the memory of the rules; shared by a folder
/// and everything in it.
///
/// When it is spent, everything counts as ignored: a project's rules can make it lose its words, but not keep us busy.
/// Everything in a folder whose rules do not fit into the memory budget counts as ignored, too.
package final class IgnoreBudget: Sendable {
  private struct State {
    var left: Int
    var spent = 0
    var heldBytes = 0
    var cut: [String] = []
  }

  /// The maximum number of ignore files in `cut`.
  private static let maximumNamed = 20

  /// The maximum memory of rules at once, in bytes: some thousand long ignore files, or a dozen of the maximum length.
  package static let maximumHeldBytes = 64 << 20

  private let state: Mutex<State>
  private let maximumHeldBytes: Int

  /// - Parameters:
  ///   - steps: The maximum number of comparisons of a byte with a part of a pattern: 100 million take about a second.
  ///   - maximumHeldBytes: The maximum memory of rules at once, in bytes.
  package init(steps: Int = 50_000_000, maximumHeldBytes: Int = IgnoreBudget.maximumHeldBytes) {
    state = Mutex(State(left: steps))
    self.maximumHeldBytes = maximumHeldBytes
  }

  /// True when no steps are left.
  package var isSpent: Bool { state.withLock { $0.left <= 0 } }

  /// The number of steps that were spent.
  package var spent: Int { state.withLock { $0.spent } }

  /// Spends some steps.
  package func spend(_ steps: Int) {
    state.withLock { state in
      state.left -= steps
      state.spent += steps
    }
  }

  /// Allows more steps.
  package func add(_ steps: Int) { state.withLock { $0.left += steps } }

  /// The memory of the rules that are held now, in bytes.
  package var heldBytes: Int { state.withLock { $0.heldBytes } }

  /// Reserves memory for rules.
  ///
  /// - Returns: False when not enough is left; nothing was reserved then.
  package func hold(_ bytes: Int) -> Bool {
    state.withLock { state in
      guard state.heldBytes + bytes <= maximumHeldBytes else { return false }
      state.heldBytes += bytes
      return true
    }
  }

  /// Releases memory that was reserved for rules.
  package func release(_ bytes: Int) { state.withLock { $0.heldBytes -= bytes } }

  /// The ignore files with ignored rules, each with the line of the first such rule: `path:line`.
  package var cut: [String] { state.withLock { $0.cut } }

  /// Notes an ignore file whose rules from a line on are ignored.
  package func note(_ path: String, line: Int) {
    state.withLock { if $0.cut.count < IgnoreBudget.maximumNamed { $0.cut.append("\(path):\(line)") } }
  }
}
