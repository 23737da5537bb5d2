/// The recent costs of a source's lookups, and the delay before the next one.
///
/// The delay is the median of the last 15 costs, at most 50 ms (the shape of clangd's debounce, with its numbers cut to
/// what a person does not notice). A source whose median is within the budget of a request is asked at once: after a
/// delay its answer would come too late at every key.
struct LookupCosts: Sendable {
  static let window = 15
  static let longestDelay = Duration.milliseconds(50)

  private var recent: [Duration] = []
  private var next = 0

  mutating func record(_ cost: Duration) {
    if recent.count < LookupCosts.window {
      recent.append(cost)
    } else {
      recent[next] = cost
      next = (next + 1) % LookupCosts.window
    }
  }

  /// Returns the delay of a repeated lookup.
  ///
  /// - Parameter budget: The time that a request waits.
  func delay(budget: Duration) -> Duration {
    median <= budget ? .zero : min(median, LookupCosts.longestDelay)
  }

  /// True when one of them was over 1 ms: too long for the thread that takes requests.
  var areLong: Bool { recent.contains { $0 > .milliseconds(1) } }

  /// Of two costs, the lesser: one lookup that had to load something says nothing about the next.
  private var median: Duration { recent.isEmpty ? .zero : recent.sorted()[(recent.count - 1) / 2] }
}
