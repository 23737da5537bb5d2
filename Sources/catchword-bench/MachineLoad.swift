/// The load by other programs while something is measured.
struct MachineLoad {
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private let busy: Duration?
  private let own: Duration

  /// The maximum number of cores that others may use on a quiet machine: enough for the system and an idle desktop.
  static let quiet = 0.15

  init() {
    start = clock.now
    busy = Kernel.machineTime()
    own = Kernel.ownTime()
  }

  /// The number of cores used since the start by programs other than this one and the children it has waited for; nil
  /// where the system does not tell.
  var others: Double? {
    guard let busy, let now = Kernel.machineTime() else { return nil }
    let others = (now - busy) - (Kernel.ownTime() - own)
    return max(0, others / max(clock.now - start, .milliseconds(1)))
  }

  /// The reason why tails are not judged; nil on a quiet machine, or where the system does not tell.
  var excuse: String? {
    guard let others, others > MachineLoad.quiet else { return nil }
    return "p99 is not judged: other programs took \(readable(others)) cores."
  }
}
