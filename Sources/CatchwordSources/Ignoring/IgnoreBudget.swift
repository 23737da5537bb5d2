import Synchronization

/// How much may be spent on comparing names with the rules of ignore files, shared by a folder and all that is in it.
///
/// When it is spent, everything counts as ignored: a project's rules can make it lose its words, but keep nothing busy.
final class IgnoreBudget: Sendable {
  private struct State {
    var left: Int
    var spent = 0
    var cut: [String] = []
  }

  /// The most ignore files that are named.
  private static let maximumNamed = 20

  private let state: Mutex<State>

  /// - Parameter steps: Comparisons of a byte with a part of a pattern: a hundred million take about a second.
  init(steps: Int = 50_000_000) { state = Mutex(State(left: steps)) }

  /// True when nothing is left.
  var isSpent: Bool { state.withLock { $0.left <= 0 } }

  /// How many steps were taken.
  var spent: Int { state.withLock { $0.spent } }

  /// Takes some steps.
  func spend(_ steps: Int) {
    state.withLock { state in
      state.left -= steps
      state.spent += steps
    }
  }

  /// Allows more steps.
  func add(_ steps: Int) { state.withLock { $0.left += steps } }

  /// The ignore files of which some rules do not count, with the line of the first: `path:line`.
  var cut: [String] { state.withLock { $0.cut } }

  /// Notes an ignore file that has too many rules.
  func note(_ path: String, line: Int) {
    state.withLock { if $0.cut.count < IgnoreBudget.maximumNamed { $0.cut.append("\(path):\(line)") } }
  }
}
