/// How long something took, many times.
struct Measurement {
  /// How many times.
  let count: Int
  let least: Duration
  let p25: Duration
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

  /// Measures something of ours and a floor in turns, so that how fast the machine is just then, and who else uses it, is
  /// the same for both.
  ///
  /// - Parameters:
  ///   - turns: How many times each of them has its turn, after one to warm up.
  ///   - runs: How many times ours runs in a turn, each of them measured by itself.
  ///   - batch: How many times the floor runs in a turn, measured together: as often as takes about as long as ours, since
  ///     what is over sooner is not interrupted by others as often.
  static func inTurns(
    _ turns: Int, runs: Int = 1, _ ours: () throws -> Void, batch: Int, floor: () throws -> Void
  ) rethrows -> (ours: Measurement, floor: Measurement) {
    let clock = ContinuousClock()
    var times: (ours: [Duration], floor: [Duration]) = ([], [])
    for turn in 0...turns {
      for _ in 0..<runs {
        let time = try clock.measure { try ours() }
        if turn > 0 { times.ours.append(time) }
      }
      let time = try clock.measure { for _ in 0..<batch { try floor() } } / batch
      if turn > 0 { times.floor.append(time) }
    }
    return (Measurement(times.ours), Measurement(times.floor))
  }

  init(_ times: [Duration]) {
    let sorted = times.sorted()
    count = times.count
    least = sorted[0]
    p25 = sorted[sorted.count / 4]
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
