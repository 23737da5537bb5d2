/// How long something took, many times.
struct Measurement {
  /// How many times.
  let count: Int
  let least: Duration
  let p50: Duration
  let p99: Duration

  /// Runs an action `count` times after a tenth as many to warm up.
  ///
  /// - Parameter batch: How many runs share one look at the clock, for what is hardly longer than that look.
  init(_ count: Int, batch: Int = 1, _ action: () throws -> Void) rethrows {
    let clock = ContinuousClock()
    for _ in 0..<count / 10 { try action() }
    var times: [Duration] = []
    times.reserveCapacity(count / batch)
    for _ in 0..<count / batch { times.append(try clock.measure { for _ in 0..<batch { try action() } } / batch) }
    self.init(times)
  }

  init(_ times: [Duration]) {
    let sorted = times.sorted()
    count = times.count
    least = sorted[0]
    p50 = sorted[sorted.count / 2]
    p99 = sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
  }
}

/// One row of the table: something of ours, and a floor or a rival measured in the same run.
struct Row {
  let name: String
  let ours: Measurement
  let reference: Measurement
  let referenceName: String
  /// What the figures count.
  var unit = "µs"

  /// How many times faster than the reference; below 1, slower.
  var ratio: Double { reference.p50.microseconds / max(ours.p50.microseconds, 0.001) }
}

extension Duration {
  var microseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1e6 + Double(attoseconds) / 1e12
  }
}

/// A number with the digits that a reader needs.
func readable(_ value: Double) -> String {
  let digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 0.1 ? 2 : 4
  let scale = [1.0, 10, 100, 1000, 10_000][digits]
  let rounded = (value * scale).rounded() / scale
  return digits == 0 ? String(Int(rounded)) : String(rounded)
}

/// A number with a comma before each three digits.
func grouped(_ number: Int) -> String {
  number < 1000 ? String(number) : grouped(number / 1000) + "," + String(1000 + number % 1000).dropFirst()
}
