import Synchronization

/// How much may be spent on comparing names with the rules of ignore files, shared by a folder and all that is in it, and
/// how much memory the rules may take.
///
/// When it is spent, everything counts as ignored: a project's rules can make it lose its words, but keep nothing busy. So
/// does all in a folder whose rules do not fit into memory beside those of others.
package final class IgnoreBudget: Sendable {
  private struct State {
    var left: Int
    var spent = 0
    var heldBytes = 0
    var cut: [String] = []
  }

  /// The most ignore files that are named.
  private static let maximumNamed = 20

  /// How much memory rules may take at once: some thousand long ignore files, or a dozen that are as long as they may be.
  package static let maximumHeldBytes = 64 << 20

  private let state: Mutex<State>
  private let maximumHeldBytes: Int

  /// - Parameters:
  ///   - steps: Comparisons of a byte with a part of a pattern: a hundred million take about a second.
  ///   - maximumHeldBytes: How much memory rules may take at once.
  package init(steps: Int = 50_000_000, maximumHeldBytes: Int = IgnoreBudget.maximumHeldBytes) {
    state = Mutex(State(left: steps))
    self.maximumHeldBytes = maximumHeldBytes
  }

  /// True when nothing is left.
  package var isSpent: Bool { state.withLock { $0.left <= 0 } }

  /// How many steps were taken.
  package var spent: Int { state.withLock { $0.spent } }

  /// Takes some steps.
  package func spend(_ steps: Int) {
    state.withLock { state in
      state.left -= steps
      state.spent += steps
    }
  }

  /// Allows more steps.
  package func add(_ steps: Int) { state.withLock { $0.left += steps } }

  /// How much memory the rules take that are held now, in bytes.
  package var heldBytes: Int { state.withLock { $0.heldBytes } }

  /// Takes memory for rules.
  ///
  /// - Returns: False when there is not as much left, and nothing was taken.
  package func hold(_ bytes: Int) -> Bool {
    state.withLock { state in
      guard state.heldBytes + bytes <= maximumHeldBytes else { return false }
      state.heldBytes += bytes
      return true
    }
  }

  /// Gives memory back that was taken for rules.
  package func release(_ bytes: Int) { state.withLock { $0.heldBytes -= bytes } }

  /// The ignore files of which some rules do not count, with the line of the first: `path:line`.
  package var cut: [String] { state.withLock { $0.cut } }

  /// Notes an ignore file of which the rules from a line on do not count.
  package func note(_ path: String, line: Int) {
    state.withLock { if $0.cut.count < IgnoreBudget.maximumNamed { $0.cut.append("\(path):\(line)") } }
  }
}
