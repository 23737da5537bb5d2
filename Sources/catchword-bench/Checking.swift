/// What of a table is compared with its budgets.
enum Judgement {
  /// Medians, and the slowest of a hundred.
  case tails
  /// Medians alone.
  case medians
  /// On a machine that others keep busy, the quarter of what was measured often that they disturbed least, with that of its
  /// floor: a median says how long a key waited for a core.
  case quarters
}

/// Whether a table is compared with its budgets.
enum Checking {
  case off
  /// `--check`: medians, items and rows that are missing; on a machine that others use, the fastest quarters of keys.
  case on
  /// `--strict`: tails too, and a machine on which they cannot be judged is a failure.
  case strict

  /// - Parameter flags: The options that were given.
  init(_ flags: some Collection<String>) {
    self = flags.contains("--strict") ? .strict : flags.contains("--check") ? .on : .off
  }

  /// What fails; nothing when nothing is compared.
  ///
  /// - Parameters:
  ///   - load: What others have done to the machine since the measuring began.
  ///   - misses: What is over its budget, told what is judged.
  func failures(_ load: MachineLoad, _ misses: (Judgement) -> [String]) -> [String] {
    let excuse = load.excuse
    return switch self {
    case .off: []
    case .on: misses(excuse == nil ? .medians : .quarters)
    case .strict: excuse.map { misses(.quarters) + [$0] } ?? misses(.tails)
    }
  }
}
