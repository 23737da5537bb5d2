/// The figures of a table that are compared with its budgets.
enum Judgement {
  /// Medians and 99th percentiles.
  case tails
  /// Medians only.
  case medians
  /// On a machine that other programs keep busy, the 25th percentiles of what was measured often and of its floor:
  /// these are disturbed least, while a median says how long a key waited for a core. Of starts, the fastest: there are
  /// few, and each takes as long as many keys.
  case quarters
}

/// The strictness with which a table is compared with its budgets.
enum Checking {
  case off
  /// `--check`: medians, items and missing rows; on a machine that other programs use, the 25th percentiles of keys, and
  /// the fastest start.
  case on
  /// `--strict`: also 99th percentiles; fails on a machine that is too busy to judge them.
  case strict

  /// - Parameter flags: The options that were given.
  init(_ flags: some Collection<String>) {
    self = flags.contains("--strict") ? .strict : flags.contains("--check") ? .on : .off
  }

  /// Returns the failures, one sentence each; empty when nothing is compared.
  ///
  /// - Parameters:
  ///   - load: The load by other programs since the measurement began.
  ///   - misses: Returns the budgets that are not kept under a judgement.
  func failures(_ load: MachineLoad, _ misses: (Judgement) -> [String]) -> [String] {
    let excuse = load.excuse
    return switch self {
    case .off: []
    case .on: misses(excuse == nil ? .medians : .quarters)
    case .strict: excuse.map { misses(.quarters) + [$0] } ?? misses(.tails)
    }
  }
}
