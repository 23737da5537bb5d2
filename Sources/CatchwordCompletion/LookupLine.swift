/// The lookups that a source is busy with, and those that wait because too many of them were given up and have not ended.
///
/// A lookup that is given up may need a moment to end, and in a burst of requests there are several of those; a source that
/// ends none of them for a second is deaf, and left alone.
struct LookupLine: Sendable {
  /// What becomes of a lookup.
  enum Admission: Sendable {
    /// It begins.
    case now
    /// It waits until one that was given up has ended.
    case later
    /// It fails: the source is deaf.
    case never
  }

  /// How many lookups that were given up a source may be busy with.
  static let maximumGivenUp = 4
  /// For how long none of them may end before the source counts as deaf.
  static let patience = Duration.seconds(1)

  /// By number, whether each that runs was given up.
  private var running: [UInt64: Bool] = [:]
  private var givenUp = 0
  private var lastProgress = Duration.zero
  private var waiting: [UInt64: CheckedContinuation<Bool, Never>] = [:]

  private var isFull: Bool { givenUp >= LookupLine.maximumGivenUp }

  /// A lookup is to begin.
  mutating func enter(_ number: UInt64, now: Duration) -> Admission {
    guard isFull else {
      running[number] = false
      return .now
    }
    return now - lastProgress >= LookupLine.patience ? .never : .later
  }

  /// It waits; `continuation` is resumed with true when it may begin, and with false by who calls `leave`.
  ///
  /// - Returns: False when it may begin at once, as one has ended since it entered.
  mutating func wait(_ number: UInt64, _ continuation: CheckedContinuation<Bool, Never>) -> Bool {
    if isFull {
      waiting[number] = continuation
    } else {
      running[number] = false
    }
    return isFull
  }

  /// It does not wait any more.
  mutating func leave(_ number: UInt64) -> CheckedContinuation<Bool, Never>? { waiting.removeValue(forKey: number) }

  /// A lookup that runs was given up.
  mutating func giveUp(_ number: UInt64, now: Duration) {
    guard running[number] == false else { return }
    running[number] = true
    givenUp += 1
    if givenUp == LookupLine.maximumGivenUp { lastProgress = now }
  }

  /// A lookup has ended.
  ///
  /// - Returns: Those that wait, the newest first, if they may begin now: who came now would begin as well.
  mutating func end(_ number: UInt64, now: Duration) -> [CheckedContinuation<Bool, Never>] {
    // One that was not given up takes no place in the line.
    guard running.removeValue(forKey: number) == true else { return [] }
    givenUp -= 1
    lastProgress = now
    if isFull { return [] }
    return waiting.keys.sorted(by: >).compactMap { next in
      running[next] = false
      return waiting.removeValue(forKey: next)
    }
  }
}
