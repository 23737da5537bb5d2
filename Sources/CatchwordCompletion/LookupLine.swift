/// The running lookups of a source, and those that wait because too many were given up and have not ended.
///
/// A lookup that is given up may need a moment to end, and a burst of requests leaves several of those; a source that
/// ends none of them for a second counts as unresponsive, and is not asked.
struct LookupLine: Sendable {
  /// The decision on a lookup.
  enum Admission: Sendable {
    /// It begins.
    case now
    /// It waits until one that was given up has ended.
    case later
    /// It fails: the source is unresponsive.
    case never
  }

  /// The maximum number of lookups that were given up and may still be running in a source.
  static let maximumGivenUp = 4
  /// The time within which one of them must end, or the source counts as unresponsive.
  static let patience = Duration.seconds(1)

  /// The running lookups by number, each with true if it was given up.
  private var running: [UInt64: Bool] = [:]
  private var givenUp = 0
  private var lastProgress = Duration.zero
  private var waiting: [UInt64: CheckedContinuation<Bool, Never>] = [:]

  private var isFull: Bool { givenUp >= LookupLine.maximumGivenUp }

  /// Decides on a lookup that is to begin.
  mutating func enter(_ number: UInt64, now: Duration) -> Admission {
    guard isFull else {
      running[number] = false
      return .now
    }
    return now - lastProgress >= LookupLine.patience ? .never : .later
  }

  /// Adds a waiting lookup; `continuation` is resumed with true when it may begin, with false by the caller of `leave`.
  ///
  /// - Returns: False when it may begin at once, because one has ended since it entered.
  mutating func wait(_ number: UInt64, _ continuation: CheckedContinuation<Bool, Never>) -> Bool {
    if isFull {
      waiting[number] = continuation
    } else {
      running[number] = false
    }
    return isFull
  }

  /// Removes a waiting lookup and returns its continuation.
  mutating func leave(_ number: UInt64) -> CheckedContinuation<Bool, Never>? { waiting.removeValue(forKey: number) }

  /// Marks a running lookup as given up.
  mutating func giveUp(_ number: UInt64, now: Duration) {
    guard running[number] == false else { return }
    running[number] = true
    givenUp += 1
    if givenUp == LookupLine.maximumGivenUp { lastProgress = now }
  }

  /// Removes a lookup that has ended.
  ///
  /// - Returns: The waiting ones, newest first, if they may begin now: a new lookup would begin as well.
  mutating func end(_ number: UInt64, now: Duration) -> [CheckedContinuation<Bool, Never>] {
    // A lookup that was not given up does not count toward the limit.
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
