import CatchwordRPC

/// Whether a table is compared with its budgets.
enum Checking {
  case off
  /// `--check`: tails are judged on a quiet machine only, and it is said when they are not.
  case on
  /// `--strict`: a machine on which tails cannot be judged is a failure.
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
    guard self != .off else { return [] }
    guard let excuse = load.excuse else { return misses(true) }
    StandardStream.error.write("\(excuse)\n")
    return misses(false) + (self == .strict ? [excuse] : [])
  }
}
