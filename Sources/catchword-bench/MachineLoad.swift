/// How much of the machine other programs take while something is measured.
struct MachineLoad {
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private let busy: Duration?
  private let own: Duration

  /// The most cores that others may take on a quiet machine: what the system and an idle desktop need.
  static let quiet = 0.15

  init() {
    start = clock.now
    busy = Kernel.machineTime()
    own = Kernel.ownTime()
  }

  /// How many cores programs other than this one and the children it has waited for have taken since; nil where the
  /// system does not say.
  var others: Double? {
    guard let busy, let now = Kernel.machineTime() else { return nil }
    let others = (now - busy) - (Kernel.ownTime() - own)
    return max(0, others / max(clock.now - start, .milliseconds(1)))
  }

  /// What is said of tails that are not judged; nil on a quiet machine, or one that does not say.
  var excuse: String? {
    guard let others, others > MachineLoad.quiet else { return nil }
    return "p99 is not judged: other programs took \(readable(others)) cores."
  }
}
