/// What a source's lookups have cost lately, and how long to wait before the next one.
///
/// The wait is the median of the last 15 costs, at most 50 ms (the shape of clangd's debounce, with its numbers cut to
/// what a person does not notice). A source is cheap when its median is below 2 ms: then a timer would cost more than it
/// saves, and there is no wait.
struct LookupCosts: Sendable {
  static let window = 15
  static let longestDelay = Duration.milliseconds(50)
  static let cheap = Duration.milliseconds(2)

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

  /// How long a repeated lookup waits.
  var delay: Duration {
    guard !recent.isEmpty else { return .zero }
    let median = recent.sorted()[recent.count / 2]
    return median < LookupCosts.cheap ? .zero : min(median, LookupCosts.longestDelay)
  }
}
