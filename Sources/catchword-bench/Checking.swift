/// Whether a table is compared with its budgets.
enum Checking {
  case off
  /// `--check`: medians, items and rows that are missing. On a machine that others use, tails say what they do.
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
  ///   - misses: What is over its budget, told whether tails are judged.
  func failures(_ load: MachineLoad, _ misses: (Bool) -> [String]) -> [String] {
    switch self {
    case .off: []
    case .on: misses(false)
    case .strict: load.excuse.map { misses(false) + [$0] } ?? misses(true)
    }
  }
}
